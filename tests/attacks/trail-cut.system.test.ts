// The owner of the database, without the key ring, cuts off the end of a trail. The remaining chain is valid, so only
// statements published outside the database in time reveal it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PATIENCE_MS, until } from '../harness/patience.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';
import { openTrailScene, type TrailScene } from './trail-servers.ts';

let scene: TrailScene;
let worker: RunningWorker | undefined;
beforeAll(async () => {
  scene = await openTrailScene('s3://cut-anchors/trail');
});
afterAll(async () => {
  await worker?.stop();
  await scene?.close();
});

/** Leaves only the first entry, and resets the customer to that state. */
async function cut(customerId: string): Promise<void> {
  await scene.database.owner.query('delete from audit_entries where customer_id = $1 and sequence > 1', [customerId]);
  await scene.database.owner.query(
    `update customers c set audit_sequence = 1, audit_hash = a.hash, version = 1, website = 'https://acme.example'
     from audit_entries a where c.customer_id = $1 and a.customer_id = c.customer_id and a.sequence = 1`,
    [customerId],
  );
}

describe('the database owner, without the key ring, cuts off the end of a trail', () => {
  test('verify detects it, even if the last statement was marked as published and deleted', async () => {
    expect((await scene.run('storage', 'prepare')).stdout).toContain('with locks');
    const partner = await scene.database.addPartner();
    await scene.makeCustomer(partner);
    expect((await scene.run('audit', 'anchor')).stdout).toContain('Statement 1 was created.');
    await scene.database.owner.query(
      `create function hide_anchor() returns trigger language plpgsql as
       $$ begin new.published_at := now(); return new; end $$`,
    );
    await scene.database.owner.query(
      'create trigger hide_anchor before insert on audit_anchors for each row execute function hide_anchor()',
    );
    const customerId = await scene.makeCustomer(partner);
    expect((await scene.run('audit', 'anchor')).stdout).toContain('Statement 2 was created.');
    expect(await scene.run('audit', 'verify', '--all')).toMatchObject({ code: 0 });

    // No other statements than those above: the job that creates them is removed as well.
    const environment = { ...scene.environment, WORKER_ROLES: 'housekeeping', AUDIT_ANCHORS_MINUTES: '30' };
    worker = await runWorker({ database: scene.database, smtpUrl: 'smtp://127.0.0.1:1', environment });
    await scene.database.owner.query(`delete from pgboss.schedule where name = 'audit.anchor'`);
    await cut(customerId);
    await scene.database.owner.query('delete from audit_anchors where number = 2');
    const { code, stdout } = await scene.run('audit', 'verify', '--all');
    expect([code, stdout.trimEnd().split('\n')]).toEqual([
      1,
      [expect.stringMatching(/^All intact: 2 trails/), expect.stringMatching(/^Statement 2 of \S+/)],
    ]);
  });

  test('no further statement is signed', async () => {
    const { code, stdout, stderr } = await scene.run('audit', 'anchor');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Statement 2');
    const { rows } = await scene.database.owner.query('select number from audit_anchors order by number');
    expect(rows.map(({ number }) => Number(number))).toEqual([1]);
  });

  test('the worker, which reads the external anchor store itself, is no longer ready', async () => {
    const ready = async () => {
      const answer = await fetch(`${worker?.url}/health/ready`);
      return { code: answer.status, ...((await answer.json()) as { status: string }) };
    };
    await until(async () => (await ready()).code === 503, 'the worker looks outside', 8 * PATIENCE_MS);
    expect(await ready()).toEqual({ code: 503, status: 'the audit trail differs from its statements' });
    expect(await (await fetch(worker?.metricsUrl ?? '')).text()).toMatch(/^onboarding_audit_anchor_refused\S* 1$/m);
  });
});
