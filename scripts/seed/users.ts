/** Demo users of each partner and of our own staff. Their passwords are public: local stacks only. */
import { PARTNER_ROLES } from '@onboarding/contract';
import { hashPassword } from '@onboarding/domain/accounts';
import { type KeyRing, openKeyRing } from '@onboarding/platform/crypto';
import type { Client } from 'pg';
import { knownSecret } from './totp.ts';

export interface DemoUser {
  readonly email: string;
  readonly password: string;
  readonly role: string;
  readonly totpSecret: string;
}

export interface KeyRingSettings {
  readonly current: string;
  readonly keys: Record<string, string>;
}

const PASSWORD = 'local-stack-only';
const STAFF = ['analyst1', 'analyst2', 'supervisor', 'auditor', 'operator'];

export function usersOfPartner(slug: string): DemoUser[] {
  return PARTNER_ROLES.map((role) => person(`${role}@${slug}.example`, role));
}

export function staffUsers(): DemoUser[] {
  return STAFF.map((name) => person(`${name}@staff.example`, name.replace(/\d$/, '')));
}

function person(email: string, role: string): DemoUser {
  return { email, password: PASSWORD, role, totpSecret: knownSecret(email) };
}

/** Adds missing users; existing ones keep their changes. */
export async function seedUsers(
  client: Client,
  keyRing: KeyRingSettings,
  groups: readonly { partnerId: string | null; users: readonly DemoUser[] }[],
): Promise<void> {
  const keys = openKeyRing(keyRing);
  for (const { partnerId, users } of groups) {
    for (const one of users) await seedUser(client, keys, partnerId, one);
  }
}

async function seedUser(client: Client, keys: KeyRing, partnerId: string | null, one: DemoUser): Promise<void> {
  const realm = partnerId === null ? 'staff' : 'partner';
  const known = await client.query('select from onboarding.accounts where realm = $1 and email_key = $2', [
    realm,
    one.email,
  ]);
  if (known.rowCount !== 0) return;
  const factorId = crypto.randomUUID();
  await client.query(
    `with account as (
       insert into onboarding.accounts (account_id, realm, partner_id, role, email, email_key, name, status, password_hash,
         password_changed_at, created_at)
       values ($1, $2, $3, $4, $5, $5, $6, 'Active', $7, now(), now()) returning account_id
     )
     insert into onboarding.second_factors (account_id, factor_id, kind, name, secret, counter, created_at)
     select account_id, $8, 'Totp', 'Local stack', $9, 0, now() from account`,
    [
      crypto.randomUUID(),
      realm,
      partnerId,
      one.role,
      one.email,
      nameOf(one.email),
      await hashPassword(one.password),
      factorId,
      keys.seal('second factor', one.totpSecret, factorId),
    ],
  );
}

/** "admin@acme.example" is Admin Acme. */
function nameOf(email: string): string {
  const [first = '', domain = ''] = email.split('@');
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return `${capital(first)} ${capital(domain.split('.')[0] ?? '')}`;
}
