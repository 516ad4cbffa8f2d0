// What the caller wants: flags first, then the environment, then the local stack.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { signDelivery, WebhookSecretError } from '@onboarding/sdk';
import { CliFailure } from './failure.ts';
import { isLocal } from './local-address.ts';

export interface ListenSettings {
  forwardTo: URL;
  api: string;
  issuer: string;
  tokenEndpoint: string | undefined;
  clientId: string;
  privateKey: string;
  secret: string;
  /** Made here, so the caller has not seen it. */
  secretIsNew: boolean;
  since: Date;
}

export const LISTEN_HELP = `usage: onboarding listen --forward-to http://localhost:3000/hooks [options]

Follows your change feed and forwards each event to a port of this machine as a signed delivery, with all headers of a
real one. Nobody needs a public URL to develop. Stop it with Ctrl-C.

  --forward-to URL      where your receiver listens
  --allow-remote        allow a --forward-to that is not on this machine
  --secret whsec_...    sign with this secret      ONBOARDING_WEBHOOK_SECRET   (a new one is made and shown otherwise)
  --since WHEN          begin there instead of now: 2026-11-15T10:00:00Z, or 30m, 12h, 7d ago (at most 30 days)

Your credential, as for every call of the API (see docs/tokens.md):

  --api URL             address of the API         ONBOARDING_API
  --issuer URL          address of the identity    ONBOARDING_ISSUER
                        service, as the portal shows it
  --token-endpoint URL  if it is not the issuer's  ONBOARDING_TOKEN_ENDPOINT
                        /oauth2/token
  --client-id ID        your client id             ONBOARDING_CLIENT_ID
  --key FILE            your private key, as PEM   ONBOARDING_KEY

  --stack               take all of these from the local stack (.stack/env.json, or ONBOARDING_STACK_DIR)
  --partner NAME        with --stack: which partner, by the beginning of its name (the first one otherwise)
`;

const OPTIONS = {
  'forward-to': { type: 'string' },
  'allow-remote': { type: 'boolean' },
  secret: { type: 'string' },
  since: { type: 'string' },
  api: { type: 'string' },
  issuer: { type: 'string' },
  'token-endpoint': { type: 'string' },
  'client-id': { type: 'string' },
  key: { type: 'string' },
  stack: { type: 'boolean' },
  partner: { type: 'string' },
} as const;

/** The environment's name for each setting. */
const VARIABLES = {
  api: 'ONBOARDING_API',
  issuer: 'ONBOARDING_ISSUER',
  'token-endpoint': 'ONBOARDING_TOKEN_ENDPOINT',
  'client-id': 'ONBOARDING_CLIENT_ID',
  key: 'ONBOARDING_KEY',
  secret: 'ONBOARDING_WEBHOOK_SECRET',
} as const;

type SettingName = keyof typeof VARIABLES;

export async function readListenSettings(
  parts: string[],
  now: Date,
  environment: Record<string, string | undefined> = process.env,
): Promise<ListenSettings> {
  const values = readFlags(parts);
  const stack = values.stack === true ? await readStack(environment, values.partner) : {};
  const find = (name: SettingName): string | undefined =>
    values[name] ?? (environment[VARIABLES[name]] || undefined) ?? stack[name];
  const need = (name: SettingName): string => {
    const value = find(name);
    if (value === undefined)
      throw new CliFailure(`--${name} is missing: give it, set ${VARIABLES[name]}, or use --stack.`);
    return value;
  };
  const forwardTo = toUrl('--forward-to', values['forward-to'] ?? missingForwardTo());
  if (!isLocal(forwardTo) && values['allow-remote'] !== true)
    throw new CliFailure(
      `${forwardTo.host} is not this machine. Events would leave it: use localhost, or say --allow-remote if you mean it.`,
    );
  const api = toUrl('--api', need('api'));
  // Tokens go there.
  if (api.protocol !== 'https:' && !isLocal(api)) throw new CliFailure('--api must begin with https.');
  const secret = find('secret');
  if (secret !== undefined) checkSecret(secret);
  return {
    forwardTo,
    api: api.href.replace(/\/$/, ''),
    issuer: need('issuer'),
    tokenEndpoint: find('token-endpoint'),
    clientId: need('client-id'),
    privateKey: await readKey(need('key')),
    secret: secret ?? `whsec_${randomBytes(32).toString('base64')}`,
    secretIsNew: secret === undefined,
    since: values.since === undefined ? now : toMoment(values.since, now),
  };
}

/** Now and not at the first event. */
function checkSecret(secret: string): void {
  try {
    signDelivery({ eventId: '', eventType: '', deliveryId: '', body: '', secrets: secret });
  } catch (thrown) {
    throw thrown instanceof WebhookSecretError ? new CliFailure(`--secret: ${thrown.message}`) : thrown;
  }
}

function readFlags(parts: string[]) {
  try {
    return parseArgs({ args: parts, options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (thrown) {
    const [first = ''] = (thrown instanceof Error ? thrown.message : '').split('\n');
    throw new CliFailure(`${first} See "onboarding listen --help".`);
  }
}

function missingForwardTo(): never {
  throw new CliFailure(
    '--forward-to is missing: say where your receiver listens, for example http://localhost:3000/hooks',
  );
}

function toUrl(flag: string, text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new CliFailure(`${flag} must be an address that begins with http:// or https://, not "${text}".`);
  return url;
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function toMoment(text: string, now: Date): Date {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const at = count === undefined ? Date.parse(text) : now.getTime() - Number(count) * (UNITS[unit] ?? 0);
  if (Number.isNaN(at))
    throw new CliFailure(`--since must be a time like 2026-11-15T10:00:00Z, or how long ago: 30m, 12h or 7d.`);
  return new Date(at);
}

async function readKey(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new CliFailure(`The private key ${path} cannot be read: check the path, and that you may read the file.`);
  });
}

interface StackFile {
  api: string;
  issuer: string;
  tokenEndpoint: string;
  partners: { name: string; clientId: string; privateKeyFile: string }[];
}

async function readStack(
  environment: Record<string, string | undefined>,
  wanted = '',
): Promise<Partial<Record<SettingName, string>>> {
  const path = join(environment.ONBOARDING_STACK_DIR ?? '.stack', 'env.json');
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CliFailure(
      `There is no ${path}: start the local stack with "npm run stack -- up", and run this beside it.`,
    );
  });
  // Written by the stack of the same version.
  const { api, issuer, tokenEndpoint, partners } = JSON.parse(text) as StackFile;
  const partner = partners.find(({ name }) => name.toLowerCase().startsWith(wanted.toLowerCase()));
  if (partner === undefined)
    throw new CliFailure(`No partner fits "${wanted}": choose one of ${partners.map(({ name }) => name).join(', ')}.`);
  return { api, issuer, 'token-endpoint': tokenEndpoint, 'client-id': partner.clientId, key: partner.privateKeyFile };
}
