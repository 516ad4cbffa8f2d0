// The profiles of this user, one per environment of the service. The file is private: it contains the listener's secret.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from '../config.ts';
import { CliFailure } from '../failure.ts';

export interface Profile {
  api?: string;
  issuer?: string;
  tokenEndpoint?: string;
  clientId?: string;
  keyFile?: string;
  certificateFile?: string;
  /** Signs what `listen`, `trigger` and `events resend` send to a receiver. */
  webhookSecret?: string;
}

export interface ProfileFile {
  /** Used if no --env is given. */
  current?: string;
  profiles: Record<string, Profile>;
}

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Follows the XDG base directory specification. */
function configFolder(environment: Environment): string {
  const home = environment.HOME || homedir();
  return join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'onboarding');
}

export const profilePath = (environment: Environment) => join(configFolder(environment), 'config.json');

export async function readProfiles(path: string): Promise<ProfileFile> {
  const text = await readFile(path, 'utf8').catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return '{"profiles":{}}';
    throw new CliFailure(`${path} cannot be read (${thrown.code}): check your permissions.`);
  });
  try {
    const read: unknown = JSON.parse(text);
    if (isProfileFile(read)) return read;
  } catch {
    // Reported below.
  }
  throw new CliFailure(`${path} is damaged: correct it, or delete it and run "onboarding init".`);
}

function isProfileFile(read: unknown): read is ProfileFile {
  if (typeof read !== 'object' || read === null || !('profiles' in read)) return false;
  const { profiles } = read;
  return (
    typeof profiles === 'object' &&
    profiles !== null &&
    Object.values(profiles).every(
      (one) =>
        typeof one === 'object' && one !== null && Object.values(one).every((value) => typeof value === 'string'),
    )
  );
}

/** Changes one profile and keeps the others. A concurrent reader gets either the old or the new file. */
export async function changeProfile(
  path: string,
  name: string,
  changes: Profile,
  { makeCurrent = false } = {},
): Promise<void> {
  const file = await readProfiles(path);
  const next: ProfileFile = {
    ...file,
    ...(makeCurrent && { current: name }),
    profiles: { ...file.profiles, [name]: { ...file.profiles[name], ...changes } },
  };
  await writePrivately(path, `${JSON.stringify(next, null, 2)}\n`);
}

export async function writePrivately(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, text, { mode: PRIVATE_FILE });
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Whether anyone but the owner can read it. */
export async function isExposed(path: string): Promise<boolean> {
  return ((await stat(path)).mode & 0o077) !== 0;
}
