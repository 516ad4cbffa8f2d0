import type {
  AccountAction,
  AccountStatus,
  PartnerRole,
  Realm,
  SecondFactorKind,
  StaffRole,
} from '@onboarding/contract';
import type { AccountEventsRow } from '@onboarding/database/tables';
import { uuidFloor, uuidv7 } from '@onboarding/platform/ids';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { type StreamedLog, type StreamRange, streamRange } from '../../transaction-logs.ts';
import type { Visitor } from './account.ts';

/** Changes of an account, and events that the activity log does not show. */
type AccountEventKind = AccountAction | 'SignedIn' | 'SteppedUp' | 'Refused' | 'ResetAsked';

type ProofKind = SecondFactorKind | 'RecoveryCode';

/** The reason for a refusal, the kind of proof, or the assigned role. */
type AccountEventReason =
  | Exclude<AccountStatus, 'Active'>
  | 'Blocked'
  | 'TooMany'
  | 'UnknownAccount'
  | 'WrongPassword'
  | `Wrong${ProofKind}`
  | ProofKind
  | PartnerRole
  | StaffRole;

export interface AccountEvent {
  kind: AccountEventKind;
  /** Undefined for an e-mail address without an account; the address itself is not stored. */
  accountId: string | undefined;
  realm: Realm | 'none';
  reason?: AccountEventReason | undefined;
}

interface EventInsert {
  eventId: string;
  accountId: string | null;
  realm: AccountEvent['realm'];
  kind: AccountEventKind;
  reason: AccountEventReason | null;
  address: string;
  userAgent: string | null;
  actorId: string | null;
  now: Date;
}

const INSERT = statement<never, EventInsert>(
  'account_event_insert',
  `insert into account_events (event_id, account_id, realm, kind, reason, address, user_agent, occurred_at,
     actor_id, partner_id)
   values (:eventId, :accountId::uuid, :realm, :kind, :reason, :address, :userAgent, :now, :actorId,
     (select partner_id from accounts where account_id = :accountId::uuid))`,
);

export async function recordAccountEvent(tx: Tx, visitor: Visitor, event: AccountEvent, now: Date): Promise<void> {
  const { accountId, realm, kind, reason } = event;
  await tx.rows(INSERT, {
    eventId: uuidv7(now),
    accountId: accountId ?? null,
    realm,
    kind,
    reason: reason ?? null,
    address: visitor.address,
    userAgent: visitor.userAgent?.slice(0, 400) ?? null,
    actorId: visitor.actorId ?? null,
    now,
  });
}

// Must match the condition of the index account_events_of_partner.
const IS_CHANGE = `kind not in ('SignedIn', 'SteppedUp', 'Refused', 'ResetAsked')`;

const COUNT_INVITATIONS = statement<{ sent: number }, { partnerId: string; since: string }>(
  'account_event_count_invitations',
  `select count(*) as sent from account_events
   where partner_id = :partnerId and event_id >= :since and ${IS_CHANGE} and kind = 'Invited'`,
);

export async function countInvitations(tx: Tx, partnerId: string, since: Date): Promise<number> {
  return (await tx.rows(COUNT_INVITATIONS, { partnerId, since: uuidFloor(since) }))[0]?.sent ?? 0;
}

const HAS_SIGNED_IN = statement<{ signedIn: boolean }, { accountId: string; since: string }>(
  'account_event_has_signed_in',
  `select exists (select from account_events
     where account_id = :accountId and event_id >= :since and kind = 'SignedIn') as signed_in`,
);

export async function hasSignedInSince(tx: Tx, accountId: string, since: Date): Promise<boolean> {
  return (await tx.rows(HAS_SIGNED_IN, { accountId, since: uuidFloor(since) }))[0]?.signedIn ?? false;
}

export type AccountChangeRow = Pick<AccountEventsRow, 'eventId' | 'reason' | 'address' | 'actorId' | 'occurredAt'> & {
  accountId: string;
  kind: AccountAction;
};

/** A range of a list that is ordered by id, newest first. */
export interface ChangeRange {
  /** Exclusive upper bound. */
  before: string;
  /** Inclusive lower bound. */
  from: string;
  /** Only actions of this person. */
  person: string | undefined;
  limit: number;
}

const LIST_CHANGES = statement<
  AccountChangeRow,
  Omit<ChangeRange, 'person'> & { partnerId: string; person: string | null }
>(
  'account_event_list_changes',
  `select event_id, account_id, kind, reason, address, actor_id, occurred_at from account_events
   where partner_id = :partnerId and ${IS_CHANGE} and event_id < :before and event_id >= :from
     and (:person::uuid is null or (coalesce(actor_id, account_id) = :person and address <> 'operator'))
   order by event_id desc limit :limit`,
);

/** Changes of the accounts of a partner's users. */
export function listAccountChanges(
  tx: Tx,
  partnerId: string,
  { person, ...range }: ChangeRange,
): Promise<AccountChangeRow[]> {
  return tx.rows(LIST_CHANGES, { ...range, partnerId, person: person ?? null });
}

const LIST_LATEST = statement<AccountChangeRow, { accountId: string; limit: number }>(
  'account_event_list_latest',
  `select event_id, account_id, kind, reason, address, actor_id, occurred_at from account_events
   where account_id = :accountId and ${IS_CHANGE} order by event_id desc limit :limit`,
);

/** The latest changes of one account. */
export function listLatestChanges(tx: Tx, accountId: string, limit: number): Promise<AccountChangeRow[]> {
  return tx.rows(LIST_LATEST, { accountId, limit });
}

const LIST_STREAMED = statement<Omit<AccountEventsRow, 'userAgent'>, StreamRange>(
  'account_event_list_streamed',
  `select event_id, account_id, partner_id, actor_id, realm, kind, reason, address, occurred_at, transaction_id
   from account_events ${streamRange('event_id').text}`,
);

export const STREAMED_ACCOUNTS: StreamedLog = {
  name: 'accounts',
  async list(tx, range) {
    const rows = await tx.rows(LIST_STREAMED, range);
    return rows.map(({ eventId: id, occurredAt: at, transactionId, ...record }) => ({ id, at, transactionId, record }));
  },
};
