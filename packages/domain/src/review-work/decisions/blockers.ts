// What stands in the way of a decision whose body is right. Proposing, confirming and previewing an approval all ask here.
import { type Blocker, ERRORS } from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Tx } from '@onboarding/platform/postgres';
import type { PersonStatusRow } from '../../people/index.ts';
import type { LockedCustomer } from '../../profiles/index.ts';
import type { ReviewRow } from '../../review-state/index.ts';
import { listHits, openHits } from '../findings/finding-service.ts';

export interface BlockedPackage {
  review: ReviewRow;
  customer: Pick<LockedCustomer, 'customer_id' | 'data_key' | 'data_key_id'>;
}

type JudgedPerson = Pick<PersonStatusRow, 'ubo_id' | 'verification_status'>;

/** Why a business cannot be approved yet; empty when nothing is in the way. */
export async function listBlockers(
  tx: Tx,
  keys: KeyRing,
  { review, customer }: BlockedPackage,
  people: readonly JudgedPerson[],
): Promise<Blocker[]> {
  return approvalBlockers(review, people, openHits(await listHits(tx, keys, review, customer)).length);
}

/** The first is the error of an approval that is proposed or confirmed all the same. */
export function approvalBlockers(
  { screening_due_at: screeningDueAt }: Pick<ReviewRow, 'screening_due_at'>,
  people: readonly JudgedPerson[],
  openHitCount: number,
): Blocker[] {
  const refused = people.filter((one) => ['Rejected', 'ChangesRequested'].includes(one.verification_status));
  return [
    ...refused.map(({ ubo_id: uboId, verification_status: status }): Blocker => {
      return {
        code: 'Review.VerdictOpen',
        message: `The person ${uboId} is ${status}, so the business cannot be approved. Request changes or reject, or change the verdict on that person.`,
        uboId,
      };
    }),
    ...(screeningDueAt === null ? [] : [blocker('Review.ScreeningPending')]),
    ...(openHitCount === 0 ? [] : [hitOpen(openHitCount)]),
  ];
}

function hitOpen(count: number): Blocker {
  const what = count === 1 ? 'A screening hit has' : `${count} screening hits have`;
  return {
    code: 'Review.HitOpen',
    message: `${what} no finding yet, so the business cannot be approved. Compare each with the entry of the list, and record whether it is the same.`,
    uboId: null,
  };
}

export function blocker(code: Blocker['code']): Blocker {
  const { cause, remedy } = ERRORS[code];
  return { code, message: `${cause} ${remedy}`, uboId: null };
}
