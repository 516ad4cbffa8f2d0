import { ConfigError, integerSetting, readConfig } from '@onboarding/platform/config';
import { serviceSettings } from '@onboarding/platform/service';
import { z } from 'zod';

const settings = z
  .object({
    ...serviceSettings,
    PORT: integerSetting(0, 65535).default(8080),
    TOKEN_ISSUER: z.url(),
    TOKEN_AUDIENCE: z.string().min(1),
    TOKEN_JWKS_URL: z.url(),
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
