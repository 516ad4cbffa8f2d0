// Every kind of mail in every wording, written by the production code, as jobs that a worker sends.
import {
  addSecondFactor,
  askForReset,
  changePassword,
  checkSecondFactor,
  findAccount,
  hashPassword,
  inviteAccount,
  listSecondFactors,
  makeTotpSecret,
  removeSecondFactor,
  renewRecoveryCodes,
  resetFactors,
} from '@onboarding/domain/accounts';
import { tellAnalysts } from '@onboarding/domain/analyst-notices';
import { warnOfExpiry } from '@onboarding/domain/credentials';
import { tellOfReviews, tellSentBack } from '@onboarding/domain/review-mails';
import { openKeyRing } from '@onboarding/platform/crypto';
import { createJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import type { Tx } from '@onboarding/platform/postgres';
import { tellOfTransition } from '../../../packages/domain/src/webhooks/endpoints/health-mails.ts';
import { addAccount } from '../account-rows.ts';
import { openAccounts, VISITOR } from '../accounts.ts';
import { keep } from '../artefacts.ts';
import { makeCertificate, registerCertificate } from '../clients.ts';
import { openTestDb } from '../connecting.ts';
import { storeCustomers } from '../customers.ts';
import type { TestDatabase, TestPartner } from '../database.ts';
import { PATIENCE_MS } from '../patience.ts';
import { TEST_KEY_RING } from '../values.ts';

interface Places {
  issuer: string;
  /** With its path. */
  portalUrl: string;
}

/** For names that users choose, to reveal mails that do not escape them. */
export const AWKWARD = `O'Neil & "Söhne" <b>`;

/** To users of this partner, which has an active admin. Single-use links are still unused. */
export async function writeEveryMail(database: TestDatabase, partner: TestPartner, places: Places): Promise<void> {
  await writeAccountMails(database, partner.partnerId, places.issuer);
  await writePartnerMails(database, partner, places.portalUrl);
}

/** To our own staff; there must be a customer. */
export async function writeStaffMails(database: TestDatabase, consoleUrl: string): Promise<void> {
  const accountId = await addAccount(database, { realm: 'staff', role: 'analyst' });
  const db = openTestDb(database.workerUrl);
  const context = { db, clock: { now: () => new Date() }, jobs: createJobs(), keys: openKeyRing(TEST_KEY_RING) };
  const link = `${consoleUrl}/packages/${crypto.randomUUID()}`;
  await db.transaction((tx) => tellSentBack(tx, context, { accountId, link }));
  await database.owner.query(
    `insert into review_decisions (partner_id, customer_id, decision_id, outcome, state, attempt, proposed_by, proposed_at)
     select partner_id, customer_id, gen_random_uuid(), 'Reject', 'Proposed', 1, gen_random_uuid(), now() from customers limit 1`,
  );
  await tellAnalysts(context, consoleUrl, AbortSignal.timeout(PATIENCE_MS));
  await db.close();
}

async function writeAccountMails(database: TestDatabase, partnerId: string, issuer: string): Promise<void> {
  const users = openAccounts(database, issuer);
  try {
    const { db } = users.context;
    const [ada, ben] = [await users.join(partnerId), await users.join(partnerId)];
    await database.owner.query('update accounts set name = $2 where account_id = any($1)', [
      [ada.accountId, ben.accountId],
      AWKWARD,
    ]);
    await database.owner.query('update partners set name = $2 where partner_id = $1', [partnerId, AWKWARD]);
    const context = { ...users.context, jobs: createJobs() };
    const write = <T>(letter: (tx: Tx) => Promise<T>) => db.transaction(letter);
    const get = async (accountId: string) => {
      const account = await write((tx) => findAccount(tx, accountId));
      if (account === undefined) throw new Error('There is no such account');
      return account;
    };
    const newcomer = { email: `${crypto.randomUUID()}@partner.example`, name: AWKWARD };
    await write((tx) =>
      inviteAccount(tx, context, VISITOR, { realm: 'partner', role: 'viewer', partnerId, ...newcomer }, issuer),
    );
    // To an address that already has an account with another partner.
    const elsewhere = await users.join((await database.addPartner()).partnerId);
    const held = { email: elsewhere.email, name: AWKWARD };
    await write((tx) =>
      inviteAccount(tx, context, VISITOR, { realm: 'partner', role: 'viewer', partnerId, ...held }, issuer),
    );
    const secret = makeTotpSecret();
    const shown = { kind: 'Totp', secret, code: users.codeOf(secret) } as const;
    await write((tx) => addSecondFactor(tx, context, VISITOR, ada.accountId, shown));
    const [factor] = await write((tx) => listSecondFactors(tx, ada.accountId));
    await write((tx) => removeSecondFactor(tx, context, VISITOR, ada.accountId, factor?.factorId ?? ''));
    const [code = ''] = await write(async (tx) => renewRecoveryCodes(tx, context, VISITOR, await get(ada.accountId)));
    const proof = { kind: 'RecoveryCode', code } as const;
    await write((tx) => checkSecondFactor(tx, context, VISITOR, ada.accountId, proof, 'SignedIn'));
    const hash = await hashPassword('five other random words here');
    await write(async (tx) => changePassword(tx, context, VISITOR, await get(ada.accountId), hash));
    // After the password change, which invalidates such links.
    await write((tx) => askForReset(tx, context, VISITOR, { realm: 'partner', email: ada.email }, issuer));
    await write(async (tx) => resetFactors(tx, context, VISITOR, await get(ben.accountId), issuer));
  } finally {
    await users.close();
  }
}

async function writePartnerMails(database: TestDatabase, partner: TestPartner, portalUrl: string): Promise<void> {
  const { owner } = database;
  const { partnerId } = partner;
  const db = openTestDb(database.workerUrl, { poolSize: 2 });
  let now = new Date();
  const logger = createLogger(
    { service: 'worker', level: 'debug' },
    { write: (line) => keep('logs', `${database.name}.log`, line.trimEnd()) },
  );
  const context = { db, clock: { now: () => now }, jobs: createJobs(), keys: openKeyRing(TEST_KEY_RING), logger };
  try {
    const notAfter = new Date(now.getTime() + 5 * 86_400_000);
    await registerCertificate(database, partner, await makeCertificate(), { notAfter });
    await owner.query('update api_certificates set name = $2 where partner_id = $1', [partnerId, AWKWARD]);
    await db.transaction((tx) => warnOfExpiry(tx, context, { portalUrl, limit: 50 }));

    await owner.query(
      `insert into webhook_endpoints (partner_id, url, secret, created_at, updated_at)
       values ($1, 'https://hooks.partner.example/in', 'secret', now(), now())`,
      [partnerId],
    );
    for (const [transition, reason] of [
      ['Degraded', null],
      ['Disabled', 'NoSuccess'],
      ['Disabled', 'Gone'],
      ['Recovered', null],
    ] as const) {
      const told = { partnerId, transition, reason, at: now, portalUrl };
      await db.transaction((tx) => tellOfTransition(tx, context, told));
    }

    await storeCustomers(owner, { partnerIds: [partnerId], count: 28 });
    // One of each outcome, then more than a mail lists.
    for (const [first, count] of [
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 25],
    ]) {
      await owner.query(
        `insert into review_notices (partner_id, notice_id, customer_id, partner_customer_id, outcome)
         select partner_id, gen_random_uuid(), customer_id, partner_customer_id,
           (array['Approved', 'Rejected', 'ChangesRequested'])[1 + (row_number() over (order by customer_id) - 1 + $2) % 3]
         from (select * from customers where partner_id = $1 order by customer_id offset $2 limit $3) chosen`,
        [partnerId, first, count],
      );
      await tellOfReviews(context, portalUrl, AbortSignal.timeout(PATIENCE_MS));
      now = new Date(now.getTime() + 3_600_000);
    }
  } finally {
    await db.close();
  }
}
