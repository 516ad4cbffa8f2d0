import { afterAll, beforeAll, expect, test } from 'vitest';
import { ctl } from '../../../../tests/harness/command.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const run = (...words: string[]) => ctl(['database', ...words], { MIGRATION_DATABASE_URL: database.ownerUrl });

test('status reports a migrated database as good, and migrate has nothing to do', async () => {
  expect(await run('migrate')).toMatchObject({ code: 0, stdout: 'There was nothing to migrate.\n' });
  const status = await run('status');
  expect(status.code).toBe(0);
  for (const part of ['onboarding_worker      good', 'webhook_deliveries', 'LARGEST TABLES']) {
    expect(status.stdout).toContain(part);
  }
});

test('status fails on a missing migration and names it', async () => {
  await database.owner.query(`delete from schema_migrations where name like '0047%'`);
  const status = await run('status');
  expect(status.code).toBe(1);
  expect(status.stdout).toMatch(/0047_\w+\.sql +missing/);
});

test('bootstrap names every missing setting; a wrong password names the setting to check', async () => {
  const refused = await ctl(['database', 'bootstrap'], { OWNER_PASSWORD: 'x' });
  expect(refused.code).toBe(2);
  for (const name of ['SUPERUSER_DATABASE_URL', 'APP_PASSWORD', 'WORKER_PASSWORD'])
    expect(refused.stderr).toContain(name);
  const url = new URL(database.ownerUrl);
  url.password = 'wrong';
  const wrong = await ctl(['database', 'status'], { MIGRATION_DATABASE_URL: url.toString() });
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('Check MIGRATION_DATABASE_URL') });
});
