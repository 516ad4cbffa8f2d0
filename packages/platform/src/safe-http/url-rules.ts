// What a receiver's URL must look like, judged by its text alone.
import { addressIn, isPublicAddress } from './address.ts';
import { type Target, UrlRefused } from './outcome.ts';

const MAX_LENGTH = 2048;
const MAX_HOST_LENGTH = 253;
/** Names that lead to this machine, to a network of its own, or to nobody. */
const FORBIDDEN_SUFFIXES = ['localhost', 'local', 'internal', 'home.arpa', 'onion', 'test', 'invalid', 'example'];
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

export interface UrlRules {
  ports: readonly number[];
  /** Hosts that are not judged by their name. */
  allowedHosts: { has(host: string): boolean };
}

/** Throws UrlRefused. What is not understood is refused. */
export function judgeUrl(text: string, { ports, allowedHosts }: UrlRules): Target {
  if (text.length > MAX_LENGTH) throw notPublic(`The URL must have at most ${MAX_LENGTH} characters`);
  const url = URL.parse(text);
  if (url === null) {
    // The parser already refuses some spellings of addresses, so what was meant to be https counts as such.
    if (/^\s*https:/i.test(text)) throw notPublic('The URL cannot be understood');
    throw notHttps();
  }
  if (url.protocol !== 'https:') throw notHttps();
  if (url.username !== '' || url.password !== '') throw notPublic('The URL must not contain a user name or a password');
  // A port that is the protocol's own is empty after parsing.
  const port = url.port === '' ? 443 : Number(url.port);
  if (!ports.includes(port)) throw notPublic(`The port of the URL must be ${ports.join(' or ')}`);
  // One dot at the end names the root and changes nothing, except that a comparison would miss.
  const host = url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname;
  if (!allowedHosts.has(host)) judgeHost(host);
  return { origin: `https://${host}:${port}`, host, port, path: `${url.pathname}${url.search}` };
}

/** The parser has brought every spelling of an IPv4 address into one form, and IPv6 into brackets. */
function judgeHost(host: string): void {
  const address = addressIn(host);
  if (address === undefined) judgeName(host);
  else if (!isPublicAddress(address)) throw notPublic('The URL names an IP address that is not public');
}

function judgeName(host: string): void {
  const labels = host.split('.');
  if (host.length > MAX_HOST_LENGTH || labels.length < 2 || !labels.every((label) => LABEL.test(label))) {
    throw notPublic('The URL must name a host of the public DNS, such as hooks.acme.com');
  }
  if (/^\d+$/.test(labels.at(-1) ?? '')) throw notPublic('The URL names an IP address that cannot be understood');
  const suffix = FORBIDDEN_SUFFIXES.find((name) => host === name || host.endsWith(`.${name}`));
  if (suffix !== undefined) throw notPublic(`The URL must not name a host under ${suffix}`);
}

const notHttps = () => new UrlRefused('NotHttps', 'The URL must begin with https://');
const notPublic = (message: string) => new UrlRefused('NotPublic', message);
