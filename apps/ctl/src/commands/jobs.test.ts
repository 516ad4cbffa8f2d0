import { afterAll, beforeAll, expect, test } from 'vitest';
import { ctl } from '../../../../tests/harness/command.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { addDeadLetter } from '../../../../tests/harness/scenes/operations-situations.ts';

let database: TestDatabase;
let environment: Record<string, string>;
beforeAll(async () => {
  database = await cloneDatabase();
  environment = { OPERATIONS_DATABASE_URL: database.operationsUrl };
});
afterAll(() => database.close());

const jobs = (...words: string[]) => ctl(['jobs', ...words], environment);
/** The jobs that make a worker return a dead letter, and who requested them. */
const asked = async () => {
  const { rows } = await database.owner.query(
    `select j.data->>'jobId' as job, a.actor_id, a.action from pgboss.job j
     left join operator_actions a on a.subject_kind = 'DeadLetter' and a.subject_id = j.data->>'jobId'
     where j.name = 'jobs.retry' order by j.created_on, a.action_id`,
  );
  return rows;
};

test('retries one dead letter or all of a queue, and the log names the operator', async () => {
  expect(await jobs('retry', '--all')).toMatchObject({ code: 0, stdout: 'There are no such dead letters.\n' });
  const mail = await addDeadLetter(database);
  const replay = await addDeadLetter(database, { queue: 'webhooks.replay' });
  const listed = await ctl(['jobs', 'dead-letters'], environment);
  expect(listed.stdout).toMatch(/^JOB +QUEUE/);
  expect(listed.stdout).toContain('Error ECONNREFUSED');
  expect(listed.stdout).not.toContain('payload');
  expect(await jobs('retry', mail)).toMatchObject({
    code: 0,
    stdout: 'A worker returns 1 dead letter to its queue within seconds.\n',
  });
  expect(await asked()).toEqual([{ job: mail, actor_id: 'olga', action: 'DeadLetterRetried' }]);
  expect(JSON.parse((await jobs('retry', '--queue', 'webhooks.replay', '--json')).stdout)).toEqual({ asked: [replay] });
  expect(await asked()).toHaveLength(2);
});

test('discards a dead letter with a reason, which the log contains', async () => {
  const letter = await addDeadLetter(database);
  expect(await jobs('discard', letter)).toMatchObject({ code: 2 });
  expect(await jobs('discard', crypto.randomUUID(), '--reason', 'gone')).toMatchObject({ code: 1 });
  expect(await jobs('discard', letter, '--reason', 'the address does not exist')).toMatchObject({
    code: 0,
    stdout: 'A worker deletes 1 dead letter within seconds.\n',
  });
  const { rows } = await database.owner.query(
    `select a.actor_id, a.action, a.reason from pgboss.job j
     join operator_actions a on a.subject_id = j.data->>'jobId' where j.name = 'jobs.discard' and a.subject_id = $1`,
    [letter],
  );
  expect(rows).toEqual([{ actor_id: 'olga', action: 'DeadLetterDiscarded', reason: 'the address does not exist' }]);
});

test('rejects a job that is not a dead letter, and retries none of the others named with it', async () => {
  const letter = await addDeadLetter(database);
  const before = await asked();
  expect(await jobs('retry', letter, crypto.randomUUID())).toMatchObject({ code: 1 });
  expect(await asked()).toEqual(before);
  for (const words of [['retry'], ['retry', letter, '--all']]) {
    expect(await jobs(...words)).toMatchObject({ code: 2, stderr: 'Name jobs, or use --all or --queue.\n' });
  }
});

test('lists queues with their waiting jobs, as a table and as JSON', async () => {
  const { stdout } = await jobs('list');
  expect(stdout).toMatch(/^QUEUE +WAITING/);
  expect(stdout).toContain('mail.send');
  expect(JSON.parse((await jobs('list', '--json')).stdout)).toMatchObject({
    queues: expect.arrayContaining([expect.objectContaining({ queue: 'mail.send' })]),
    webhooks: { due: 0 },
  });
});
