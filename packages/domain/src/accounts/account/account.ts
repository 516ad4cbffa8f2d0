import type { AccountStatus, PartnerRole, Realm, StaffRole } from '@onboarding/contract';
import type { AccountsRow } from '@onboarding/database/tables';
import type { Context } from '../../context.ts';

/** This module's dependencies. */
export type AccountContext = Pick<Context, 'db' | 'clock' | 'keys' | 'jobs'>;

/** Where a person's request comes from, for the log of account events. */
export interface Visitor {
  address: string;
  userAgent: string | undefined;
  /** The browser, if it was used to sign in before. */
  device?: KnownDevice | undefined;
  /** The acting account, if it is not the owner of this one. */
  actorId?: string;
  /** The sign-in that is confirmed again; known to be valid and to belong to the account. */
  signInKey?: string;
}

export interface KnownDevice {
  deviceId: string;
  /** When each account last signed in with this browser. */
  signedInAt: ReadonlyMap<string, Date>;
}

/** An account as other modules see it: contains nothing that would help to sign in. */
export interface Account {
  accountId: string;
  realm: Realm;
  partnerId: string | undefined;
  role: PartnerRole | StaffRole;
  email: string;
  name: string;
  status: AccountStatus;
}

export type AccountRow = Pick<AccountsRow, 'accountId' | 'realm' | 'partnerId' | 'role' | 'email' | 'name' | 'status'>;

/** Includes columns that only the identity service may read. */
export type SignInRow = AccountRow & Pick<AccountsRow, 'passwordHash' | 'passwordChangedAt'>;

/** Lists the fields, because the row may contain more. */
export function toAccount({ accountId, realm, partnerId, role, email, name, status }: AccountRow): Account {
  return { accountId, realm, partnerId: partnerId ?? undefined, role, email, name, status };
}

/** Different spellings of one address are the same account. PostgreSQL cannot store NUL, so it is removed. */
export function emailKeyOf(email: string): string {
  return email.replaceAll('\0', '').trim().normalize('NFKC').toLowerCase();
}

interface Invited {
  email: string;
  name: string;
}

/** Roles depend on the realm, and only users of partners have a partner. */
export type Invitation = Invited &
  ({ realm: 'partner'; role: PartnerRole; partnerId: string } | { realm: 'staff'; role: StaffRole });
