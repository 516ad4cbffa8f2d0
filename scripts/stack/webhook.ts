/** Registers a demo partner's receiver as its administrator would in the portal, and keeps the secret that signs deliveries. */
import { join } from 'node:path';
import { z } from 'zod';
import { StackFailure } from '../servers/failure.ts';
import { readStateFile, writeStateFile } from '../servers/state-file.ts';
import { signIn } from './login.ts';
import type { StackSettings } from './settings.ts';
import { readEnvironment } from './state-files.ts';
import { choosePartner } from './token.ts';

const answerSchema = z.union([
  z.object({ value: z.object({ webhookSecret: z.string().nullable() }) }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
]);
const secretsSchema = z.record(z.string(), z.string());

/** Returns the secret. A second call returns the same one. */
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
  const cookie = await signIn(settings, admin.email);
  const ask = async (path: string, body: unknown): Promise<string | null> => {
    const response = await fetch(`${environment.portal}/api/customer/v1/partner-profile/webhooks${path}`, {
      method: 'POST',
      headers: { cookie, origin: environment.portal, 'x-csrf': '1', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(120_000),
    });
    const answer = answerSchema.parse(await response.json());
    if ('value' in answer) return answer.value.webhookSecret;
    throw new StackFailure(`${answer.error.code}: ${answer.error.message}`);
  };
  // Null if it was registered in the portal before: its secret is shown only once, so it is replaced.
  const secret = (await ask('', { url: receiver.url })) ?? (await ask('/rotate-secret', {}));
  if (secret === null) throw new StackFailure('The API returned no secret: see its log');
  await writeStateFile(file, { ...known, [partnerId]: secret });
  return secret;
}
