// Mails about a receiver's health, with the rights of the worker's role.
import { openKeyRing } from '@onboarding/platform/crypto';
import { createJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAccount } from '../../../../../tests/harness/account-rows.ts';
import { keep } from '../../../../../tests/harness/artefacts.ts';
import { openTestDb } from '../../../../../tests/harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../../../../tests/harness/database.ts';
import { TEST_KEY_RING } from '../../../../../tests/harness/values.ts';
import { openMail } from '../../mails/index.ts';
import { type TransitionToTell, tellOfTransition } from './health-mails.ts';

const keys = openKeyRing(TEST_KEY_RING);
const AT = new Date('2026-11-15T09:30:12.345Z');
let database: TestDatabase;
let db: Db;
let partnerId: string;

beforeAll(async () => {
  database = await cloneDatabase();
  db = openTestDb(database.workerUrl, { poolSize: 2 });
});
beforeEach(async () => {
  ({ partnerId } = await database.addPartner());
  await database.owner.query(
    `insert into webhook_endpoints (partner_id, url, secret, created_at, updated_at)
     values ($1, 'https://hooks.partner.example:8443/in/k3y?token=t0ken', 'secret', now(), now())`,
    [partnerId],
  );
  await database.owner.query('delete from pgboss.job');
});
afterAll(async () => {
  await db.close();
  await database.close();
});

async function tell(told: Pick<TransitionToTell, 'transition' | 'reason'>) {
  const logger = createLogger(
    { service: 'worker', level: 'debug' },
    { write: (line) => keep('logs', `${database.name}.log`, line.trimEnd()) },
  );
  const context = { clock: { now: () => AT }, jobs: createJobs(), keys, logger };
  const count = await db.transaction((tx) =>
    tellOfTransition(tx, context, { partnerId, at: AT, portalUrl: 'https://portal.example', ...told }),
  );
  const { rows } = await database.owner.query(`select data from pgboss.job where name = 'mail.send' order by id`);
  const mails = rows.map(({ data }) => openMail(keys, data));
  expect(mails).toHaveLength(count);
  return mails;
}

test('mails every active admin of the partner and no one else', async () => {
  const admins = [await addAccount(database, { partnerId }), await addAccount(database, { partnerId })];
  await addAccount(database, { partnerId, role: 'developer' });
  await addAccount(database, { partnerId, status: 'Disabled' });
  await addAccount(database);
  const mails = await tell({ transition: 'Degraded', reason: null });
  expect(mails.map(({ to }) => to).sort()).toEqual(admins.map((id) => `${id}@people.example`).sort());
});

test('sends no mail, and does not fail, for a partner without admins', async () => {
  expect(await tell({ transition: 'Disabled', reason: 'Gone' })).toEqual([]);
});

describe('the mail says what happened, when and what to do, and shows only the host of the URL', () => {
  test.each([
    [
      'Degraded',
      null,
      'are failing',
      /have failed\..*8 times over three days[\s\S]*What to do: check how your receiver responds/,
    ],
    [
      'Disabled',
      'NoSuccess',
      'have stopped',
      /no delivery had succeeded for 72 hours[\s\S]*What to do: fix the receiver/,
    ],
    ['Disabled', 'Gone', 'have stopped', /it answered 410 Gone twice[\s\S]*then enable the webhook/],
    [
      'Recovered',
      null,
      'are working again',
      /hooks\.partner\.example:8443 has been accepting events again[\s\S]*do not have to do anything/,
    ],
  ] as const)('%s %s', async (transition, reason, subject, text) => {
    await addAccount(database, { partnerId });
    const [mail] = await tell({ transition, reason });
    expect(mail?.subject).toBe(`Webhook deliveries to hooks.partner.example:8443 ${subject}`);
    expect(mail?.text).toMatch(/^Hello Ada Lind,\n\n.* 2026-11-15 09:30 UTC, /);
    expect(mail?.text).toMatch(text);
    expect(mail?.text).toContain('https://portal.example/webhooks');
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/k3y|t0ken|secret/);
  });
});
