import { afterAll, beforeAll, expect, test } from 'vitest';
import { ctl } from '../../../../tests/harness/command.ts';
import { runCtl } from '../../../../tests/harness/command-process.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { NO_STORAGE, storageEnvironment } from '../../../../tests/harness/no-storage.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

test('reconcile queues one check of all due documents, even when run twice', async () => {
  const environment = { OPERATIONS_DATABASE_URL: database.operationsUrl };
  expect(await runCtl(['documents', 'reconcile'], environment)).toMatchObject({
    code: 0,
    stdout: 'A worker checks all due documents within seconds.\n',
  });
  expect(await ctl(['documents', 'reconcile', '--json'], environment)).toMatchObject({ code: 0 });
  const { rows } = await database.owner.query(`select name, state from pgboss.job`);
  expect(rows).toEqual([{ name: 'documents.reconcile', state: 'created' }]);
});

test('reconcile records the operator in the log; without a name it changes nothing', async () => {
  const environment = { OPERATIONS_DATABASE_URL: database.operationsUrl };
  const logged = async () =>
    JSON.parse((await ctl(['audit', 'log', '--all', '--json'], environment)).stdout).items.filter(
      ({ action }: { action: string }) => action === 'DocumentsReconciled',
    );
  const before = await logged();
  await ctl(['documents', 'reconcile', '--operator', 'Olga Operator'], environment);
  const nobody = { ...environment, ONBOARDING_OPERATOR: ' ' };
  expect(await ctl(['documents', 'reconcile'], nobody)).toMatchObject({ code: 2, stdout: '' });
  const [newest, ...earlier] = await logged();
  expect(earlier).toEqual(before);
  expect(newest).toMatchObject({
    actor: { kind: 'Operator', name: 'Olga Operator' },
    subject: { kind: 'Documents', id: 'all' },
  });
});

test('move is recorded in the log, a dry run is not', async () => {
  const environment = {
    MIGRATION_DATABASE_URL: database.ownerUrl,
    OPERATIONS_DATABASE_URL: database.operationsUrl,
    ...storageEnvironment(NO_STORAGE),
  };
  expect(await ctl(['documents', 'move', '--dry-run'], environment)).toMatchObject({ code: 0 });
  const moves = `select action, actor_id, details from operator_actions where action = 'DocumentsMoved'`;
  expect((await database.owner.query(moves)).rows).toEqual([]);
  expect(await ctl(['documents', 'move'], environment)).toMatchObject({ code: 0, stdout: '0 documents moved.\n' });
  expect((await database.owner.query(moves)).rows).toEqual([
    { action: 'DocumentsMoved', actor_id: 'olga', details: '{"left":0}' },
  ]);
});
