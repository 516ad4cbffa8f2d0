import { scannerSettings } from '@onboarding/platform/clamd';
import { ConfigError, integerSetting, readConfig, refusePlainConnections } from '@onboarding/platform/config';
import { redisSetting } from '@onboarding/platform/limits';
import { linkSettings, storageSettings } from '@onboarding/platform/s3';
import { refuseLoopbackReceivers, webhookUrlSettings } from '@onboarding/platform/safe-http';
import { serviceSettings } from '@onboarding/platform/service';
import { TOKEN_ALGORITHMS } from '@onboarding/platform/tokens';
import { z } from 'zod';

/** Requests a second, where neither a setting nor a partner's row says otherwise. */
export const USUAL_LIMITS = { reads: 100, writes: 25, 'upload-links': 10, session: 20 };

const algorithms = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(
    z
      .array(z.enum(TOKEN_ALGORITHMS, { error: `must be some of ${TOKEN_ALGORITHMS.join(', ')}, separated by commas` }))
      .min(1),
  );

const partnersByClient = z.string().transform((text, issues) => {
  try {
    return z.record(z.string().min(1), z.uuid()).parse(JSON.parse(text));
  } catch {
    issues.addIssue('must be JSON such as {"<client id>":"<partner id, a UUID>"}');
    return z.NEVER;
  }
});

const site = z.url({ protocol: /^https?$/ }).refine(isOrigin, {
  error: 'must be an origin such as https://portal.example.com, without a path',
});

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text.replace(/\/$/, '');
}

const clientSecret = z.string().min(32, { error: 'must have at least 32 characters' });

/** Off is not offered: a limit that nobody reaches is a high number. */
const perSecond = integerSetting(1, 1_000_000);

const settings = z
  .object({
    ...serviceSettings,
    PORT: integerSetting(0, 65535).default(8080),
    /** How many proxies of our own stand before this service and add to X-Forwarded-For. */
    TRUSTED_PROXIES: integerSetting(0, 5).default(0),
    TOKEN_ISSUER: z.url(),
    TOKEN_AUDIENCE: z.string().min(1),
    TOKEN_JWKS_URL: z.url(),
    /** Where partners get tokens, as their people are told; that of our own issuer unless said. */
    TOKEN_ENDPOINT: z.url().optional(),
    TOKEN_ALGORITHMS: algorithms.default(['RS256']),
    TOKEN_TYPE: z.string().min(1).default('at+jwt'),
    TOKEN_CLIENT_CLAIM: z.string().min(1).default('client_id'),
    TOKEN_SCOPE_CLAIM: z.string().min(1).default('scope'),
    TOKEN_PARTNER_CLAIM: z.string().min(1).default('partner_id'),
    /** For an issuer that knows nothing of partners: which of them each client works for. */
    TOKEN_PARTNERS_BY_CLIENT: partnersByClient.optional(),
    TOKEN_MAX_AGE_SECONDS: integerSetting(60, 86_400).default(310),
    /** Whom integrators can ask, as the reference tells them. */
    CONTACT_EMAIL: z.email().optional(),
    REDIS_URL: redisSetting,
    /** What each partner may do in a second, unless its row says otherwise. */
    RATE_LIMIT_READS: perSecond.default(USUAL_LIMITS.reads),
    RATE_LIMIT_WRITES: perSecond.default(USUAL_LIMITS.writes),
    RATE_LIMIT_UPLOAD_LINKS: perSecond.default(USUAL_LIMITS['upload-links']),
    /** What one session of a person may ask in a second. */
    RATE_LIMIT_SESSION: perSecond.default(USUAL_LIMITS.session),
    /** How often in a minute one address may show a session cookie that was made up. */
    RATE_LIMIT_STRANGERS: integerSetting(1, 1_000_000).default(60),
    /** Where people sign in; the issuer of tokens unless said. */
    SIGN_IN_ISSUER: z.url().optional(),
    PORTAL_URL: site.optional(),
    PORTAL_CLIENT_SECRET: clientSecret.optional(),
    CONSOLE_URL: site.optional(),
    CONSOLE_CLIENT_SECRET: clientSecret.optional(),
    /** What our own analysts work through: the role onboarding_staff, which sees the customers of all partners. */
    STAFF_DATABASE_URL: serviceSettings.DATABASE_URL.optional(),
    ...webhookUrlSettings,
    ...storageSettings,
    ...linkSettings,
    ...scannerSettings,
    /** Without one, a file that is handed in right after its upload is found, and left to a worker to check. */
    CLAMD_HOST: scannerSettings.CLAMD_HOST.optional(),
    /** What the storage shows when it tells of arrivals; without one nobody is listened to, and arrivals are looked for. */
    STORAGE_EVENTS_SECRET: clientSecret.optional(),
  })
  .readonly();

/** What an operator's command needs: it changes what only the owner of the tables may. */
export function readReferenceConfig(environment: Record<string, string | undefined> = process.env) {
  return readConfig(z.object({ MIGRATION_DATABASE_URL: serviceSettings.DATABASE_URL }), environment);
}

export type ApiConfig = z.infer<typeof settings>;

export function readApiConfig(environment: Record<string, string | undefined> = process.env): ApiConfig {
  const config = readConfig(settings, environment);
  for (const name of ['PORTAL', 'CONSOLE'] as const) {
    if ((config[`${name}_URL`] === undefined) !== (config[`${name}_CLIENT_SECRET`] === undefined)) {
      throw new ConfigError(
        `${name}_URL and ${name}_CLIENT_SECRET must be set both, or neither for a site that nobody signs in to`,
      );
    }
  }
  if (config.CONSOLE_URL !== undefined && config.STAFF_DATABASE_URL === undefined) {
    throw new ConfigError(
      'STAFF_DATABASE_URL must be set where analysts work, with CONSOLE_URL: the role onboarding_staff',
    );
  }
  if (config.ENVIRONMENT === 'sandbox' && config.STAFF_DATABASE_URL === undefined) {
    throw new ConfigError(
      'STAFF_DATABASE_URL must be set when ENVIRONMENT is sandbox: partners drive reviews with the rights of onboarding_staff',
    );
  }
  if (config.S3_LINK_ACCESS_KEY === config.S3_ACCESS_KEY) {
    throw new ConfigError(
      'S3_LINK_ACCESS_KEY must not be S3_ACCESS_KEY: partners hold what it signs, so give it a user that can only upload',
    );
  }
  if (config.ENVIRONMENT !== 'development') refuseDevelopmentAddresses(config);
  refusePlainConnections(config);
  refuseLoopbackReceivers(config);
  return config;
}

/** The local stack's keys and passwords lie in a folder, so only a development environment may trust addresses like its. */
function refuseDevelopmentAddresses(config: ApiConfig): void {
  for (const name of [
    'TOKEN_ISSUER',
    'TOKEN_JWKS_URL',
    'TOKEN_ENDPOINT',
    'SIGN_IN_ISSUER',
    'PORTAL_URL',
    'CONSOLE_URL',
    // Documents travel there; where partners come by another address, ours may be one inside of our own network.
    config.S3_PUBLIC_ENDPOINT === undefined ? 'S3_ENDPOINT' : 'S3_PUBLIC_ENDPOINT',
  ] as const) {
    const address = config[name];
    if (address === undefined) continue;
    const { protocol, hostname } = new URL(address);
    const loopback = hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]';
    if (protocol !== 'https:' || loopback) {
      throw new ConfigError(
        `${name} must be an https address that is not this machine when ENVIRONMENT is ${config.ENVIRONMENT}`,
      );
    }
  }
}
