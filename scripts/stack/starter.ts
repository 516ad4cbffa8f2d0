// The settings of the demo partners, in files that a developer copies out of the container of the sandbox.
import { execFileSync } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shortNameOf } from '../seed.ts';
import type { StackSettings } from './settings.ts';
import { readEnvironment } from './state-files.ts';

/** For each partner its key and its settings, which name the key's file without a folder. */
export async function writeStarter(settings: StackSettings, folder: string): Promise<void> {
  const { api, issuer, partners } = await readEnvironment(settings);
  const command = join(settings.project, 'packages/cli/src/main.ts');
  const parts = [command, '--stack', '--env', settings.name, 'listen', '--print-secret'];
  // "onboarding listen" signs with it.
  const secret = execFileSync(process.execPath, parts, { encoding: 'utf8' }).trim();
  for (const partner of partners) {
    const name = shortNameOf(partner);
    const keyFile = `${name}.key.pem`;
    await copyFile(partner.privateKeyFile, join(folder, keyFile));
    const values = {
      ONBOARDING_API: api,
      ONBOARDING_ISSUER: issuer,
      ONBOARDING_CLIENT_ID: partner.clientId,
      ONBOARDING_KEY: keyFile,
      ONBOARDING_WEBHOOK_SECRET: secret,
    };
    const lines = Object.entries(values).map(([variable, value]) => `${variable}=${value}\n`);
    await writeFile(join(folder, `${name}.env`), lines.join(''), { mode: 0o600 });
  }
}
