// Requests tokens from a real identity service, and reads what it recorded.
import { setTimeout as delay } from 'node:timers/promises';
import type { SigningKey } from '../../../apps/identity/src/keys/signing-keys.ts';
import { makeAssertion, makeCertificate, registerCertificate, type TestCertificate, tokenForm } from '../clients.ts';
import type { TestDatabase, TestPartner } from '../database.ts';
import { AUDIENCE } from '../tokens.ts';

/** A running identity service, in a process of its own or in that of the test. */
interface Asked {
  issuer: string;
  url: string;
}

export interface Machine {
  partner: TestPartner;
  certificate: TestCertificate;
}

/** A partner with one registered certificate. */
export async function addMachine(database: TestDatabase): Promise<Machine> {
  const [partner, certificate] = [await database.addPartner(), await makeCertificate()];
  await registerCertificate(database, partner, certificate);
  return { partner, certificate };
}

export interface TokenAnswer {
  status: number;
  headers: Headers;
  text: string;
  token: string | undefined;
}

export async function ask(
  identity: { url: string },
  body: URLSearchParams | string | FormData | null,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const answer = await fetch(`${identity.url}/oauth2/token`, { method: 'POST', body, headers });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, token: tokenIn(text) };
}

function tokenIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { access_token?: string }).access_token;
  } catch {
    return undefined;
  }
}

/** The response without its request id, which differs each time. */
export const textWithoutId = ({ text }: TokenAnswer) => text.replace(/(?<="request_id":")[0-9a-f-]{36}(?=")/, 'its id');

export const errorIn = (answer: Pick<TokenAnswer, 'text'>) => (JSON.parse(answer.text) as { error?: string }).error;

/** Exchanges a new assertion for a token. */
export async function askWith(
  identity: Asked,
  machine: Machine,
  more: Record<string, string> = {},
): Promise<TokenAnswer> {
  return ask(identity, tokenForm(await makeAssertion(identity.issuer, machine.partner, machine.certificate), more));
}

/** While the database is busy, identity answers 503 with Retry-After. */
const TRIES = 10;
const PAUSE_MS = 500;

export async function getToken(identity: Asked, machine: Machine): Promise<string> {
  let answer = await askWith(identity, machine);
  for (let tries = 1; answer.status === 503 && tries < TRIES; tries++) {
    await delay(PAUSE_MS);
    answer = await askWith(identity, machine);
  }
  if (answer.token === undefined) throw new Error(`No token: ${answer.status} ${answer.text}`);
  return answer.token;
}

export interface LoggedRequest {
  request_id: string;
  /** The request id of the last caller that the row counts. */
  last_request_id: string | null;
  partner_id: string;
  client_id: string;
  outcome: string;
  error: string | null;
  reason: string | null;
  certificate_id: string | null;
  scope: string | null;
  address: string;
  /** How many requests the row counts. */
  requests: number;
}

/** What was recorded since the last call. */
export function watchRequests(database: TestDatabase): () => Promise<LoggedRequest[]> {
  const seen = new Set<string>();
  return async () => {
    const { rows } = await database.owner.query('select * from token_requests order by request_id');
    // Refused requests share rows: one with a higher count is new too.
    const mark = (row: { request_id: string; requests: number }) => `${row.request_id} ${row.requests}`;
    const fresh = rows.filter((row) => !seen.has(mark(row)));
    for (const row of fresh) seen.add(mark(row));
    return fresh;
  };
}

/** A token as identity would issue it at that moment, if it signed with this key. */
export async function tokenSignedWith(
  key: SigningKey,
  issuer: string,
  partner: TestPartner,
  at: Date,
): Promise<string> {
  const iat = Math.floor(at.getTime() / 1000);
  const { clientId, partnerId } = partner;
  const names = { iss: issuer, aud: AUDIENCE, sub: clientId, client_id: clientId, partner_id: partnerId };
  const claims = { ...names, scope: 'partner.read', iat, exp: iat + 300 };
  const content = [{ alg: 'RS256', typ: 'at+jwt', kid: key.kid }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${content}.${Buffer.from(await key.sign(Buffer.from(content))).toString('base64url')}`;
}

export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

export const headerOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
