// Chooses the environment and credentials of a command: from flags, then environment variables, then the local stack if
// requested, then the profile.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../config.ts';
import { CliFailure, wrongUsage } from '../failure.ts';
import { type Profile, type ProfileFile, profilePath, readProfiles } from './profile-file.ts';

/** The flags that every command takes. */
export interface GivenSettings {
  env?: string;
  api?: string;
  issuer?: string;
  tokenEndpoint?: string;
  clientId?: string;
  key?: string;
  stack?: boolean;
  partner?: string;
}

type Name = 'api' | 'issuer' | 'tokenEndpoint' | 'clientId' | 'keyFile';

/** The environment variable and the flag of each setting. */
const NAMES: Record<Name, { variable: string; flag: string }> = {
  api: { variable: 'ONBOARDING_API', flag: '--api' },
  issuer: { variable: 'ONBOARDING_ISSUER', flag: '--issuer' },
  tokenEndpoint: { variable: 'ONBOARDING_TOKEN_ENDPOINT', flag: '--token-endpoint' },
  clientId: { variable: 'ONBOARDING_CLIENT_ID', flag: '--client-id' },
  keyFile: { variable: 'ONBOARDING_KEY', flag: '--key' },
};

/** The settings found so far, possibly incomplete. */
export interface FoundSettings extends Profile {
  /** The name of the profile, which also stores the listener's secret. */
  profile: string;
  /** The file with the profiles. */
  file: string;
  /** The key itself, if the environment contains it. */
  privateKey?: string;
}

export interface Settings {
  profile: string;
  file: string;
  api: string;
  issuer: string;
  tokenEndpoint: string;
  clientId: string;
}

export async function findSettings(given: GivenSettings, environment: Environment): Promise<FoundSettings> {
  const file = profilePath(environment);
  const profiles = await readProfiles(file);
  const profile = chooseProfile(given, environment, profiles);
  const stack = given.stack === true ? await readStack(environment, profile, given.partner) : {};
  const { key, ...flags } = given;
  const flagged: Profile = { ...flags, ...(key !== undefined && { keyFile: key }) };
  const kept = given.stack === true ? {} : profiles.profiles[profile];
  const found: FoundSettings = { ...kept, ...stack, profile, file };
  for (const [name, { variable }] of Object.entries(NAMES) as [Name, { variable: string }][]) {
    const value = flagged[name] ?? (environment[variable] || undefined);
    if (value !== undefined) found[name] = value;
  }
  // The stored certificate does not belong to another key.
  if (found.keyFile !== (stack.keyFile ?? kept?.keyFile)) delete found.certificateFile;
  const secret = environment.ONBOARDING_WEBHOOK_SECRET || profiles.profiles[profile]?.webhookSecret;
  if (secret !== undefined) found.webhookSecret = secret;
  if (environment.ONBOARDING_PRIVATE_KEY && key === undefined) found.privateKey = environment.ONBOARDING_PRIVATE_KEY;
  return found;
}

const PROFILE_NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/;

function chooseProfile(given: GivenSettings, environment: Environment, { current, profiles }: ProfileFile): string {
  const named = given.env ?? (environment.ONBOARDING_ENV || undefined);
  if (named !== undefined) {
    if (!PROFILE_NAME.test(named))
      throw wrongUsage('--env must be a profile name: up to 32 lower-case letters, digits, hyphens and underscores.');
    return named;
  }
  if (given.stack === true) return 'development';
  return current ?? Object.keys(profiles)[0] ?? 'sandbox';
}

export function completeSettings(found: FoundSettings): Settings {
  const need = (name: Name): string => {
    const value = found[name];
    if (value !== undefined) return value;
    const { flag, variable } = NAMES[name];
    throw wrongUsage(
      `${flag} is missing, and the profile "${found.profile}" does not have it: run "onboarding init --env ${found.profile}", pass it, set ${variable}, or use --stack.`,
    );
  };
  const api = toUrl('--api', need('api'));
  // Tokens are sent to this address.
  if (api.protocol !== 'https:' && !isLocal(api)) throw wrongUsage('--api must start with https.');
  const issuer = need('issuer');
  toUrl('--issuer', issuer);
  return {
    profile: found.profile,
    file: found.file,
    api: api.href.replace(/\/$/, ''),
    issuer,
    tokenEndpoint: found.tokenEndpoint ?? `${issuer.replace(/\/$/, '')}/oauth2/token`,
    clientId: need('clientId'),
  };
}

/** PEM. Never an argument: arguments are visible to everyone on the machine and stay in the shell history. */
export async function readPrivateKey(found: FoundSettings, readInput: () => Promise<string>): Promise<string> {
  if (found.privateKey !== undefined) return found.privateKey;
  const path = found.keyFile;
  if (path === undefined)
    throw wrongUsage(
      `There is no private key: run "onboarding init --env ${found.profile}", name its file with --key, or set ONBOARDING_KEY.`,
    );
  if (path === '-') return readInput();
  return readFile(path, 'utf8').catch(() => {
    throw new CliFailure(`The private key ${path} cannot be read: check the path and your permissions.`);
  });
}

export function toUrl(flag: string, text: string): URL {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw wrongUsage(`${flag} must be an address that starts with http:// or https://, not "${text}".`);
  return new URL(text);
}

// The local stack of the repository as a source of settings.

interface StackFile {
  api: string;
  issuer: string;
  tokenEndpoint: string;
  partners: { name: string; clientId: string; privateKeyFile: string; certificateFile?: string }[];
}

/** The environments of the stack and the folder of each. Defaults to the first one. */
const FOLDERS: Record<string, string> = { development: '', sandbox: 'sandbox' };
const STACK_ENVIRONMENTS = Object.keys(FOLDERS);

async function readStack(environment: Environment, name: string, wanted = ''): Promise<Profile> {
  const folder = FOLDERS[name];
  if (folder === undefined)
    throw wrongUsage(`With --stack, --env must be ${STACK_ENVIRONMENTS.join(' or ')}, not "${name}".`);
  const path = join(environment.ONBOARDING_STACK_DIR || '.stack', folder, 'env.json');
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CliFailure(`There is no ${path}. Run this in the checkout, after "npm run stack -- up --env ${name}".`);
  });
  // Not validated: written by the stack of the same version.
  const { api, issuer, tokenEndpoint, partners } = JSON.parse(text) as StackFile;
  const partner = partners.find(({ name }) => name.toLowerCase().startsWith(wanted.toLowerCase()));
  if (partner === undefined)
    throw wrongUsage(`No partner matches "${wanted}": choose one of ${partners.map(({ name }) => name).join(', ')}.`);
  const { clientId, privateKeyFile: keyFile, certificateFile } = partner;
  return { api, issuer, tokenEndpoint, clientId, keyFile, ...(certificateFile !== undefined && { certificateFile }) };
}

/** Whether an address is local, judged only by its text, without a DNS lookup. */
export function isLocal(url: URL): boolean {
  const host = url.hostname.replace(/\.$/, '');
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
