import { uuidv7 } from '@onboarding/platform/ids';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { Visitor } from './account.ts';

export type AccountEventKind =
  | 'Invited'
  | 'InvitationAccepted'
  | 'SignedIn'
  | 'SteppedUp'
  | 'Refused'
  | 'RecoveryCodeUsed'
  | 'ResetAsked'
  | 'PasswordReset'
  | 'PasswordChanged'
  | 'FactorAdded'
  | 'FactorRemoved'
  | 'FactorsReset'
  | 'RecoveryCodesReplaced'
  | 'SignedOutEverywhere'
  | 'Disabled'
  | 'Enabled';

export interface AccountEvent {
  kind: AccountEventKind;
  /** Undefined for an e-mail address that has no account; the address itself is not kept. */
  accountId: string | undefined;
  realm: string;
  reason?: string;
}

const INSERT = statement(
  'account_event_insert',
  `insert into account_events (event_id, account_id, realm, kind, reason, address, user_agent, occurred_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

export async function recordAccountEvent(tx: Tx, visitor: Visitor, event: AccountEvent, now: Date): Promise<void> {
  const { accountId, realm, kind, reason } = event;
  const agent = visitor.userAgent?.slice(0, 400) ?? null;
  await tx.rows(INSERT, [uuidv7(now), accountId ?? null, realm, kind, reason ?? null, visitor.address, agent, now]);
}
