import { ERASED_NAME } from '@onboarding/contract';
import type { CustomersRow } from '@onboarding/database/tables';
import { settled, statement, type Tx } from '@onboarding/platform/postgres';
import { type AuditLink, writingAudit } from '../audit/index.ts';
import { handingInDocuments } from '../documents/index.ts';
import { appendingEvents } from '../events/index.ts';
import { addingPeople, updatingPeople } from '../people/index.ts';
import { movingReview, movingValues, type PreparedMove } from '../reviews/index.ts';
import type { BusinessFields } from './profile.ts';
import { CUSTOMER_COLUMNS, type CustomerRow } from './profile-store.ts';

export type LockedCustomer = CustomerRow &
  Pick<
    CustomersRow,
    'event_sequence' | 'audit_sequence' | 'audit_hash' | 'data_key' | 'data_key_id' | 'attempt' | 'decided_at'
  >;

// Not for update: whoever only writes a row that refers to the customer, such as what it is compared by, does not wait for us,
// and so can hold a package that we want without each waiting for the other. A key never changes.
const LOCKING = `select ${CUSTOMER_COLUMNS}, event_sequence, audit_sequence, audit_hash, data_key, data_key_id, attempt, decided_at
   from customers where partner_id = $1 and customer_id = $2 for no key update`;
const LOCK_CUSTOMER = statement<LockedCustomer>('customer_lock', LOCKING);

// Waiting for a row can give a transaction its number before its turn, and a later one may still be served first. The
// change feed goes by these numbers, so its order would not be that of the changes. Waiting here gives none.
const QUEUE_FOR_CUSTOMER = statement<object>(
  'customer_queue',
  `select pg_advisory_xact_lock(hashtextextended('onboarding.customers ' || $1::text, 0))`,
);

/** Whoever changes a customer begins with this: changes of one customer queue here, and see each other's outcome. */
export async function lockCustomer(tx: Tx, partnerId: string, customerId: string): Promise<LockedCustomer | undefined> {
  const [, [customer]] = await settled([
    tx.rows(QUEUE_FOR_CUSTOMER, [customerId.toLowerCase()]),
    tx.rows(LOCK_CUSTOMER, [partnerId, customerId]),
  ]);
  return customer;
}

// Whoever would have to wait gets nothing instead: for callers who hold something that the other may be waiting for.
const TRY_QUEUE = statement<{ free: boolean }>(
  'customer_try_queue',
  `select pg_try_advisory_xact_lock(hashtextextended('onboarding.customers ' || $1::text, 0)) as free`,
);
const TRY_LOCK_CUSTOMER = statement<LockedCustomer>('customer_try_lock', `${LOCKING} skip locked`);

/** Undefined also when somebody else is changing the customer right now. */
export async function tryLockCustomer(
  tx: Tx,
  partnerId: string,
  customerId: string,
): Promise<LockedCustomer | undefined> {
  const [queue] = await tx.rows(TRY_QUEUE, [customerId.toLowerCase()]);
  if (queue?.free !== true) return undefined;
  return (await tx.rows(TRY_LOCK_CUSTOMER, [partnerId, customerId]))[0];
}

/**
 * The first part of a statement in which another module changes something of a customer that reads show: it makes the
 * customer's version one higher and puts out the row for the parts behind it, which are named after `customer`. Its seven
 * parameters, from `first` on, are `advancedValues`. The version is part of the condition as in an update.
 */
export function advancingCustomer(first: number): string {
  return changingCustomer(first, '');
}

/**
 * The same for the erasure of a customer. It takes the data key away: no copy of what that has encrypted can be read
 * afterwards, unless the copy has the wrapped key beside it. What names or describes the business is blanked; its ids, state,
 * kind, country and amounts stay.
 */
export function erasingCustomer(first: number): string {
  return changingCustomer(
    first,
    `, data_key = null, monitoring = null, erased_at = $${first + 6}, company_name = '${ERASED_NAME}', trading_name = null, email = '', phone_number = null,
       description = null, website = '', registration_number = '', registration_date = null, addresses = '[]'`,
  );
}

/** A first part that changes nothing of the customer, for what stands beside it. Its parameters: the partner and the customer. */
export function findingCustomer(first: number): string {
  return `customer as (
     select partner_id, customer_id from customers where partner_id = $${first} and customer_id = $${first + 1}
   )`;
}

/** The same for a transition of the verification, with seven parameters more: `movedValues`, and whether the partner can tell. If
 * not, version and time of the last change stay. */
export function transitioningCustomer(first: number): string {
  const visible = `$${first + 13}::boolean`;
  return changingCustomer(first, `, ${movedColumns(first + 7)}`, {
    version: `version + (case when ${visible} then 1 else 0 end)`,
    updatedAt: (now) => `case when ${visible} then ${now} else coalesce(updated_at, ${now}) end`,
  });
}

