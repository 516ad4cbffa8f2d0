// Computes the flags of due packages, in batches. Transactions are short, and none locks a package during a search, so that a
// partner's update never waits for one.
import { FLAG_LIMITS, flagSchema } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import { DatabaseUnavailable, settled, type Tx } from '@onboarding/platform/postgres';
import { createSharedWork, type SharedWork } from '@onboarding/platform/shared-work';
import type { Context, ServiceActor } from '../context.ts';
import { listFoundDocuments } from '../documents/index.ts';
import { enterAsService } from '../partners/index.ts';
import { findSharedIdentities, listComparedPeople } from '../people/index.ts';
import { listComparedBusinesses, lockCustomer, performTransition, reviewStateOf } from '../profiles/index.ts';
import { readCountryLists } from '../requirements/index.ts';
import { BEFORE_FIRST_PARTNER, isQueued, type PackageKey, stepFrom } from '../review-state/index.ts';
import { listCurrentHits } from '../screening/index.ts';
import { findSameRegistration, findSimilarNames, putFingerprints } from './fingerprint-store.ts';
import { computeFlags, type FlaggedCountries, nextChange, othersIn } from './flag-rules.ts';
import {
  FLAGS_AGAIN_MS,
  FLAGS_LEASE_MS,
  type FlaggedPackage,
  fingerprintOf,
  toFindings,
  toFlaggedPackages,
} from './flagged-package.ts';
import {
  holdLeased,
  type LeasedFlags,
  leaseDueFlags,
  lookAgain,
  measureDueFlags,
  postponeFlags,
  type WrittenFlags,
  writeFlags,
  writeFlagsOf,
} from './flags-due-store.ts';
import { newlyBlocking } from './monitoring.ts';

export type FlagContext = Pick<Context, 'clock' | 'db' | 'keys' | 'logger'>;

export const FLAGS_QUEUE = 'reviews.flags';

/**
 * If a partner has many, one batch is prepared and written while another searches; a third slot is left for the next partner.
 */
const AT_ONCE = 3;
const OF_EACH = 2;

/** Determined by experiment: at 0.6, an extra word in a name of three, or a wrong letter in a long word, still matches. */
const NAMES = { threshold: 0.6, limit: FLAG_LIMITS.businesses + 1, among: 60 } as const;

/** The outcome for leased packages. Overtaken: changed in the meantime, and due again. */
export interface FlagsOutcome {
  computed: number;
  overtaken: number;
  failed: number;
}

export interface Flagging {
  context: FlagContext;
  signal: AbortSignal;
  onBatch(outcome: FlagsOutcome, seconds: number): void;
}

/** Computes the flags of due packages until none is left: batches of one partner each, with partners taking turns. */
export function createFlagging({ context, signal, onBatch }: Flagging): SharedWork {
  const next = createFlagLeases(context);
  return createSharedWork<LeasedFlags>({
    atOnce: AT_ONCE,
    ofEach: OF_EACH,
    ownerOf: ({ packages }) => packages[0]?.partnerId ?? '',
    take: async (partners, full) => (signal.aborted ? [] : next(partners, full)),
    async work(leased) {
      const started = performance.now();
      const outcome = await flagBatch(context, leased);
      onBatch(outcome, (performance.now() - started) / 1000);
    },
  });
}

/** Leases a batch for each partner whose turn it is, continuing after the last one. */
export function createFlagLeases({ clock, db }: FlagContext) {
  let after = BEFORE_FIRST_PARTNER;
  return async (partners: number, full: readonly string[]): Promise<LeasedFlags[]> => {
    const now = clock.now();
    const terms = {
      now,
      leasedUntil: new Date(now.getTime() + FLAGS_LEASE_MS),
      after,
      partners,
      full,
    };
    const batches = await db.transaction((tx) => leaseDueFlags(tx, terms), { repeatable: true });
    after = batches.at(-1)?.packages[0]?.partnerId ?? after;
    return batches;
  };
}

