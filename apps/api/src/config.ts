import { ConfigError, environmentSetting, integerSetting, readConfig } from '@onboarding/platform/config';
import { z } from 'zod';

const keyRing = z.string().transform((text, issues) => {
  try {
    return keyRingShape.parse(JSON.parse(text));
  } catch {
    issues.addIssue(
      'must be JSON such as {"current":"k1","keys":{"k1":"<32 bytes in base64>"}}, current naming one of the keys',
    );
    return z.NEVER;
  }
});

const keyRingShape = z
  .object({
    current: z.string(),
    keys: z.record(
      z.string().regex(/^[\w.-]{1,32}$/),
      z.base64().refine((encoded) => Buffer.from(encoded, 'base64').length === 32),
    ),
  })
  .refine(({ current, keys }) => Object.hasOwn(keys, current));

const settings = z
  .object({
    ENVIRONMENT: environmentSetting,
    HOST: z.string().default('127.0.0.1'),
    PORT: integerSetting(0, 65535).default(8080),
    /** Metrics are for operators, so they have a port of their own that is not published. */
    METRICS_PORT: integerSetting(0, 65535).default(9464),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL of the application role' }),
    DATABASE_POOL_SIZE: integerSetting(1, 100).default(10),
    TOKEN_ISSUER: z.url(),
    TOKEN_AUDIENCE: z.string().min(1),
    TOKEN_JWKS_URL: z.url(),
    KEY_RING: keyRing,
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error']).default('info'),
    /** Where spans go, for example http://collector:4318/v1/traces. Off when not set. */
    OTLP_TRACES_URL: z.url().optional(),
    /** How long to go on serving after the order to stop, until load balancers have noticed. */
    DRAIN_SECONDS: integerSetting(0, 300).default(0),
  })
  .readonly();

export type ApiConfig = z.infer<typeof settings>;

export function readApiConfig(environment: Record<string, string | undefined> = process.env): ApiConfig {
  const config = readConfig(settings, environment);
  if (config.ENVIRONMENT !== 'development') refuseDevelopmentIssuer(config);
  return config;
}

/** The development issuer gives anybody a token, so only a development environment may trust one like it. */
function refuseDevelopmentIssuer(config: ApiConfig): void {
  for (const name of ['TOKEN_ISSUER', 'TOKEN_JWKS_URL'] as const) {
    const { protocol, hostname } = new URL(config[name]);
    const loopback = hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]';
    if (protocol !== 'https:' || loopback) {
      throw new ConfigError(
        `${name} must be an https address that is not this machine when ENVIRONMENT is ${config.ENVIRONMENT}`,
      );
    }
  }
}
