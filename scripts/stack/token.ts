/** Gets an access token as a partner's system would: an assertion signed with its key, sent to the token endpoint. */
import { createPrivateKey, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { StackFailure } from '../servers/failure.ts';
import type { StackSettings } from './settings.ts';
import { readEnvironment, type StackEnvironment } from './state-files.ts';

type Partner = StackEnvironment['partners'][number];

const answerSchema = z.union([
  z.object({ access_token: z.string() }),
  z.object({ error: z.string(), error_description: z.string().optional() }),
]);

/** A token for a partner, given by its id, client id or the beginning of its name. */
export async function tokenFor(settings: StackSettings, partnerName: string, scope: string): Promise<string> {
  const environment = await readEnvironment(settings);
  const partner = choosePartner(environment.partners, partnerName);
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await makeAssertion(partner, environment.issuer),
    scope,
  });
  const answer = answerSchema.safeParse(await post(environment.tokenEndpoint, body));
  if (!answer.success) throw new StackFailure(`${environment.tokenEndpoint} gave an invalid answer: see its log`);
  if ('access_token' in answer.data) return answer.data.access_token;
  const { error, error_description = 'no more is said' } = answer.data;
  throw new StackFailure(`The token endpoint refused: ${error}: ${error_description}`);
}

async function makeAssertion({ clientId, privateKeyFile }: Partner, issuer: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(createPrivateKey(await readFile(privateKeyFile)));
}

async function post(url: string, body: URLSearchParams): Promise<unknown> {
  try {
    const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(120_000) });
    return await answer.json();
  } catch {
    throw new StackFailure(`Nothing answers at ${url}: start the stack with "npm run stack -- up"`);
  }
}

export function choosePartner(partners: readonly Partner[], wanted: string): Partner {
  const sought = wanted.toLowerCase();
  const found = partners.filter(
    ({ partnerId, clientId, name }) =>
      partnerId === sought || clientId === sought || name.toLowerCase().startsWith(sought),
  );
  const [partner] = found;
  if (partner !== undefined && found.length === 1) return partner;
  const names = partners.map(({ name }) => name).join(', ');
  throw new StackFailure(
    `${partner === undefined ? 'No' : 'More than one'} partner matches "${wanted}": choose one of ${names}`,
  );
}