/** Fails if the database is unavailable; leased packages are then due again when their leases expire. */
export async function flagBatch(context: FlagContext, leased: LeasedFlags): Promise<FlagsOutcome> {
  try {
    const computed = await flagTogether(context, leased);
    return { computed, overtaken: leased.packages.length - computed, failed: 0 };
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    return flagOneByOne(context, leased, error);
  }
}

/** Processes each package separately, so that the one that fails does not block the others. */
async function flagOneByOne(context: FlagContext, leased: LeasedFlags, cause: unknown): Promise<FlagsOutcome> {
  const outcome = { computed: 0, overtaken: 0, failed: 0 };
  for (const key of leased.packages) {
    try {
      const alone = { ...leased, packages: [key] };
      // It was already processed separately.
      if (leased.packages.length === 1) throw cause;
      const computed = await flagTogether(context, alone);
      outcome.computed += computed;
      outcome.overtaken += 1 - computed;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      outcome.failed++;
      context.logger.error({ err: error, customerId: key.customerId }, 'flags could not be computed; retrying later');
      const dueAt = new Date(context.clock.now().getTime() + FLAGS_AGAIN_MS);
      await context.db.transaction((tx) => postponeFlags(tx, key, leased.leasedUntil, dueAt), { repeatable: true });
    }
  }
  return outcome;
}

/** Returns the number of written packages; the others have changed since they were leased, and are due again. */
async function flagTogether(context: FlagContext, leased: LeasedFlags): Promise<number> {
  const packages = await load(context, leased.packages);
  const mine = await leaveFingerprints(context, leased, packages);
  const written = await judge(context, mine);
  const found = newlyPointedAt(leased, written);
  const now = context.clock.now();
  // Before the flags are written, because they would no longer be new afterwards; an extra check does no harm.
  if (found.length > 0) await context.db.transaction((tx) => lookAgain(tx, found, now), { repeatable: true });
  const done = await context.db.transaction((tx) => writeFlags(tx, written, leased.leasedUntil), { repeatable: true });
  const decided = new Set(done.filter(({ queued }) => !queued).map((key) => key.customerId));
  let count = done.length - decided.size;
  for (const one of written.filter(({ customerId }) => decided.has(customerId))) {
    if (await flagDecided(context, one, leased.leasedUntil)) count++;
  }
  return count;
}

/**
 * Businesses that flags newly refer to: what two businesses share is flagged for both, although only one has changed. The
 * other business then makes the first one due again, which finds nothing new, so this terminates.
 */
function newlyPointedAt({ packages }: LeasedFlags, written: readonly WrittenFlags[]): PackageKey[] {
  const before = new Map(packages.map((one) => [one.customerId, flagSchema.array().safeParse(one.flags).data ?? []]));
  const found = new Map<string, PackageKey>();
  for (const { customerId, flags } of written) {
    const known = othersIn(before.get(customerId) ?? []);
    for (const [otherId, other] of othersIn(flags)) {
      if (!known.has(otherId)) found.set(otherId, { partnerId: other.partnerId, customerId: otherId });
    }
  }
  // Businesses of the same batch have already found each other.
  for (const { customerId } of written) found.delete(customerId);
  return [...found.values()];
}

function load({ db }: FlagContext, keys: readonly PackageKey[]): Promise<FlaggedPackage[]> {
  return db.transaction(
    async (tx) => {
      const [businesses, people] = await settled([listComparedBusinesses(tx, keys), listComparedPeople(tx, keys)]);
      return toFlaggedPackages(businesses, people);
    },
    { readOnly: true },
  );
}

/**
 * Committed before any search: of two equal businesses processed concurrently, at least one finds the other. Only for
 * packages unchanged since they were loaded, so that an old name cannot replace a newer one, or reappear after an erasure.
 */
function leaveFingerprints(
  { db }: FlagContext,
  leased: LeasedFlags,
  packages: readonly FlaggedPackage[],
): Promise<FlaggedPackage[]> {
  return db.transaction(
    async (tx) => {
      const held = new Set((await holdLeased(tx, leased)).map((key) => key.customerId));
      const mine = packages.filter((one) => held.has(one.key.customerId));
      await putFingerprints(tx, mine.filter((one) => !one.erased).map(fingerprintOf));
      return mine;
    },
    { repeatable: true },
  );
}

