// The identity service inside the test's own process, on its own port, with access to the mails and a clock that tests
// move.
import { memoryLimits } from '@onboarding/platform/limits';
import { createLogger } from '@onboarding/platform/logger';
import { createMetrics } from '@onboarding/platform/metrics';
import type { JWTPayload } from 'jose';
import { buildIdentity, type IdentityParts } from '../../apps/identity/src/app.ts';
import { freePort } from '../../scripts/free-port.ts';
import { openAccounts, type TestAccounts } from './accounts.ts';
import { createApplication } from './application.ts';
import { keep } from './artefacts.ts';
import type { TestDatabase } from './database.ts';

export const SITES = {
  partner: {
    client: 'partner-portal',
    url: 'http://portal.localhost:1',
    secret: 'portal secret for tests, long enough',
  },
  staff: {
    client: 'staff-console',
    url: 'http://console.localhost:1',
    secret: 'console secret for tests, long enough',
  },
} as const;

export interface TestIdentity {
  issuer: string;
  /** The same address; the issuer of a process may be another. */
  url: string;
  users: TestAccounts;
  /** Where an application sends a browser to sign in. */
  authorizeUrl(realm: keyof typeof SITES, extra?: Record<string, string>): string;
  /** The claims that an application gets for the code in the redirect back to it. */
  claimsOf(realm: keyof typeof SITES, backTo: string): Promise<JWTPayload>;
  metrics(): Promise<string>;
  /** Its log lines so far. */
  log: readonly Record<string, unknown>[];
  /** Checks for changed signing keys now. */
  refreshKeys(): Promise<void>;
  drain(): void;
  close(): Promise<void>;
}

interface TestIdentityOptions {
  /** Per minute. */
  tokensPerClient?: number;
  tokensPerAddress?: number;
  config?: Partial<IdentityParts['config']>;
  beforeStatement?: (name: string, connection: object) => void;
}

export async function startTestIdentity(
  database: TestDatabase,
  { tokensPerClient = 1000, tokensPerAddress = 1000, config = {}, beforeStatement }: TestIdentityOptions = {},
): Promise<TestIdentity> {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const users = openAccounts(database, issuer, beforeStatement);
  const registry = createMetrics('identity');
  const log: Record<string, unknown>[] = [];
  const logger = createLogger(
    { service: 'identity', level: 'debug' },
    {
      write(line) {
        keep('logs', `${database.name}.log`, line.trimEnd());
        log.push(JSON.parse(line));
      },
    },
  );
  const { app, health, refreshKeys } = await buildIdentity({
    context: { ...users.context, logger },
    registry,
    limits: memoryLimits(),
    config: {
      ENVIRONMENT: 'development',
      REHEARSAL: false,
      ISSUER: issuer,
      TOKEN_AUDIENCE: 'onboarding-api',
      PORTAL_URL: SITES.partner.url,
      CONSOLE_URL: SITES.staff.url,
      PORTAL_CLIENT_SECRET: SITES.partner.secret,
      CONSOLE_CLIENT_SECRET: SITES.staff.secret,
      PORTAL_CLIENT_SECRET_PREVIOUS: undefined,
      CONSOLE_CLIENT_SECRET_PREVIOUS: undefined,
      TRUSTED_PROXIES: 1,
      KEYS_LOOK_EVERY_SECONDS: 10,
      TOKENS_PER_MINUTE_PER_CLIENT: tokensPerClient,
      TOKENS_PER_MINUTE_PER_ADDRESS: tokensPerAddress,
      VISITS_PER_MINUTE_PER_ADDRESS: 1_000_000,
      ...config,
    },
  });
  await app.listen({ host: '127.0.0.1', port });
  const application = (realm: keyof typeof SITES) => createApplication(issuer, { realm, ...SITES[realm] });
  return {
    issuer,
    url: issuer,
    users,
    authorizeUrl: (realm, extra) => application(realm).authorizeUrl(extra),
    claimsOf: (realm, backTo) => application(realm).claimsOf(backTo),
    metrics: () => registry.metrics(),
    log,
    refreshKeys,
    drain: () => health.drain(),
    async close() {
      await app.close();
      keep('metrics', `${database.name}.txt`, await registry.metrics());
      await users.close();
    },
  };
}
