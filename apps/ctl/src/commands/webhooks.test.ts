import { beforeEach, describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../../../tests/harness/api.ts';
import { ctl } from '../../../../tests/harness/command.ts';
import type { TestDatabase } from '../../../../tests/harness/database.ts';
import { type SignedIn, signIn } from '../../../../tests/harness/session.ts';
import { ask, disable, register, storeDeliveries, storeEvents } from '../../../../tests/harness/webhooks.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});
let partnerId: string;
let admin: SignedIn;
beforeEach(async () => {
  ({ partnerId } = await database.addPartner());
  admin = await signIn(database, { partnerId });
  await register(api, admin, 'https://hooks.partner.example/in?key=hidden');
  await database.owner.query('delete from pgboss.job');
});

const run = (words: string[], url = database.ownerUrl) => ctl(['webhooks', ...words], { MIGRATION_DATABASE_URL: url });

async function lane() {
  const { rows } = await database.owner.query('select * from webhook_lanes where partner_id = $1', [partnerId]);
  return rows[0];
}
async function noted() {
  const { rows } = await database.owner.query(
    'select action, actor_kind, actor_id, request_id from webhook_changes where partner_id = $1 order by change_id',
    [partnerId],
  );
  return rows.slice(1);
}
const jobs = async () => (await database.owner.query(`select name, data from pgboss.job`)).rows;

test('inspect shows the health of the receiver and only the host of its URL', async () => {
  const events = await storeEvents(database.owner, { partnerId, count: 3, from: new Date() });
  await storeDeliveries(database.owner, events, { status: 'Pending' });
  await disable(database.owner, partnerId, new Date('2026-11-01T09:00:00Z'), 'Gone');
  const { code, stdout, stderr } = await ctl(['webhooks', 'inspect', partnerId], {
    MIGRATION_DATABASE_URL: database.ownerUrl,
  });
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/^Receiver +hooks\.partner\.example$/m);
  expect(stdout).toMatch(/^Status +Disabled$/m);
  expect(stdout).toMatch(/^Disabled at +2026-11-01 09:00:00 UTC Gone$/m);
  expect(stdout).toMatch(/^Waiting +3$/m);
  expect(stdout).toContain(`Registered  PartnerPerson ${admin.accountId}`);
  expect(stdout).not.toContain('hidden');
});

describe('pause and resume', () => {
  test('pause stops the lane until resume, even if the partner changes the URL', async () => {
    await database.owner.query('update webhook_lanes set due_at = now() where partner_id = $1', [partnerId]);
    expect((await run(['pause', partnerId])).stdout).toContain('Paused.');
    expect(await lane()).toMatchObject({ paused_at: expect.any(Date), due_at: null, status: 'Active' });
    expect((await run(['pause', partnerId])).stdout).toContain('already');
    expect((await run(['inspect', partnerId])).stdout).toMatch(/^Status +Active, paused by an operator$/m);
    await ask(api, admin, 'PUT', '', { body: { url: 'https://other.partner.example/' } });
    expect(await lane()).toMatchObject({ paused_at: expect.any(Date), due_at: null });

    expect((await run(['resume', partnerId])).stdout).toContain('Resumed.');
    expect(await lane()).toMatchObject({ paused_at: null, due_at: expect.any(Date), resumed_at: expect.any(Date) });
    expect((await run(['resume', partnerId])).stdout).toContain('nothing was changed');
    expect(await jobs()).toEqual([{ name: 'webhooks.resume', data: { partnerId } }]);
    const operator = { actor_kind: 'Operator', actor_id: 'olga', request_id: null };
    expect(await noted()).toEqual([
      { action: 'Paused', ...operator },
      expect.objectContaining({ action: 'UrlReplaced' }),
      { action: 'Resumed', ...operator },
    ]);
  });

  test('pause keeps the lease of a lane that is being sent', async () => {
    const until = new Date(Date.now() + 60_000);
    await database.owner.query(
      'update webhook_lanes set due_at = $2, leased_until = $2, lease_id = gen_random_uuid() where partner_id = $1',
      [partnerId, until],
    );
    await run(['pause', partnerId]);
    expect(await lane()).toMatchObject({ due_at: until, leased_until: until });
  });

  test('resume enables a disabled receiver', async () => {
    await disable(database.owner, partnerId, new Date());
    expect((await run(['resume', partnerId])).stdout).toContain('Resumed.');
    expect(await lane()).toMatchObject({ status: 'Active', disabled_at: null, consecutive_failures: 0, health: {} });
  });
});

test('distinguishes unknown partners, missing webhooks, missing permission and an unavailable database', async () => {
  const { partnerId: another } = await database.addPartner();
  for (const command of ['inspect', 'pause', 'resume']) {
    expect(await run([command, another])).toMatchObject({ code: 1, stderr: expect.stringContaining('has no webhook') });
  }
  expect(await run(['pause', 'acme'])).toMatchObject({ code: 1, stderr: expect.stringContaining('no partner "acme"') });
  expect(await run(['pause', partnerId], database.operationsUrl)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('onboarding_owner'),
  });
  expect(await run(['pause', partnerId], 'postgres://nobody@127.0.0.1:9/x')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('Check MIGRATION_DATABASE_URL'),
  });
});
