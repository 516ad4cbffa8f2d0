// Checks the text of a receiver's URL.
import { addressIn, isPublicAddress } from './address.ts';
import { type Target, UrlRefused } from './outcome.ts';

const MAX_LENGTH = 2048;
const MAX_HOST_LENGTH = 253;
/** Names that resolve to this machine, to a private network or to nothing. */
const RESERVED_NAMES: Readonly<Record<string, string>> = {
  localhost: 'means the machine itself',
  local: 'exists on a local network only',
  internal: 'is reserved for private networks',
  'home.arpa': 'exists on a home network only',
  onion: 'exists in the Tor network only',
  test: 'is reserved for tests',
  invalid: 'is reserved for names that do not exist',
  example: 'is reserved for examples in texts',
};
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

export interface UrlRules {
  ports: readonly number[];
  /** Hosts whose names are not checked. */
  allowedHosts: { has(host: string): boolean };
}

/** Throws UrlRefused, also for anything that cannot be parsed. */
export function judgeUrl(text: string, { ports, allowedHosts }: UrlRules): Target {
  if (text.length > MAX_LENGTH) throw notPublic(`The URL must have at most ${MAX_LENGTH} characters`);
  const url = URL.parse(text);
  if (url === null) {
    // The parser rejects some notations of addresses, so the text shows whether the URL was meant as https.
    if (/^\s*https:/i.test(text)) throw notPublic('The URL cannot be understood');
    throw notHttps();
  }
  if (url.protocol !== 'https:') throw notHttps();
  if (url.username !== '' || url.password !== '') throw notPublic('The URL must not contain a user name or a password');
  // The parser leaves the protocol's default port empty.
  const port = url.port === '' ? 443 : Number(url.port);
  if (!ports.includes(port)) throw notPublic(`The port of the URL must be ${ports.join(' or ')}`);
  // A trailing dot only names the DNS root, but comparisons would fail.
  const host = url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname;
  if (!allowedHosts.has(host)) judgeHost(host);
  return { origin: `https://${host}:${port}`, host, port, path: `${url.pathname}${url.search}` };
}

/** The parser has normalised every notation of an IPv4 address, and put IPv6 in brackets. */
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
  const reserved = Object.entries(RESERVED_NAMES).find(([name]) => host === name || host.endsWith(`.${name}`));
  if (reserved === undefined) return;
  const [name, why] = reserved;
  throw notPublic(`The URL names a host under .${name}, which ${why}: we could never reach it over the internet`);
}

const notHttps = () => new UrlRefused('NotHttps', 'The URL must begin with https://');
const notPublic = (message: string) => new UrlRefused('NotPublic', message);
