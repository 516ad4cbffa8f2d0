// The local stack of the repository as a source of settings.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../config.ts';
import { CliFailure, wrongUsage } from '../failure.ts';
import type { Profile } from './profile-file.ts';

interface StackFile {
  api: string;
  issuer: string;
  tokenEndpoint: string;
  partners: { name: string; clientId: string; privateKeyFile: string; certificateFile?: string }[];
}

/** The environments of the stack and the folder of each. Defaults to the first one. */
const FOLDERS: Record<string, string> = { development: '', sandbox: 'sandbox' };
const STACK_ENVIRONMENTS = Object.keys(FOLDERS);

export async function readStack(environment: Environment, name: string, wanted = ''): Promise<Profile> {
  const folder = FOLDERS[name];
  if (folder === undefined)
    throw wrongUsage(`With --stack, --env must be ${STACK_ENVIRONMENTS.join(' or ')}, not "${name}".`);
  const path = join(environment.ONBOARDING_STACK_DIR || '.stack', folder, 'env.json');
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CliFailure(
      `There is no ${path}: start the local stack with "npm run stack -- up --env ${name}", then run this again.`,
    );
  });
  // Not validated: written by the stack of the same version.
  const { api, issuer, tokenEndpoint, partners } = JSON.parse(text) as StackFile;
  const partner = partners.find(({ name }) => name.toLowerCase().startsWith(wanted.toLowerCase()));
  if (partner === undefined)
    throw wrongUsage(`No partner matches "${wanted}": choose one of ${partners.map(({ name }) => name).join(', ')}.`);
  const { clientId, privateKeyFile: keyFile, certificateFile } = partner;
  return { api, issuer, tokenEndpoint, clientId, keyFile, ...(certificateFile !== undefined && { certificateFile }) };
}