async function judge({ db, clock }: FlagContext, packages: readonly FlaggedPackage[]): Promise<WrittenFlags[]> {
  const today = clock.now().toISOString().slice(0, 10);
  const present = packages.filter((one) => !one.erased);
  const [findingsOf, lists] = await settled([search(db, present), readLists(db)]);
  return packages.map(({ key, erased, business, people }) => {
    // There is nothing to flag or compare.
    if (erased) return { ...key, flags: [], nextCheckAt: null };
    const flags = computeFlags({ business, people, findings: findingsOf(key), lists, today });
    const day = nextChange(people, today);
    return { ...key, flags, nextCheckAt: day === undefined ? null : new Date(`${day}T00:00:00Z`) };
  });
}

/** Not cached: flags computed right after a decision about a country must apply it. A missing list flags nothing. */
async function readLists(db: FlagContext['db']): Promise<FlaggedCountries> {
  const { prohibited, undecided, highRisk } = await db.transaction(readCountryLists, { readOnly: true });
  return { prohibited: prohibited.difference(new Set(undecided)), highRisk };
}

function search(db: FlagContext['db'], packages: readonly FlaggedPackage[]) {
  const keys = packages.map((one) => one.key);
  const fingerprints = packages.map(fingerprintOf);
  return db.transaction(
    async (tx) =>
      toFindings(
        await settled([
          findSameRegistration(tx, fingerprints, FLAG_LIMITS.businesses + 1),
          findSimilarNames(tx, fingerprints, NAMES),
          findSharedIdentities(tx, keys, FLAG_LIMITS.sharedIdentities + 1),
          listCurrentHits(tx, keys),
          listFoundDocuments(tx, keys, FLAG_LIMITS.findings + 1),
        ]),
      ),
    { readOnly: true },
  );
}

/** The number of packages that wait for their flags, and the age of the oldest. */
export async function measureWaitingFlags({ db, clock }: Pick<FlagContext, 'db' | 'clock'>) {
  const now = clock.now();
  const { due, oldest } = await db.transaction((tx) => measureDueFlags(tx, now), { readOnly: true });
  return { due, oldestSeconds: oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000) };
}

// Flags of a package that is not under review. A flag unknown at approval returns it to an analyst in the same transaction,
// so that no such flag is stored without a review.

/** Returns false if the package has changed since it was leased; it is then due again. */
function flagDecided(
  context: Pick<Context, 'db' | 'clock' | 'keys'>,
  written: WrittenFlags,
  leasedUntil: Date,
): Promise<boolean> {
  return context.db.transaction((tx) => write(tx, context, written, leasedUntil), { repeatable: true });
}

async function write(
  tx: Tx,
  context: Pick<Context, 'clock' | 'keys'>,
  written: WrittenFlags,
  leasedUntil: Date,
): Promise<boolean> {
  const { partnerId, customerId, flags } = written;
  await enterAsService(tx, partnerId);
  const customer = await lockCustomer(tx, partnerId, customerId);
  if (customer === undefined) throw new Error('A package has lost its customer');
  const { stage } = reviewStateOf(customer);
  // A rejected business, or one with requested changes, gets new flags when it is queued again.
  const watched = customer.dataKey !== null && (stage === 'Approved' || isQueued(stage));
  const nextCheckAt = watched ? written.nextCheckAt : null;
  const done = await writeFlagsOf(tx, { ...written, nextCheckAt }, leasedUntil);
  if (done === undefined) return false;
  const known = flagSchema.array().safeParse(done.decidedFlags).data ?? [];
  const found = newlyBlocking(known, flags);
  if (found.length === 0 || customer.dataKey === null || stepFrom(stage, 'Monitor') === undefined) return true;
  const now = context.clock.now();
  const actor: ServiceActor = { kind: 'Service', partnerId, serviceName: 'worker', requestId: uuidv7(now) };
  const move = { trigger: 'Monitor', claim: null, reasons: [], now, further: { flags: found } } as const;
  await performTransition(tx, context.keys, actor, customer, move);
  return true;
}
