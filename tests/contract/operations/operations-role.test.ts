// What the database itself denies to operators, regardless of the API: queried directly with their role.
// tests/contract/database/rights.ts lists the rights of every role.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { makeCertificate, registerCertificate } from '../../harness/clients.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { addDeadLetter } from '../../harness/scenes/operations-situations.ts';
import { createCustomer } from '../../harness/scenes/updates.ts';
import { signIn } from '../../harness/session.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

let operations: pg.Client;
beforeAll(async () => {
  await createCustomer(api);
  await signIn(database, { partnerId: api.partner.partnerId });
  await signIn(database, { realm: 'staff' });
  await addDeadLetter(database);
  await registerCertificate(database, api.partner, await makeCertificate(), { revokedAt: new Date() });
  operations = new pg.Client({ connectionString: database.operationsUrl });
  await operations.connect();
});
afterAll(() => operations.end());

const DENIED = '42501';
const codeOf = (sql: string, values: unknown[] = []) =>
  operations.query(sql, values).then(
    ({ rowCount }) => `done: ${rowCount}`,
    (error: { code: string }) => error.code,
  );

describe('the database role of operators cannot', () => {
  test.each([
    ['read a customer', 'select * from customers'],
    ['read a business person', 'select * from people'],
    ['read a document', 'select * from documents'],
    ['read the body of an event', 'select body from events'],
    ['read a password', 'select password_hash from accounts'],
    ['set a password', `update accounts set password_hash = 'x'`],
    ['move an account to another partner', 'update accounts set partner_id = null'],
    ['read the secret of a second factor', 'select secret from second_factors'],
    ['read the hash of a link', 'select link_hash from account_links'],
    ['read a session', 'select * from sessions'],
    ['add a certificate', 'insert into api_certificates (partner_id) select partner_id from partners'],
    ['undo a revocation', 'update api_certificates set revoked_at = null'],
    ['change the client id of a partner', `update partners set client_id = 'x'`],
    ['change an operator action', `update operator_actions set reason = 'x'`],
    ['delete an operator action', 'delete from operator_actions'],
    ['delete an account event', 'delete from account_events'],
    ['change the entries of a requirement set', `update requirement_sets set entries = '[]'`],
    ['read the data of a job', 'select data from pgboss.job_common'],
    ['read the data of a dead letter', `select to_jsonb(j) from pgboss.job_common j where name = 'dead-letters'`],
    ['delete a job', 'delete from pgboss.job_common'],
    ['become the owner', 'set role onboarding_owner'],
    ['create a table', 'create table onboarding.mine (n int)'],
  ])('%s', async (_what, sql) => {
    expect(await codeOf(sql)).toBe(DENIED);
  });

  test('create a password reset link', async () => {
    const { accountId } = await signIn(database, { realm: 'staff' });
    const link = (purpose: string) =>
      codeOf(
        `insert into account_links (link_hash, account_id, purpose, created_at, expires_at) values ($1, $2, $3, now(), now())`,
        [Buffer.from(purpose), accountId, purpose],
      );
    expect(await link('PasswordReset')).toBe(DENIED);
    expect(await link('Invitation')).toBe('done: 1');
  });
});

test('no other process role can read or delete operator actions', async () => {
  for (const url of [database.appUrl, database.staffUrl, database.identityUrl, database.workerUrl]) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await expect(client.query('select * from operator_actions')).rejects.toMatchObject({ code: DENIED });
    await expect(client.query('delete from operator_actions')).rejects.toMatchObject({ code: DENIED });
    await client.end();
  }
});
