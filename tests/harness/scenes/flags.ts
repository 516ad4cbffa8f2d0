// Shared by tests of flags: creates a unique business, runs a worker, reads what it wrote.
import type { Flag } from '@onboarding/contract';
import { createFlagLeases, type FlagContext, flagBatch } from '@onboarding/domain/flags';
import { openKeyRing } from '@onboarding/platform/crypto';
import { createLogger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import type { TestApi } from '../api.ts';
import { keep } from '../artefacts.ts';
import { validAddress, validIdentity, validPerson } from '../bodies.ts';
import { openTestDb } from '../connecting.ts';
import type { TestDatabase } from '../database.ts';
import { TEST_KEY_RING } from '../values.ts';
import { type Customer, createCustomer } from './updates.ts';

export interface FlagWorker extends FlagContext {
  /** Lines of its log. */
  log: string[];
  /** Works on all that is due, and returns the result. */
  work(): Promise<{ computed: number; overtaken: number; failed: number }>;
  /** The same worker, interrupted before its transaction with that number; the lease is 1. */
  interrupted(before: number, interrupt: () => Promise<unknown>): FlagWorker;
}

const FULL_BATCH = 20;
const PARTNERS = 10;

/** With the worker's database role. */
export function openFlagWorker(database: TestDatabase, now: () => Date): FlagWorker {
  const log: string[] = [];
  const db = openTestDb(database.workerUrl, { poolSize: 3 });
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
      const next = createFlagLeases(context);
      for (let more = true; more; ) {
        const batches = await next(PARTNERS, []);
        // Work that becomes due through a batch is left to the next call.
        more = batches.some(({ packages }) => packages.length === FULL_BATCH);
        for (const leased of batches) {
          const outcome = await flagBatch(context, leased);
          sum.computed += outcome.computed;
          sum.overtaken += outcome.overtaken;
          sum.failed += outcome.failed;
        }
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

/** A unique business without any findings, apart from the given changes. */
export function createPlain(api: TestApi, overrides: Record<string, unknown> = {}): Promise<Customer> {
  return createCustomer(api, {
    companyName: crypto.randomUUID(),
    registrationNumber: crypto.randomUUID().slice(0, 8),
    businessPersonList: [plainPerson()],
    ...overrides,
  });
}

let numbers = 0;

/** With a unique identity number. */
export function plainPerson(overrides: Record<string, unknown> = {}) {
  const identityValue = `70707${String(++numbers).padStart(6, '0')}`;
  return validPerson({ address: validAddress(), identities: [{ ...validIdentity(), identityValue }], ...overrides });
}

/** A Nigerian passport with a unique number. */
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
