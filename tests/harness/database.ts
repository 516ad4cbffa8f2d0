// A separate database for each test file, cloned from the migrated template.
import { randomBytes } from 'node:crypto';
import { bootstrapDatabase, migrate, serveEveryCountry, urlFor } from '@onboarding/database';
import { createPartner, type NewPartner } from '@onboarding/domain/partners';
import { systemClock } from '@onboarding/platform/ids';
import { type Tx, toQuery, toRows } from '@onboarding/platform/postgres';
import pg from 'pg';
import { inject } from 'vitest';
import { keep } from './artefacts.ts';
import { type PostgresAccess, TEMPLATE } from './postgres-access.ts';

export interface TestDatabase {
  name: string;
  superuserUrl: string;
  ownerUrl: string;
  appUrl: string;
  staffUrl: string;
  operationsUrl: string;
  identityUrl: string;
  workerUrl: string;
  /** A connection as the owner, which bypasses row-level security: for inspecting and preparing anything. */
  owner: pg.Client;
  addPartner(partner?: Partial<Omit<TestPartner, 'clientId'>>): Promise<TestPartner>;
  /** How many rows each business table has. */
  countRows(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

export interface TestPartner {
  partnerId: string;
  clientId: string;
  status: NonNullable<NewPartner['status']>;
  onboardingStatus: NonNullable<NewPartner['onboardingStatus']>;
}

export async function cloneDatabase(): Promise<TestDatabase> {
  const access = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: access.superuserUrl });
  await admin.connect();
  try {
    await admin.query(`create database ${name} template ${TEMPLATE} owner onboarding_owner`);
  } finally {
    await admin.end();
  }
  return openTestDatabase(access, name);
}

/** On a server that the test started: creates the roles, the database and its tables. */
export async function makeDatabase(superuserUrl: string): Promise<TestDatabase> {
  const access: PostgresAccess = {
    superuserUrl,
    ownerPassword: 'owner',
    appPassword: 'app',
    staffPassword: 'staff',
    operationsPassword: 'operations',
    identityPassword: 'identity',
    workerPassword: 'worker',
  };
  const { ownerUrl } = await bootstrapDatabase(superuserUrl, { database: 'onboarding', ...access });
  await migrate(ownerUrl, () => {});
  await serveEveryCountry(ownerUrl);
  return openTestDatabase(access, 'onboarding');
}

async function openTestDatabase(access: PostgresAccess, name: string): Promise<TestDatabase> {
  const ownerUrl = urlFor(access.superuserUrl, name, 'onboarding_owner', access.ownerPassword);
  const owner = new pg.Client({ connectionString: ownerUrl });
  // A test may stop its server; only the test's own queries should fail then.
  owner.on('error', () => {});
  await owner.connect();
  return {
    name,
    superuserUrl: urlFor(access.superuserUrl, name),
    ownerUrl,
    appUrl: urlFor(access.superuserUrl, name, 'onboarding_app', access.appPassword),
    staffUrl: urlFor(access.superuserUrl, name, 'onboarding_staff', access.staffPassword),
    operationsUrl: urlFor(access.superuserUrl, name, 'onboarding_operations', access.operationsPassword),
    identityUrl: urlFor(access.superuserUrl, name, 'onboarding_identity', access.identityPassword),
    workerUrl: urlFor(access.superuserUrl, name, 'onboarding_worker', access.workerPassword),
    owner,
    addPartner: (partner = {}) => addPartner(owner, partner),
    countRows: () => countRows(owner),
    async close() {
      await keepEvents(owner, name);
      await owner.end();
    },
  };
}

async function addPartner(owner: pg.Client, partner: Partial<Omit<TestPartner, 'clientId'>>): Promise<TestPartner> {
  const { partnerId = crypto.randomUUID(), status = 'Active', onboardingStatus = 'Approved' } = partner;
  const tx: Tx = {
    rows: async (statement, values) => toRows(await owner.query(toQuery(statement, values))),
    foreign: () => Promise.reject(new Error('A partner brings no SQL from elsewhere')),
    wake: () => {},
  };
  const { clientId } = await createPartner(
    tx,
    { clock: systemClock },
    { name: 'Test partner', partnerId, status, onboardingStatus },
  );
  return { partnerId, clientId, status, onboardingStatus };
}

export const BUSINESS_TABLES = [
  'customers',
  'people',
  'identities',
  'events',
  'event_outbox',
  'audit_entries',
  'idempotency_keys',
] as const;

async function countRows(owner: pg.Client): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of BUSINESS_TABLES) {
    const { rows } = await owner.query(`select count(*)::int as count from ${table}`);
    counts[table] = rows[0].count;
  }
  return counts;
}

async function keepEvents(owner: pg.Client, name: string): Promise<void> {
  try {
    const { rows } = await owner.query('select body as text from events union all select details from audit_entries');
    for (const { text } of rows) keep('events', `${name}.jsonl`, text);
  } catch {
    // The test stopped the server; its events are lost and cannot be searched.
  }
}
