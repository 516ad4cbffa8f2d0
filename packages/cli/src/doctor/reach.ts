// Checks that the API and the identity service are reachable, and compares clocks.
import { reasonOf } from '../listen/insist.ts';
import type { Settings } from '../profiles/settings.ts';
import { fault, good, type Verdict } from './verdict.ts';

const TIMEOUT_MS = 10_000;
/** The service rejects an assertion that is further ahead. */
const CLOCK_SECONDS = 10;

const NO_TRUST = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** What a failed connection means, and how to fix it. */
export function connectionFault(about: string, url: string, thrown: unknown): Verdict {
  const { host, hostname } = new URL(url);
  const reason = reasonOf(thrown);
  if (reason === 'ENOTFOUND' || reason === 'EAI_AGAIN')
    return fault(
      about,
      `the name ${hostname} cannot be resolved (${reason})`,
      'Check its spelling, your DNS and your VPN.',
    );
  if (reason === 'ECONNREFUSED')
    return fault(
      about,
      `nothing is listening at ${host} (${reason})`,
      'Check the address and the port. If it is the local stack, start it.',
    );
  if (NO_TRUST.has(reason))
    return fault(
      about,
      `the TLS certificate of ${host} is not trusted (${reason})`,
      'Check the address. Behind a proxy that inspects TLS, set NODE_EXTRA_CA_CERTS to its certificate.',
    );
  if (reason === 'timeout')
    return fault(
      about,
      `${host} does not answer within ${TIMEOUT_MS / 1000} s`,
      'Check the firewalls and proxies in between.',
    );
  return fault(about, `${host} cannot be reached (${reason})`, 'Check the address, firewalls and proxies.');
}

interface Answered {
  status: number;
  body: unknown;
  /** The server's clock minus ours, in seconds. */
  aheadSeconds: number | undefined;
}

export async function get(url: string, signal: AbortSignal, headers: Record<string, string> = {}): Promise<Answered> {
  const started = Date.now();
  const answer = await fetch(url, { headers, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
  const middle = (started + Date.now()) / 2;
  const date = Date.parse(answer.headers.get('date') ?? '');
  const body: unknown = await answer.json().catch(() => undefined);
  return { status: answer.status, body, aheadSeconds: Number.isNaN(date) ? undefined : (date - middle) / 1000 };
}

export const COUNTRIES = '/api/partner/v1/countries';

interface CheckedApi {
  verdict: Verdict;
  /** Undefined if the server that answers is not the API. */
  clock?: Verdict;
  /** The time by the clock of the service. */
  now: Date;
}

/** Called without a token: only the API answers with its own error code. */
export async function checkApi({ api }: Settings, signal: AbortSignal): Promise<CheckedApi> {
  let answer: Answered;
  try {
    answer = await get(`${api}${COUNTRIES}`, signal);
  } catch (thrown) {
    return { verdict: connectionFault('API', api, thrown), now: new Date() };
  }
  const now = new Date(Date.now() + (answer.aheadSeconds ?? 0) * 1000);
  const { status } = answer;
  if (status === 429 || status >= 500)
    return { verdict: fault('API', `it answers ${status}`, 'Retry in a minute, and contact us if it persists.'), now };
  if (status !== 401 || errorCodeOf(answer.body) === undefined) {
    const found = `${api} answers (${status}), but is not the API`;
    const cure = 'Copy the address of the API from the portal: only the origin, without a path.';
    return { verdict: fault('API', found, cure), now };
  }
  return { verdict: good('API', `${api} answers`), clock: checkClock(answer.aheadSeconds), now };
}

export function errorCodeOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  const { error } = body;
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}

function checkClock(aheadSeconds: number | undefined): Verdict {
  if (aheadSeconds === undefined) return good('clock', 'the API sent no Date header, so the clock was not checked');
  const off = Math.round(Math.abs(aheadSeconds));
  if (off <= CLOCK_SECONDS) return good('clock', 'agrees with the API');
  return fault(
    'clock',
    `this machine is ${off} s ${aheadSeconds > 0 ? 'behind' : 'ahead of'} the API`,
    'Set the clock: assertions and webhook signatures contain the time. On Linux: timedatectl set-ntp true',
  );
}

export async function checkIdentity({ issuer, tokenEndpoint }: Settings, signal: AbortSignal): Promise<Verdict> {
  const about = 'identity';
  const url = `${issuer.replace(/\/$/, '')}/.well-known/oauth-authorization-server`;
  let answer: Answered;
  try {
    answer = await get(url, signal);
  } catch (thrown) {
    return connectionFault(about, url, thrown);
  }
  const told = (answer.body ?? {}) as { issuer?: unknown; token_endpoint?: unknown };
  if (answer.status !== 200 || typeof told.issuer !== 'string')
    return fault(
      about,
      `${issuer} answers (${answer.status}), but is not the identity service`,
      'Copy the issuer from the portal, under API credentials.',
    );
  if (told.issuer !== issuer)
    return fault(
      about,
      `the issuer identifies itself as ${told.issuer}, not ${issuer}`,
      `Use exactly this in the profile: --issuer ${told.issuer}`,
    );
  if (told.token_endpoint !== tokenEndpoint)
    return fault(
      about,
      `its token endpoint is ${String(told.token_endpoint)}, not ${tokenEndpoint}`,
      'Remove the token endpoint from your settings: it follows from the issuer.',
    );
  return good(about, `${issuer} answers`);
}
