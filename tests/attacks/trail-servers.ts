// Customers with audit trails, and the commands that sign and publish anchors of them outside the database.
import { CEPH_USERS } from '../../scripts/servers/ceph-place.ts';
import { validBody } from '../harness/bodies.ts';
import { untilTransactionsEnd } from '../harness/checks/transactions-ended.ts';
import { runCtl } from '../harness/command-process.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { storageEnvironment } from '../harness/no-storage.ts';
import { runApi, runIssuer } from '../harness/process.ts';
import { startStorage, type TestStorage } from '../harness/servers/storage.ts';

export interface Trails {
  database: TestDatabase;
  /** The settings of commands and workers. */
  environment: Record<string, string>;
  /** Runs onboardingctl. */
  run(...words: string[]): ReturnType<typeof runCtl>;
  /** With three entries. */
  makeCustomer(partner: TestPartner): Promise<string>;
  /** One more entry. */
  change(partner: TestPartner, customerId: string, website: string): Promise<void>;
  close(): Promise<void>;
}

export interface TrailScene extends Trails {
  storage: TestStorage;
}

/** `anchors`: where anchors are published, in a storage. */
export async function openTrailScene(anchors: string): Promise<TrailScene> {
  const storage = await startStorage();
  const trails = await openTrails(anchors, {
    AUDIT_ANCHORS_KEEP_DAYS: '1',
    STORAGE_LINK_USER: CEPH_USERS.links,
    STORAGE_SERVICE_USERS: CEPH_USERS.services.join(','),
    ...storageEnvironment(storage.options),
  });
  return {
    ...trails,
    storage,
    async close() {
      await trails.close();
      await storage.close();
    },
  };
}

/** `anchors`: where anchors are published. */
export async function openTrails(anchors: string, further: Record<string, string> = {}): Promise<Trails> {
  const database = await cloneDatabase();
  const issuer = await runIssuer();
  const api = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url });
  const environment = { MIGRATION_DATABASE_URL: database.ownerUrl, AUDIT_ANCHORS: anchors, ...further };

  async function ask(partner: TestPartner, method: string, path: string, body: unknown) {
    const answer = await fetch(`${api.url}/api/partner/v1/business-profiles${path}`, {
      method,
      headers: { authorization: `Bearer ${await issuer.issuer.token(partner)}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`The API answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { value: { customerId: string } };
  }

  async function change(partner: TestPartner, customerId: string, website: string): Promise<void> {
    await ask(partner, 'PATCH', `/${customerId}`, { website });
    // Anchors cover only transactions that have ended.
    await untilTransactionsEnd(database.owner);
  }

  return {
    database,
    environment,
    run: (...words) => runCtl(words, environment),
    async makeCustomer(partner) {
      const { customerId } = (await ask(partner, 'POST', '', validBody())).value;
      for (const website of ['https://one.example', 'https://two.example']) await change(partner, customerId, website);
      return customerId;
    },
    change,
    async close() {
      await api.stop();
      await issuer.close();
      await database.close();
    },
  };
}
