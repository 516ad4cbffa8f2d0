/** The JSON files that the stack keeps between commands. All are private: most contain a password. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { z } from 'zod';
import { StackFailure } from '../servers/failure.ts';
import { readStateFile, writeStateFile } from '../servers/state-file.ts';
import type { DemoReceiver } from './receivers.ts';
import { issuerOf, localUrl, type StackSettings, siteOf } from './settings.ts';

const secretsSchema = z.object({
  ownerPassword: z.string().min(1),
  appPassword: z.string().min(1),
  staffPassword: z.string().min(1),
  operationsPassword: z.string().min(1),
  identityPassword: z.string().min(1),
  workerPassword: z.string().min(1),
  portalClientSecret: z.string().min(32),
  consoleClientSecret: z.string().min(32),
  storageAccessKey: z.string().min(1),
  storageSecretKey: z.string().min(1),
  storageLinkAccessKey: z.string().min(1),
  storageLinkSecretKey: z.string().min(1),
  storageEventsSecret: z.string().min(32),
  keyRing: z.object({ current: z.string(), keys: z.record(z.string(), z.string()) }),
});

export type StackSecrets = z.infer<typeof secretsSchema>;

const userSchema = z.object({ email: z.string(), password: z.string(), role: z.string(), totpSecret: z.string() });

const storageSchema = z.object({
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  accessKey: z.string(),
  secretKey: z.string(),
  /** The keys that sign upload links. */
  links: z.object({ accessKey: z.string(), secretKey: z.string() }).optional(),
});

/** What a program needs to talk to the running stack. */
const environmentSchema = z.object({
  api: z.string(),
  identity: z.string(),
  /** The `iss` of tokens. */
  issuer: z.string(),
  /** The origins of the sites for users of partners and for our own staff; browsers send writes from there. */
  portal: z.string(),
  console: z.string(),
  /** The page that shows the mails. */
  mail: z.string(),
  tokenEndpoint: z.string(),
  database: z.string(),
  /** The S3 server with the documents. */
  storage: storageSchema.optional(),
  partners: z.array(
    z.object({
      partnerId: z.string(),
      name: z.string(),
      clientId: z.string(),
      privateKeyFile: z.string(),
      certificateFile: z.string(),
      users: z.array(userSchema),
    }),
  ),
  staff: z.array(userSchema),
  /** An HTTPS server on this port, with this certificate, gets the partner's webhooks once the URL is registered. */
  receivers: z
    .array(
      z.object({
        partnerId: z.string(),
        url: z.string(),
        port: z.int(),
        certFile: z.string(),
        keyFile: z.string(),
        caFile: z.string(),
      }),
    )
    .default([]),
});

export type StackEnvironment = z.infer<typeof environmentSchema>;
export type StackUser = z.infer<typeof userSchema>;

/**
 * The secrets of this stack, created on the first run and never changed: they decrypt what the database contains. A
 * stack of an earlier version gets the missing ones.
 */
export async function loadSecrets(settings: StackSettings): Promise<StackSecrets> {
  const existing = await readStateFile(settings.secretsFile, secretsSchema.partial());
  if (existing === undefined) {
    await mkdir(settings.directory, { recursive: true });
    if ((await readdir(settings.directory)).length > 0) {
      throw new StackFailure(`${settings.directory} is not a stack folder: empty it, or set ONBOARDING_STACK_DIR`);
    }
  } else if (existing.keyRing === undefined) {
    // A new key could not decrypt the existing data.
    throw new StackFailure(
      `${settings.secretsFile} has no key ring: restore it, or start over with "npm run stack -- reset"`,
    );
  }
  const secret = () => randomBytes(24).toString('hex');
  const secrets: StackSecrets = {
    ownerPassword: existing?.ownerPassword ?? secret(),
    appPassword: existing?.appPassword ?? secret(),
    staffPassword: existing?.staffPassword ?? secret(),
    operationsPassword: existing?.operationsPassword ?? secret(),
    identityPassword: existing?.identityPassword ?? secret(),
    workerPassword: existing?.workerPassword ?? secret(),
    portalClientSecret: existing?.portalClientSecret ?? secret(),
    consoleClientSecret: existing?.consoleClientSecret ?? secret(),
    storageAccessKey: existing?.storageAccessKey ?? secret(),
    storageSecretKey: existing?.storageSecretKey ?? secret(),
    storageLinkAccessKey: existing?.storageLinkAccessKey ?? secret(),
    storageLinkSecretKey: existing?.storageLinkSecretKey ?? secret(),
    storageEventsSecret: existing?.storageEventsSecret ?? secret(),
    keyRing: existing?.keyRing ?? { current: 'k1', keys: { k1: randomBytes(32).toString('base64') } },
  };
  if (JSON.stringify(existing) !== JSON.stringify(secrets)) await writeStateFile(settings.secretsFile, secrets);
  return secrets;
}

export async function writeEnvironment(
  settings: StackSettings,
  database: string,
  {
    partners,
    staff,
    storage,
    receivers,
  }: Pick<StackEnvironment, 'partners' | 'staff' | 'storage'> & { receivers: readonly DemoReceiver[] },
): Promise<void> {
  const issuer = issuerOf(settings);
  const api = siteOf(settings);
  const environment: StackEnvironment = {
    api,
    identity: issuer,
    issuer,
    portal: api,
    console: api,
    mail: `${localUrl(settings.ports.mail)}/`,
    tokenEndpoint: `${issuer}/oauth2/token`,
    database,
    storage,
    partners,
    staff,
    receivers: [...receivers],
  };
  await writeStateFile(settings.environmentFile, environment);
}

export async function readEnvironment(settings: StackSettings): Promise<StackEnvironment> {
  const environment = await readStateFile(settings.environmentFile, environmentSchema);
  if (environment !== undefined) return environment;
  const { name } = settings;
  const command = name === 'development' ? 'up' : `up --env ${name}`;
  throw new StackFailure(
    `There is no ${name} environment yet: start it with "npm run stack -- ${command}", or choose another with --env`,
  );
}
