import { ConfigError, integerSetting, readConfig, refusePlainConnections } from '@onboarding/platform/config';
import { redisSetting } from '@onboarding/platform/limits';
import { serviceSettings } from '@onboarding/platform/service';
import { z } from 'zod';

const origin = z.url({ protocol: /^https?$/ }).refine((url) => URL.canParse(url) && new URL(url).origin === url, {
  error: 'must be an origin such as https://portal.example.com, without a path or a slash at the end',
});

/** What an operator's command needs. */
const commandSettings = z.object({ DATABASE_URL: serviceSettings.DATABASE_URL, KEY_RING: serviceSettings.KEY_RING });

export function readCommandConfig(environment: Record<string, string | undefined> = process.env) {
  return readConfig(commandSettings, environment);
}

/** Accounts get mails with links, which begin with the issuer. */
export function readAccountsConfig(environment: Record<string, string | undefined> = process.env) {
  return readConfig(commandSettings.extend({ ISSUER: origin }), environment);
}

const settings = z
  .object({
    ...serviceSettings,
    PORT: integerSetting(0, 65535).default(8081),
    /** What tokens name as their issuer, and the address at which partners and browsers reach this service. */
    ISSUER: origin,
    TOKEN_AUDIENCE: z.string().min(1).default('onboarding-api'),
    /** Where partners' staff and our own staff work; people are sent back there after signing in. */
    PORTAL_URL: origin,
    CONSOLE_URL: origin,
    PORTAL_CLIENT_SECRET: z.string().min(32),
    CONSOLE_CLIENT_SECRET: z.string().min(32),
    /** How many proxies of our own stand before this service and add to X-Forwarded-For. */
    TRUSTED_PROXIES: integerSetting(0, 5).default(0),
    /** How often to look whether the signing keys were changed by the command. */
    KEYS_LOOK_EVERY_SECONDS: integerSetting(1, 60).default(10),
    REDIS_URL: redisSetting,
    TOKENS_PER_MINUTE_PER_CLIENT: integerSetting(1, 1_000_000).default(60),
    TOKENS_PER_MINUTE_PER_ADDRESS: integerSetting(1, 1_000_000).default(600),
    /** Pages and steps of signing in; those behind one address share it. */
    VISITS_PER_MINUTE_PER_ADDRESS: integerSetting(1, 1_000_000).default(600),
  })
  .readonly();

export type IdentityConfig = z.infer<typeof settings>;

export function readIdentityConfig(environment: Record<string, string | undefined> = process.env): IdentityConfig {
  const config = readConfig(settings, environment);
  if (config.ENVIRONMENT !== 'development') {
    for (const name of ['ISSUER', 'PORTAL_URL', 'CONSOLE_URL'] as const) {
      if (!config[name].startsWith('https:')) {
        throw new ConfigError(`${name} must be an https address when ENVIRONMENT is ${config.ENVIRONMENT}`);
      }
    }
  }
  refusePlainConnections(config);
  return config;
}
