/** The JSON files that the stack keeps between commands. All are private: most hold a password. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { DemoPartner } from '../seed.ts';
import { failureCode, StackFailure } from './failure.ts';
import { localUrl, type StackSettings } from './settings.ts';

const secretsSchema = z.object({
  ownerPassword: z.string().min(1),
  appPassword: z.string().min(1),
  identityPassword: z.string().min(1),
  workerPassword: z.string().min(1),
  keyRing: z.object({ current: z.string(), keys: z.record(z.string(), z.string()) }),
});

export type StackSecrets = z.infer<typeof secretsSchema>;

/** What a program needs to know to talk to the running stack. */
const environmentSchema = z.object({
  api: z.string(),
  identity: z.string(),
  tokenEndpoint: z.string().nullable(),
  database: z.string(),
  partners: z.array(
    z.object({
      partnerId: z.string(),
      name: z.string(),
      clientId: z.string(),
      privateKeyFile: z.string().nullable(),
      certificateFile: z.string().nullable(),
      users: z.array(z.unknown()),
    }),
  ),
  staff: z.array(z.unknown()),
});

export type StackEnvironment = z.infer<typeof environmentSchema>;

/** The secrets of this stack, made on the first run and never changed: they open what the database already holds. */
export async function loadSecrets(settings: StackSettings): Promise<StackSecrets> {
  const existing = await readStateFile(settings.secretsFile, secretsSchema);
  if (existing !== undefined) return existing;
  await mkdir(settings.directory, { recursive: true });
  if ((await readdir(settings.directory)).length > 0) {
    throw new StackFailure(`${settings.directory} is not a stack folder: empty it, or set ONBOARDING_STACK_DIR`);
  }
  const secrets = {
    ownerPassword: randomBytes(24).toString('hex'),
    appPassword: randomBytes(24).toString('hex'),
    identityPassword: randomBytes(24).toString('hex'),
    workerPassword: randomBytes(24).toString('hex'),
    keyRing: { current: 'k1', keys: { k1: randomBytes(32).toString('base64') } },
  };
  await writeStateFile(settings.secretsFile, secrets);
  return secrets;
}

export async function writeEnvironment(
  settings: StackSettings,
  database: string,
  partners: readonly DemoPartner[],
): Promise<void> {
  const environment: StackEnvironment = {
    api: localUrl(settings.ports.api),
    identity: localUrl(settings.ports.issuer),
    tokenEndpoint: null,
    database,
    partners: partners.map((partner) => ({ ...partner, privateKeyFile: null, certificateFile: null, users: [] })),
    staff: [],
  };
  await writeStateFile(settings.environmentFile, environment);
}

export async function readEnvironment(settings: StackSettings): Promise<StackEnvironment> {
  const environment = await readStateFile(settings.environmentFile, environmentSchema);
  if (environment !== undefined) return environment;
  throw new StackFailure('There is no stack yet: start one with "npm run stack -- up"');
}

export async function readStateFile<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (thrown) {
    if (failureCode(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new StackFailure(`${path} cannot be understood: restore it, or start anew with "npm run stack -- reset"`);
  }
}

/** Written beside and moved into place, so that an interruption leaves the old file or the new one. */
export async function writeStateFile(path: string, value: unknown): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}