/**
 * The same for what reads do not show, such as an analyst's note: it is on the trail, while the version and the time of the last
 * change stay. Its seven parameters are `advancedValues` as well.
 */
export function auditingCustomer(first: number): string {
  return changingCustomer(first, '', { version: 'version', updatedAt: (now) => `coalesce(updated_at, ${now})` });
}

function movedColumns(first: number): string {
  const at = (offset: number) => `$${first + offset}`;
  return `verification_status = ${at(0)}, attempt = ${at(1)}, submitted_at = coalesce(${at(2)}::timestamptz, submitted_at),
       status_changed_at = coalesce(${at(3)}::timestamptz, status_changed_at),
       decided_at = case when ${at(3)}::timestamptz is null then decided_at else ${at(4)}::timestamptz end,
       monitoring = ${at(5)}`;
}

export function movedValues(move: PreparedMove): unknown[] {
  const { verificationStatus, attempt, submittedAt, statusChangedAt, decidedAt, monitoring } = move;
  return [verificationStatus, attempt, submittedAt, statusChangedAt, decidedAt, monitoring];
}

interface Marks {
  version: string;
  updatedAt(now: string): string;
}
const CHANGED: Marks = { version: 'version + 1', updatedAt: (now) => now };

function changingCustomer(first: number, further: string, { version, updatedAt } = CHANGED): string {
  const at = (offset: number) => `$${first + offset}`;
  return `customer as (
     update customers set version = ${version}, event_sequence = ${at(3)}, audit_sequence = ${at(4)}, audit_hash = ${at(5)},
       updated_at = ${updatedAt(at(6))}${further}
     where partner_id = ${at(0)} and customer_id = ${at(1)} and version = ${at(2)}
     returning partner_id, customer_id
   )`;
}

export interface CustomerAdvance {
  /** How many events the change records; they are numbered on from `before.event_sequence`. */
  events: number;
  auditHead: AuditLink;
  now: Date;
}

/** `before` is what lockCustomer gave. */
export function advancedValues(partnerId: string, before: LockedCustomer, { events, auditHead, now }: CustomerAdvance) {
  const { customer_id: customerId, version, event_sequence: sequence } = before;
  return [partnerId, customerId, version, sequence + events, auditHead.sequence, auditHead.hash, now];
}

// One statement like create's, behind another start: nothing but the customer's own row decides whether anything is
// written. The version is part of the condition although the row is locked, so that a forgotten lock could lose nothing.
const UPDATE_PROFILE = statement<{ customer_id: string }>(
  'profile_update',
  `with customer as (
     update customers set company_name = $4, trading_name = $5, email = $6, phone_number = $7, business_type_code = $8,
       incorporation_country = $9, industry = $10, description = $11, website = $12, registration_number = $13,
       registration_date = $14, addresses = $15, financials = $16, version = version + 1, event_sequence = $17,
       audit_sequence = $18, audit_hash = $19, updated_at = $20, ${movedColumns(21)}
     where partner_id = $1 and customer_id = $2 and version = $3
     returning partner_id, customer_id
   ), ${addingPeople('customer', 27)}, ${updatingPeople('customer', 30)}, ${appendingEvents('customer', 33)},
   ${writingAudit('customer', 35)}, ${handingInDocuments('customer', 45)}, ${movingReview('customer', 47)}
   select customer_id from customer`,
);

export interface ProfileChange {
  fields: BusinessFields;
  move: PreparedMove;
  eventSequence: number;
  audit: { head: AuditLink; values: unknown[] };
  addingPeople: unknown[];
  updatingPeople: unknown[];
  /** Ids of those that are handed in for the first time. */
  documentsHandedIn: readonly string[];
  events: unknown[];
}

export async function updateProfile(
  tx: Tx,
  partnerId: string,
  before: LockedCustomer,
  change: ProfileChange,
  now: Date,
): Promise<void> {
  const { fields, audit } = change;
  const rows = await tx.rows(UPDATE_PROFILE, [
    partnerId,
    before.customer_id,
    before.version,
    fields.companyName,
    fields.tradingName,
    fields.email,
    fields.phoneNumber,
    fields.businessTypeCode,
    fields.incorporationCountry,
    fields.industry,
    fields.description,
    fields.website,
    fields.registrationNumber,
    fields.registrationDate,
    JSON.stringify(fields.addresses),
    fields.financials === null ? null : JSON.stringify(fields.financials),
    change.eventSequence,
    audit.head.sequence,
    audit.head.hash,
    now,
    ...movedValues(change.move),
    ...change.addingPeople,
    ...change.updatingPeople,
    ...change.events,
    ...audit.values,
    change.documentsHandedIn,
    now,
    ...movingValues(change.move, now, {
      country: fields.incorporationCountry,
      businessTypeCode: fields.businessTypeCode,
    }),
  ]);
  if (rows.length !== 1) throw new Error('A locked customer has changed');
}
