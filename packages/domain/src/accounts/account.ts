import {
  type AccountStatus,
  isVisibleLine,
  PARTNER_ROLES,
  type Realm,
  STAFF_ROLES,
  VISIBLE_LINE,
} from '@onboarding/contract';
import type { AccountsRow } from '@onboarding/database/tables';
import { z } from 'zod';
import type { Context } from '../context.ts';

/** What this module needs of the outside world. */
export type AccountContext = Pick<Context, 'db' | 'clock' | 'keys' | 'jobs'>;

/** Where a request of a person comes from, for the record of what happened to an account. */
export interface Visitor {
  address: string;
  userAgent: string | undefined;
  /** The browser, if somebody has signed in with it before. */
  device?: KnownDevice | undefined;
  /** The sign-in that is asked again, known to be alive and the account's own. */
  signInKey?: string;
}

export interface KnownDevice {
  deviceId: string;
  /** By account, when it last signed in there. */
  signedInAt: ReadonlyMap<string, Date>;
}

/** An account as other parts may see it: nothing in it helps to sign in. */
export interface Account {
  accountId: string;
  realm: Realm;
  partnerId: string | undefined;
  role: string;
  email: string;
  name: string;
  status: AccountStatus;
}

export type AccountRow = Pick<
  AccountsRow,
  'account_id' | 'realm' | 'partner_id' | 'role' | 'email' | 'name' | 'status' | 'password_hash' | 'password_changed_at'
>;

export function toAccount(row: AccountRow): Account {
  return {
    accountId: row.account_id,
    // The checks of these two columns allow nothing else.
    realm: row.realm as Realm,
    partnerId: row.partner_id ?? undefined,
    role: row.role,
    email: row.email,
    name: row.name,
    status: row.status as AccountStatus,
  };
}

/** Two spellings of one address are one account. PostgreSQL knows no NUL, so none gets that far. */
export function emailKeyOf(email: string): string {
  return email.replaceAll('\0', '').trim().normalize('NFKC').toLowerCase();
}

const person = {
  email: z.string().trim().max(254).pipe(z.email('must be an e-mail address')),
  name: z
    .string()
    .trim()
    .normalize('NFC')
    .min(1, 'must not be empty')
    .max(100, 'must have at most 100 characters')
    .refine(isVisibleLine, VISIBLE_LINE),
};

/** Whom one can invite; a role belongs to its realm, and only people of partners have a partner. */
export const invitationShape = z.discriminatedUnion('realm', [
  z.object({ realm: z.literal('partner'), role: z.enum(PARTNER_ROLES), partnerId: z.uuid(), ...person }),
  z.object({ realm: z.literal('staff'), role: z.enum(STAFF_ROLES), ...person }),
]);
export type Invitation = z.infer<typeof invitationShape>;
