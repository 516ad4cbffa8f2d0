import { afterAll, beforeAll, expect, test } from 'vitest';
import { ctl } from '../../../../tests/harness/command.ts';
import { runCtl } from '../../../../tests/harness/command-process.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

test('a worker is asked to check all due documents, once however often it is asked for', async () => {
  const environment = { OPERATIONS_DATABASE_URL: database.operationsUrl };
  expect(await runCtl(['documents', 'reconcile'], environment)).toMatchObject({
    code: 0,
    stdout: 'A worker checks all due documents within seconds.\n',
  });
  expect(await ctl(['documents', 'reconcile', '--json'], environment)).toMatchObject({ code: 0 });
  const { rows } = await database.owner.query(`select name, state from pgboss.job`);
  expect(rows).toEqual([{ name: 'documents.reconcile', state: 'created' }]);
});
