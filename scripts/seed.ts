/** The partners and users of every local stack, so that the first call needs only a token. */
import { clientIdOf, createPartner } from '@onboarding/domain/partners';
import { withDatabase } from '@onboarding/platform/command';
import { systemClock } from '@onboarding/platform/ids';
import { Client } from 'pg';
import { ensureKeyFiles, type KeyFiles, registerCertificate } from './seed/certificates.ts';
import { type DemoUser, type KeyRingSettings, seedUsers, staffUsers, usersOfPartner } from './seed/users.ts';

export interface DemoPartner {
  readonly partnerId: string;
  readonly name: string;
  readonly clientId: string;
}

/** Fixed ids: examples, bookmarks and saved requests stay valid after a reset. */
export const demoPartners: readonly DemoPartner[] = [
  demoPartner('01930a00-0000-7000-8000-000000000001', 'Acme Marketplace'),
  demoPartner('01930a00-0000-7000-8000-000000000002', 'Globex Payroll'),
];

/** As in the e-mail addresses of its users and the names of its files. */
export function shortNameOf({ name }: DemoPartner): string {
  return name.toLowerCase().split(' ')[0] ?? '';
}

/** Adds missing demo partners; existing rows stay unchanged. */
export async function seedDemoPartners(ownerUrl: string): Promise<DemoPartner[]> {
  await withDatabase('seed', ownerUrl, (db) =>
    db.transaction(async (tx) => {
      for (const { partnerId, name } of demoPartners) {
        await createPartner(tx, { clock: systemClock }, { partnerId, name, onboardingStatus: 'Approved' });
      }
    }),
  );
  return [...demoPartners];
}

export interface Demo {
  readonly partners: (DemoPartner & KeyFiles & { users: DemoUser[] })[];
  readonly staff: DemoUser[];
}

/**
 * The partners, each with a registered certificate, their users and our staff. Idempotent. No limits: what is throttled in
 * production must be throttled here, so load tests set RATE_LIMIT_... for themselves.
 */
export async function seedDemo(
  ownerUrl: string,
  { keyDirectory, keyRing }: { keyDirectory: string; keyRing: KeyRingSettings },
): Promise<Demo> {
  const partners = await Promise.all(
    (await seedDemoPartners(ownerUrl)).map(async (partner) => {
      const slug = shortNameOf(partner);
      return { ...partner, ...(await ensureKeyFiles(keyDirectory, slug)), users: usersOfPartner(slug) };
    }),
  );
  const staff = staffUsers();
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const { partnerId, certificateFile } of partners)
      await registerCertificate(client, partnerId, certificateFile);
    await seedUsers(client, keyRing, [
      ...partners.map(({ partnerId, users }) => ({ partnerId, users })),
      { partnerId: null, users: staff },
    ]);
  } finally {
    await client.end();
  }
  return { partners, staff };
}

function demoPartner(partnerId: string, name: string): DemoPartner {
  return { partnerId, name, clientId: clientIdOf(name, partnerId) };
}
