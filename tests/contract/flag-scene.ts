// What tests of flags do again and again: make a business like no other, let a worker look, see what it wrote.
import type { Flag } from '@onboarding/contract';
import { type FlagContext, flagNextBatch } from '@onboarding/domain/flags';
import { openKeyRing } from '@onboarding/platform/crypto';
import { createLogger } from '@onboarding/platform/logger';
import { Registry } from '@onboarding/platform/metrics';
import { type Db, databaseMetrics, openDatabase } from '@onboarding/platform/postgres';
import { TEST_KEY_RING, type TestApi } from '../harness/api.ts';
import { keep } from '../harness/artefacts.ts';
import { validAddress, validIdentity, validPerson } from '../harness/bodies.ts';
import type { TestDatabase } from '../harness/database.ts';
import { type Customer, createCustomer } from './update-scene.ts';

export interface FlagWorker extends FlagContext {
  /** Lines of its log. */
  log: string[];
  /** Works until nothing is due, and answers what came of it. */
  work(): Promise<{ computed: number; overtaken: number; failed: number }>;
  /** The same worker, but for what is done before its transaction of that number, counted from the lease, which is 1. */
  interrupted(before: number, interrupt: () => Promise<unknown>): FlagWorker;
}

/** With the rights of the worker's role. */
export function openFlagWorker(database: TestDatabase, now: () => Date): FlagWorker {
  const log: string[] = [];
  const db = openDatabase({
    url: database.workerUrl,
    applicationName: 'flags-test',
    poolSize: 3,
    metrics: databaseMetrics(new Registry()),
    onIdleError: () => {},
  });
  const logger = createLogger(
    { service: 'worker', level: 'debug' },
    {
      write(line) {
        log.push(line.trimEnd());
        keep('logs', `${database.name}.log`, line.trimEnd());
      },
    },
  );
  return flagWorker({ db, clock: { now }, keys: openKeyRing(TEST_KEY_RING), logger }, log);
}

function flagWorker(context: FlagContext, log: string[]): FlagWorker {
  return {
    ...context,
    log,
    async work() {
      const sum = { computed: 0, overtaken: 0, failed: 0 };
      for (let more = true; more; ) {
        const batch = await flagNextBatch(context);
        more = batch.more;
        sum.computed += batch.computed;
        sum.overtaken += batch.overtaken;
        sum.failed += batch.failed;
      }
      return sum;
    },
    interrupted: (before, interrupt) =>
      flagWorker({ ...context, db: interruptedDb(context.db, before, interrupt) }, log),
  };
}

function interruptedDb(db: Db, before: number, interrupt: () => Promise<unknown>): Db {
  let count = 0;
  return {
    ...db,
    async transaction(work, options) {
      if (++count === before) await interrupt();
      return db.transaction(work, options);
    },
  };
}

/** A business that is like no other and with which nothing is wrong, but for what is said otherwise. */
export function createPlain(api: TestApi, overrides: Record<string, unknown> = {}): Promise<Customer> {
  return createCustomer(api, {
    companyName: crypto.randomUUID(),
    registrationNumber: crypto.randomUUID().slice(0, 8),
    businessPersonList: [plainPerson()],
    ...overrides,
  });
}

let numbers = 0;

/** With an identity number that nobody else has. */
export function plainPerson(overrides: Record<string, unknown> = {}) {
  const identityValue = `70707${String(++numbers).padStart(6, '0')}`;
  return validPerson({ address: validAddress(), identities: [{ ...validIdentity(), identityValue }], ...overrides });
}

/** A Nigerian passport that nobody else has. */
export function passport(issueDate: string, expiryDate: string) {
  const identityValue = `A70707${String(++numbers).padStart(3, '0')}`;
  return { identityTypeCode: 'PASSPORT', issuingCountry: 'NGA', identityValue, issueDate, expiryDate };
}

export interface StoredFlags {
  flags: Flag[];
  flag_codes: string[];
  flags_due_at: Date | null;
}

export async function storedFlags(
  { owner }: TestDatabase,
  { customerId }: Pick<Customer, 'customerId'>,
): Promise<StoredFlags> {
  const { rows } = await owner.query('select flags, flag_codes, flags_due_at from reviews where customer_id = $1', [
    customerId,
  ]);
  return rows[0];
}

export async function codesOf(database: TestDatabase, customer: Pick<Customer, 'customerId'>): Promise<string[]> {
  return (await storedFlags(database, customer)).flag_codes;
}

export async function fingerprintsOf({ owner }: TestDatabase, { customerId }: Pick<Customer, 'customerId'>) {
  const { rows } = await owner.query(
    'select country, registration_key, name_key from business_fingerprints where customer_id = $1',
    [customerId],
  );
  return rows;
}
