// API and identity service as real processes behind the reverse proxy that deploy/proxy describes.
import { cloneDatabase, type TestDatabase } from '../database.ts';
import { type RunningProcess, runApi, runIdentity } from '../process.ts';
import { PROXY_HOSTS, startCaddy, type TestProxy } from '../servers/caddy.ts';

export const EVENTS_SECRET = 'secret-of-the-storage-long-enough-for-us';
/** The hosts that are reachable from outside. */
export const PUBLIC_HOSTS = ['api', 'portal', 'console', 'identity'] as const;

export interface BehindProxy {
  database: TestDatabase;
  api: RunningProcess;
  identity: RunningProcess;
  proxy: TestProxy;
  close(): Promise<void>;
}

export async function startBehindProxy({ visitsPerMinute }: { visitsPerMinute: number }): Promise<BehindProxy> {
  const database = await cloneDatabase();
  const issuerUrl = `https://${PROXY_HOSTS.identity}`;
  const sites = {
    TRUSTED_PROXIES: '1',
    PORTAL_URL: `https://${PROXY_HOSTS.portal}`,
    CONSOLE_URL: `https://${PROXY_HOSTS.console}`,
    PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough',
    CONSOLE_CLIENT_SECRET: 'console secret for tests, long enough',
  };
  const identity = await runIdentity({
    databaseUrl: database.identityUrl,
    environment: { ...sites, ISSUER: issuerUrl, VISITS_PER_MINUTE_PER_ADDRESS: String(visitsPerMinute) },
  });
  const api = await runApi({
    databaseUrl: database.appUrl,
    issuerUrl,
    environment: { ...sites, STAFF_DATABASE_URL: database.staffUrl, STORAGE_EVENTS_SECRET: EVENTS_SECRET },
  });
  const proxy = await startCaddy({ api: api.url, identity: identity.url });
  return {
    database,
    api,
    identity,
    proxy,
    async close() {
      await proxy.close();
      await api.stop();
      await identity.stop();
      await database.close();
    },
  };
}
