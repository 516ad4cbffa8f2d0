import type { AccountStatus, PartnerRole, Realm, StaffRole } from '@onboarding/contract';
import type { AccountsRow } from '@onboarding/database/tables';
import type { Context } from '../context.ts';

/** This module's dependencies. */
export type AccountContext = Pick<Context, 'db' | 'clock' | 'keys' | 'jobs'>;

/** Where a person's request comes from, for the log of account events. */
export interface Visitor {
  address: string;
  userAgent: string | undefined;
  /** The browser, if someone has signed in with it before. */
  device?: KnownDevice | undefined;
  /** Who acts, if it is not the person whose account it is. */
  actorId?: string;
  /** The sign-in that is confirmed again; known to be valid and to belong to the account. */
  signInKey?: string;
}

export interface KnownDevice {
  deviceId: string;
  /** For each account, when it last signed in with this browser. */
  signedInAt: ReadonlyMap<string, Date>;
}

/** An account as other modules see it: contains nothing that helps to sign in. */
export interface Account {
  accountId: string;
  realm: Realm;
  partnerId: string | undefined;
  role: PartnerRole | StaffRole;
  email: string;
  name: string;
  status: AccountStatus;
}

export type AccountRow = Pick<
  AccountsRow,
  'account_id' | 'realm' | 'partner_id' | 'role' | 'email' | 'name' | 'status'
>;

/** With what only the identity service may read. */
export type SignInRow = AccountRow & Pick<AccountsRow, 'password_hash' | 'password_changed_at'>;

export function toAccount(row: AccountRow): Account {
  return {
    accountId: row.account_id,
    realm: row.realm,
    partnerId: row.partner_id ?? undefined,
    role: row.role,
    email: row.email,
    name: row.name,
    status: row.status,
  };
}

/** Two spellings of one address are one account. PostgreSQL cannot store NUL, so it is removed. */
export function emailKeyOf(email: string): string {
  return email.replaceAll('\0', '').trim().normalize('NFKC').toLowerCase();
}

interface Invited {
  email: string;
  name: string;
}

/** Who can be invited; a role belongs to its realm, and only users of partners have a partner. */
export type Invitation = Invited &
  ({ realm: 'partner'; role: PartnerRole; partnerId: string } | { realm: 'staff'; role: StaffRole });
