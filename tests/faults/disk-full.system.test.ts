// The disk of PostgreSQL fills up: writes are refused as an outage, reads work, and nothing is lost. Two tables are moved to a
// small file system of their own, which is then filled.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseCheck } from '../../apps/ctl/src/doctor/database.ts';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { validBody } from '../harness/bodies.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { PATIENCE_MS } from '../harness/patience.ts';

const MOVED = ['customers', 'process_probes'];
const TABLESPACE = `small_${process.pid}`;
let disk: string;
let ballast: string;
let database: TestDatabase;
let superuser: pg.Client;
let api: TestApi;

async function moveTo(tablespace: string): Promise<void> {
  for (const table of MOVED) await superuser.query(`alter table onboarding.${table} set tablespace ${tablespace}`);
}

beforeAll(async () => {
  disk = mkdtempSync(join(tmpdir(), 'disk-'));
  ballast = join(disk, 'ballast');
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
  execFileSync('chown', ['postgres', disk]);
  execFileSync('chmod', ['755', disk]);
  database = await cloneDatabase();
  superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  await superuser.query(`create tablespace ${TABLESPACE} location '${disk}'`);
  await moveTo(TABLESPACE);
  api = await startTestApi(database);
});
afterAll(async () => {
  rmSync(ballast, { force: true });
  await api?.close();
  await moveTo('pg_default');
  // Files of the moved tables disappear with the next checkpoint.
  await superuser.query('checkpoint');
  await superuser.query(`drop tablespace ${TABLESPACE}`);
  await superuser.end();
  await database?.close();
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

function fillDisk(): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  expect(statfsSync(disk).bavail).toBe(0);
}

/** Test servers do not wait for the disk, which doctor reports. */
const durable = (url: string) => `${url}?options=${encodeURIComponent('-c synchronous_commit=on')}`;
const doctor = () =>
  databaseCheck('the API', { setting: 'DATABASE_URL', url: durable(database.appUrl), role: 'onboarding_app' }).look(
    AbortSignal.timeout(PATIENCE_MS),
  );

test('with a full disk, creates answer 503 with Retry-After, reads work, and doctor names the cause', async () => {
  const { customerId } = (await api.create(validBody())).json().value;
  expect(await doctor()).toMatchObject([{ state: 'good' }]);
  fillDisk();
  const statuses: number[] = [];
  let refused = await api.create(validBody());
  // The last page of a table may have space for a few more.
  for (let count = 0; count < 50 && refused.statusCode === 200; count++) {
    statuses.push(refused.statusCode);
    refused = await api.create(validBody());
  }
  expect(refused.statusCode).toBe(503);
  expect(refused.json().error).toMatchObject({ code: 'Service.Unavailable' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await api.call('GET', `/partner/v1/business-profiles/${customerId}`)).statusCode).toBe(200);
  expect(await doctor()).toMatchObject([{ state: 'fault', found: expect.stringContaining('its disk is full') }]);
  const { rows } = await database.owner.query('select count(*)::int as count from customers');
  expect(rows).toEqual([{ count: 1 + statuses.length }]);

  expect(existsSync(ballast)).toBe(true);
  rmSync(ballast);
  expect((await api.create(validBody())).statusCode).toBe(200);
  expect(await doctor()).toMatchObject([{ state: 'good' }]);
});
