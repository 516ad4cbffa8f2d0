// Rotates the keys that sign tokens.

import { ConfigError } from '@onboarding/platform/config';
import { openKeyRing } from '@onboarding/platform/crypto';
import { createMetrics } from '@onboarding/platform/metrics';
import { databaseMetrics, openDatabase, type Tx } from '@onboarding/platform/postgres';
import { readCommandConfig } from '../config.ts';
import { listSigningKeys } from '../keys/signing-key-store.ts';
import {
  activateSigningKey,
  type KeyParts,
  KeyStepRefused,
  publishSigningKey,
  retireSigningKeys,
} from '../keys/signing-keys.ts';

const USAGE = `usage: node apps/identity/src/commands/keys.ts list | publish | activate | retire [--force]

  list       shows the keys in use and since when
  publish    makes a new key and shows it to verifiers; it signs nothing yet
  activate   lets the published key sign, ten minutes after it was published or later
  retire     forgets the key that signed before, six minutes after the change or later
  --force    does not wait; for a key that is in the wrong hands. Tokens signed with it stop working.

Takes DATABASE_URL (role onboarding_identity) and KEY_RING from the environment.`;

const STEPS: Record<string, (tx: Tx, parts: KeyParts) => Promise<string>> = {
  list: async (tx) =>
    (await listSigningKeys(tx))
      .map((key) => `${key.status.padEnd(10)}${key.key_id}  published ${key.published_at.toISOString()}`)
      .join('\n'),
  publish: async (tx, parts) => `published ${await publishSigningKey(tx, parts)}`,
  activate: async (tx, parts) => `activated ${await activateSigningKey(tx, parts)}`,
  retire: async (tx, parts) => `retired ${(await retireSigningKeys(tx, parts)).join(', ')}`,
};

const [name = '', ...flags] = process.argv.slice(2);
const step = STEPS[name];
if (step === undefined || flags.some((flag) => flag !== '--force')) {
  console.log(USAGE);
  process.exit(name === '--help' ? 0 : 1);
}
try {
  const config = readCommandConfig();
  const db = openDatabase({
    url: config.DATABASE_URL,
    applicationName: 'onboarding-keys',
    poolSize: 1,
    metrics: databaseMetrics(createMetrics('keys')),
    onIdleError: () => {},
  });
  const parts = { keys: openKeyRing(config.KEY_RING), now: new Date(), force: flags.includes('--force') };
  console.log(await db.transaction((tx) => step(tx, parts)));
  await db.close();
} catch (error) {
  console.error(error instanceof KeyStepRefused || error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
