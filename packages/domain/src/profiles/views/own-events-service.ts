// The events of one customer. They are found through the times in its audit trail, so that no index over all events is
// needed.
import { CUSTOMER_EVENT_LIMITS, type CustomerEventsQuery } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { listPartnerMoments } from '../../audit/index.ts';
import type { PartnerPerson } from '../../context.ts';
import { type EventRow, keptSince, listEventsAt } from '../../events/index.ts';
import { DomainError } from '../../failure.ts';
import { findVerification, type VerificationRow } from '../status/verification-status-store.ts';

/** The events, as far as they are kept, of the entries on a page of the trail, newest first. */
export async function listOwnEvents(
  tx: Tx,
  { partnerId }: PartnerPerson,
  customerId: string,
  { cursor }: CustomerEventsQuery,
  now: Date,
): Promise<EventRow[]> {
  const key = { partnerId, customerId };
  const [customer, moments] = isUuid(customerId)
    ? await settled<[VerificationRow | undefined, Date[]]>([
        findVerification(tx, partnerId, customerId),
        listPartnerMoments(tx, key, keptSince(now), { cursor, limit: CUSTOMER_EVENT_LIMITS.entries }),
      ])
    : [];
  if (customer === undefined || moments === undefined) throw new DomainError('Customer.NotFound');
  return listEventsAt(tx, key, moments, CUSTOMER_EVENT_LIMITS.events);
}
