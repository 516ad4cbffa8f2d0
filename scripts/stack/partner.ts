// What a demo partner does: its system gets a token, and its administrator registers the receiver.
import { createPrivateKey, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { StackFailure } from '../servers/failure.ts';
import { readStateFile, writeStateFile } from '../servers/state-file.ts';
import { signIn } from './login.ts';
import type { StackSettings } from './settings.ts';
import { readEnvironment, type StackEnvironment } from './state-files.ts';

type Partner = StackEnvironment['partners'][number];

const answerSchema = z.union([
  z.object({ access_token: z.string() }),
  z.object({ error: z.string(), error_description: z.string().optional() }),
]);

/**
 * A token for a partner, given by its id, client id or the beginning of its name. Requested as the partner's system would: with an
 * assertion signed with its key.
 */
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
  if (!answer.success) throw new StackFailure(`${environment.tokenEndpoint} returned an invalid response: see its log`);
  if ('access_token' in answer.data) return answer.data.access_token;
  const { error, error_description = 'no description' } = answer.data;
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

function choosePartner(partners: readonly Partner[], wanted: string): Partner {
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

const registrationSchema = z.union([
  z.object({ value: z.object({ webhookSecret: z.string().nullable() }) }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
]);
const secretsSchema = z.record(z.string(), z.string());

/**
 * Registers a demo partner's receiver as its administrator would in the portal, and returns the secret that signs deliveries. The
 * secret is kept: a second call returns the same one.
 */
export async function registerReceiver(settings: StackSettings, partnerName: string): Promise<string> {
  const environment = await readEnvironment(settings);
  const { partnerId, name, users } = choosePartner(environment.partners, partnerName);
  const receiver = environment.receivers.find((one) => one.partnerId === partnerId);
  const admin = users.find(({ role }) => role === 'admin');
  if (receiver === undefined || admin === undefined)
    throw new StackFailure(`${name} has no receiver here: see env.json`);
  const file = join(settings.place, 'webhook-secrets.json');
  const known = (await readStateFile(file, secretsSchema)) ?? {};
  console.error(`${receiver.url} points to port ${receiver.port} on this machine. Deliveries are signed with:`);
  // A second sign-in would have to wait for another code.
  const before = known[partnerId];
  if (before !== undefined) return before;
  const cookie = await signIn(settings, admin.email, () => {});
  const ask = async (path: string, body: unknown): Promise<string | null> => {
    const response = await fetch(`${environment.portal}/api/customer/v1/partner-profile/webhooks${path}`, {
      method: 'POST',
      headers: { cookie, origin: environment.portal, 'x-csrf': '1', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(120_000),
    });
    const answer = registrationSchema.parse(await response.json());
    if ('value' in answer) return answer.value.webhookSecret;
    throw new StackFailure(`${answer.error.code}: ${answer.error.message}`);
  };
  // Null if it was registered in the portal before: its secret is shown only once, so it is replaced.
  const secret = (await ask('', { url: receiver.url })) ?? (await ask('/rotate-secret', {}));
  if (secret === null) throw new StackFailure('The API returned no secret: see its log');
  await writeStateFile(file, { ...known, [partnerId]: secret });
  return secret;
}
