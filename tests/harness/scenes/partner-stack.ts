// Everything that a partner's system talks to, as in a sandbox: real API, identity, worker, storage and scanner, the first two
// and the storage behind a proxy that can disturb requests.
import { cloneDatabase, type TestDatabase } from '../database.ts';
import { EVENTS_SECRET, storageEnvironment } from '../no-storage.ts';
import { runApi } from '../process.ts';
import { type FaultProxy, startFaultProxy } from '../servers/fault-proxy.ts';
import { startScanner, startStorage } from '../servers/storage.ts';
import { runWorker } from '../worker.ts';
import { addMachine, type Machine } from './asking.ts';
import { NO_LIMITS, startIdentity } from './identity-process.ts';

export interface PartnerStack {
  database: TestDatabase;
  /** The URL of the API, without /api. */
  baseUrl: string;
  issuer: string;
  /** A partner with a registered certificate. */
  machine: Machine;
  proxies: { api: FaultProxy; identity: FaultProxy; storage: FaultProxy };
  close(): Promise<void>;
}

export async function openPartnerStack(): Promise<PartnerStack> {
  const [database, scanner, api, identity, storage] = await Promise.all([
    cloneDatabase(),
    startScanner(),
    startFaultProxy(),
    // A host name, as the identity service requires.
    startFaultProxy('localhost'),
    startFaultProxy(),
  ]);
  const proxies = { api, identity, storage };
  const events = `${api.url}/api/storage/v1/events?token=${encodeURIComponent(EVENTS_SECRET)}`;
  const [server, identityProcess, machine] = await Promise.all([
    startStorage(events),
    startIdentity(database, { ISSUER: identity.url, ...NO_LIMITS }),
    addMachine(database),
  ]);
  identity.target(identityProcess.url);
  storage.target(server.options.endpoint ?? '');
  const environment = {
    SIMULATED_REVIEWS: 'true',
    STAFF_DATABASE_URL: database.staffUrl,
    ...storageEnvironment({ ...server.options, publicEndpoint: storage.url }),
    STORAGE_EVENTS_SECRET: EVENTS_SECRET,
    CLAMD_HOST: scanner.host,
    CLAMD_PORT: String(scanner.port),
  };
  const [apiProcess, worker] = await Promise.all([
    runApi({ databaseUrl: database.appUrl, issuerUrl: identity.url, environment }),
    runWorker({ database, smtpUrl: 'smtp://127.0.0.1:9', environment }),
  ]);
  api.target(apiProcess.url);
  return {
    database,
    baseUrl: api.url,
    issuer: identity.url,
    machine,
    proxies,
    async close() {
      await Promise.all([apiProcess.stop(), worker.stop(), identityProcess.stop()]);
      await Promise.all([server.close(), scanner.close(), ...Object.values(proxies).map((one) => one.close())]);
      await database.close();
    },
  };
}
