// Which flags return an approved business to an analyst, and when one is new.
import { type Flag, flagSchema, type ReviewFlag } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context, ServiceActor } from '../context.ts';
import { enterAsService } from '../partners/index.ts';
import { lockCustomer, performTransition, reviewStateOf } from '../profiles/index.ts';
import { isQueued, stepFrom } from '../review-state/index.ts';
import { type WrittenFlags, writeFlagsOf } from './flags-due-store.ts';

/**
 * Flags that an analyst must investigate before approving. The others are hints: a similar name, a number that anyone can
 * copy from a public register, an implausible phone number. Claims that anyone can make about another business must not cause
 * a review.
 */
const BLOCKING: ReadonlySet<ReviewFlag> = new Set([
  'SharedIdentity',
  'OwnershipAboveHundred',
  'NoOwner',
  'IdentityExpired',
  'HighRiskPurpose',
  'ScreeningHit',
  'HighRiskCountry',
  'ProhibitedCountry',
]);

/** The codes of blocking flags with findings that are not in `known`, the flags of the last approval. */
export function newlyBlocking(known: readonly Flag[], flags: readonly Flag[]): ReviewFlag[] {
  const before = new Map(known.map((flag) => [flag.code, flag]));
  return flags.filter((flag) => BLOCKING.has(flag.code) && isNew(before.get(flag.code), flag)).map(({ code }) => code);
}

function isNew(before: Flag | undefined, flag: Flag): boolean {
  if (before === undefined) return true;
  // A truncated list does not show what it omits.
  if ('more' in before.facts && before.facts.more) return false;
  const known = findingsOf(before);
  return [...findingsOf(flag)].some(([finding, weight]) => weight > (known.get(finding) ?? 0));
}

/** What a flag refers to, as ids and pointers, each with a count. */
function findingsOf(flag: Flag): Map<string, number> {
  switch (flag.code) {
    case 'ScreeningHit':
      return new Map(flag.facts.subjects.map(({ uboId, hits }) => [uboId ?? 'business', hits]));
    case 'SharedIdentity':
      return new Map(flag.facts.matches.map(({ identityId, other }) => [`${identityId} ${other.uboId}`, 1]));
    case 'IdentityExpired':
      return new Map(flag.facts.identities.map(({ identityId }) => [identityId, 1]));
    case 'HighRiskPurpose':
      return new Map(flag.facts.fields.map(({ pointer, value }) => [`${pointer} ${value}`, 1]));
    // Ignores which of a person's fields contains the country: a replaced identity is not a new country.
    case 'HighRiskCountry':
    case 'ProhibitedCountry':
      return new Map(flag.facts.places.map(({ uboId, country }) => [`${uboId ?? 'business'} ${country}`, 1]));
    default:
      return new Map([[flag.code, 1]]);
  }
}

// Flags of a package that is not under review. A flag unknown at approval returns it to an analyst in the same transaction,
// so that no such flag is stored without a review.

/** Returns false if the package has changed since it was leased; it is then due again. */
export function flagDecided(
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
