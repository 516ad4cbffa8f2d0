// Every change of a customer is one statement: the customer's own row, further parts of the change, events and the audit
// entry. Only the customer's row determines whether anything is written.
import { type NoValues, type Part, part, sql, statement, type Tx, type Values } from '@onboarding/platform/postgres';
import { type AuditValues, writingAudit } from '../../audit/index.ts';
import type { CustomerKey } from '../../customer-keys.ts';
import { submittingDocuments } from '../../documents/index.ts';
import { appendingEvents, type EventValues } from '../../events/index.ts';
import { addingMetadata, removingMetadata } from '../../metadata/index.ts';
import { addingPeople, updatingPeople } from '../../people/index.ts';
import { movingReview, type PreparedMove, voidingProposal } from '../../review-state/index.ts';
import { BUSINESS } from '../record/business-columns.ts';

/** The values that every change of a customer writes. */
export type CustomerValues = AuditValues &
  EventValues & {
    partnerId: string;
    customerId: string;
    versionBefore: number;
    version: number;
    eventSequence: number;
    /** Null if the partner cannot see the change. */
    changedAt: Date | null;
  };

/** A change declared by a store, for `changeCustomer`. Fails if the customer has changed since it was locked. */
export type WriteChange<V> = (tx: Tx, values: CustomerValues & V) => Promise<void>;

interface Declaration<S extends Values, P extends Values> {
  /** Further columns of the customer's own row. */
  set?: Part<S>;
  /** Further CTEs, which select from `customer`. */
  parts?: Part<P>;
  /** The CTE that must write one row for the change to be valid. */
  writes?: string;
}

/**
 * Declares a change of a customer. The condition includes the version although the row is locked, so that no update is lost
 * if the lock was forgotten.
 */
export function changingCustomer<S extends Values = NoValues, P extends Values = NoValues>(
  name: string,
  { set, parts, writes = 'customer' }: Declaration<S, P>,
): WriteChange<S & P> {
  const declared = statement<object, CustomerValues & S & P>(
    name,
    `with customer as (
     update customers set version = :version, event_sequence = :eventSequence, audit_sequence = :auditSequence,
       audit_hash = :auditHash, updated_at = coalesce(:changedAt::timestamptz, updated_at)${set ? `, ${set.text}` : ''}
     where partner_id = :partnerId and customer_id = :customerId and version = :versionBefore
     returning partner_id, customer_id
   ), ${parts ? `${parts.text}, ` : ''}${appendingEvents('customer').text}, ${writingAudit('customer').text}
   select 1 as written from ${writes}`,
  );
  return async (tx, values) => {
    const rows = await tx.rows(declared, values);
    if (rows.length !== 1) throw new Error('A locked customer has changed');
  };
}

/** The columns of the customer's own row that a transition changes. */
const MOVING_CUSTOMER = part<MovedCustomer>(
  `verification_status = :verificationStatus, attempt = :attempt, monitoring = :monitoring,
       submitted_at = coalesce(:submittedAt::timestamptz, submitted_at),
       status_changed_at = coalesce(:statusChangedAt::timestamptz, status_changed_at),
       decided_at = case when :statusChangedAt::timestamptz is null then decided_at else :decidedAt::timestamptz end`,
);

type MovedCustomer = Pick<
  PreparedMove,
  'verificationStatus' | 'attempt' | 'monitoring' | 'submittedAt' | 'statusChangedAt' | 'decidedAt'
>;

/** The values of `MOVING_CUSTOMER`. */
export function movedCustomer(move: PreparedMove): MovedCustomer {
  const { verificationStatus, attempt, monitoring, submittedAt, statusChangedAt, decidedAt } = move;
  return { verificationStatus, attempt, monitoring, submittedAt, statusChangedAt, decidedAt };
}

/**
 * The columns that an erasure changes. It deletes the data key: afterwards, no copy of the data encrypted with it can be
 * read, unless the copy includes the wrapped key. It clears the fields that name or describe the business, and keeps its ids,
 * state, kind, country and amounts.
 */
export const ERASING_CUSTOMER = part<{ now: Date }>(
  `data_key = null, monitoring = null, erased_at = :now::timestamptz, ${BUSINESS.erased}`,
);

/** A first CTE that does not change the customer, for the CTEs that follow it. */
export const FINDING_CUSTOMER = part<CustomerKey>(`customer as (
     select partner_id, customer_id from customers where partner_id = :partnerId and customer_id = :customerId
   )`);

/** A change of state voids any open proposal. */
export const TRANSIT = changingCustomer('verification_transit', {
  set: MOVING_CUSTOMER,
  parts: sql`${movingReview('customer')}, ${voidingProposal('customer', 'Transition')}`,
});

/**
 * For processes that cannot change decisions. Used only while no analyst has the package, so there is no proposal to void.
 */
export const TRANSIT_UNREVIEWED = changingCustomer('verification_transit_unreviewed', {
  set: MOVING_CUSTOMER,
  parts: movingReview('customer'),
});

/** Only writes an audit entry. */
export const WRITE_ENTRY = changingCustomer('verification_audit', {});

/** A PUT or PATCH by the partner: uses create's parts with a different first CTE. */
export const UPDATE_PROFILE = changingCustomer('profile_update', {
  set: sql`${BUSINESS.assigned}, ${MOVING_CUSTOMER}`,
  parts: sql`${addingPeople('customer')}, ${updatingPeople('customer')}, ${submittingDocuments('customer')},
   ${addingMetadata('customer')}, ${removingMetadata('customer')}, ${movingReview('customer')}`,
});
