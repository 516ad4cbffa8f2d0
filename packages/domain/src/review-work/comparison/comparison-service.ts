// Compares an identity number with the one that an analyst reads on the document. The number itself is never shown, and the
// hourly limit prevents guessing it.
import { COMPARISONS_PER_HOUR, type Comparison, type ComparisonAnswer, HOUR_MS } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { Context, StaffPerson } from '../../context.ts';
import { DomainError } from '../../failure.ts';
import { findIdentityKind, isNumberOf } from '../../people/index.ts';
import { recordStep } from '../../profiles/index.ts';
import { lockPackage } from '../access/package-access.ts';
import { holdOn } from '../notes/note-service.ts';
import { type ComparisonRow, findComparison, noteComparison } from './comparison-store.ts';

/** For any reviewer, even without the claim: the second analyst compares too. */
export async function compareNumber(
  tx: Tx,
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
  person: StaffPerson,
  { customerId, identityId: asked }: { customerId: string; identityId: string },
  { value }: Comparison,
): Promise<ComparisonAnswer> {
  const locked = await lockPackage(tx, person, customerId);
  const { customer, actor } = locked;
  const place = { partnerId: actor.partnerId, customerId: customer.customerId };
  const identity = isUuid(asked) ? await findIdentityKind(tx, place, asked) : undefined;
  if (identity === undefined) throw new DomainError('Review.SubjectNotFound');
  const { identityId, uboId } = identity;
  const key = { ...place, identityId, by: person.accountId };
  const now = clock.now();
  const counted = nextTry(await findComparison(tx, key), now);
  const matches = await isNumberOf(tx, keys, place, identity, value);
  await settled([
    noteComparison(tx, key, counted),
    holdOn(tx, locked, now),
    recordStep(tx, keys, actor, customer, {
      action: 'review.identity.compared',
      facts: { identityId, uboId, matches },
      now,
    }),
  ]);
  return {
    identityId,
    matches,
    triesLeft: COMPARISONS_PER_HOUR - counted.tries,
    triesResetAt: endOf(counted).toISOString(),
  };
}

const endOf = ({ begunAt }: ComparisonRow) => new Date(begunAt.getTime() + HOUR_MS);

/** The hour starts with the first attempt. */
function nextTry(earlier: ComparisonRow | undefined, now: Date): ComparisonRow {
  if (earlier === undefined || endOf(earlier) <= now) return { begunAt: now, tries: 1 };
  if (earlier.tries < COMPARISONS_PER_HOUR) return { ...earlier, tries: earlier.tries + 1 };
  throw new DomainError('Review.ComparisonLimit', {
    retryAfterSeconds: Math.ceil((endOf(earlier).getTime() - now.getTime()) / 1000),
  });
}
