// Whoever owns the database rewrites the audit trail: changes what was done and makes every hash behind it anew.
import { execFile } from 'node:child_process';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEST_KEY_RING } from '../harness/api.ts';
import { validBody } from '../harness/bodies.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { type RunningIssuer, type RunningProcess, runApi, runIssuer } from '../harness/process.ts';

let database: TestDatabase;
let issuer: RunningIssuer;
let api: RunningProcess;
let partner: TestPartner;
beforeAll(async () => {
  database = await cloneDatabase();
  issuer = await runIssuer();
  api = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url });
  partner = await database.addPartner();
});
afterAll(async () => {
  await api?.stop();
  await issuer?.close();
  await database?.close();
});

async function ask(method: string, path: string, body: unknown) {
  const token = await issuer.issuer.token(partner);
  const answer = await fetch(`${api.url}/api/partner/v1/business-profiles${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { value: { customerId: string } };
}

/** A customer with three entries. */
async function makeCustomer(): Promise<string> {
  const { customerId } = (await ask('POST', '', validBody())).value;
  for (const website of ['https://one.example', 'https://two.example'])
    await ask('PATCH', `/${customerId}`, { website });
  return customerId;
}

type MakeHash = (previous: Buffer, content: string) => Buffer;

/** Says that somebody else made the customer, and makes all hashes anew, that of the customer's row included. */
async function rewrite(customerId: string, makeHash: MakeHash): Promise<void> {
  const { owner } = database;
  await owner.query(`update audit_entries set actor_id = 'somebody-else' where customer_id = $1 and sequence = 1`, [
    customerId,
  ]);
  const { rows } = await owner.query('select * from audit_entries where customer_id = $1 order by sequence', [
    customerId,
  ]);
  let previous: Buffer = Buffer.alloc(32);
  for (const row of rows) {
    const {
      audit_id,
      partner_id,
      customer_id,
      sequence,
      action,
      actor_kind,
      actor_id,
      request_id,
      occurred_at,
      details,
    } = row;
    const facts = [audit_id, partner_id, customer_id, Number(sequence), action, actor_kind, actor_id, request_id];
    const hash = makeHash(previous, JSON.stringify([...facts, occurred_at.toISOString(), details]));
    await owner.query('update audit_entries set previous_hash = $2, hash = $3 where audit_id = $1', [
      audit_id,
      previous,
      hash,
    ]);
    previous = hash;
  }
  await owner.query('update customers set audit_hash = $2 where customer_id = $1', [customerId, previous]);
}

const verify = (...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, ['apps/worker/src/commands/audit.ts', 'verify', ...words], {
    env: { MIGRATION_DATABASE_URL: database.ownerUrl, KEY_RING: JSON.stringify(TEST_KEY_RING) },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

const unkeyed: MakeHash = (previous, content) => createHash('sha256').update(previous).update(content).digest();
const named = (keyId: string, hash: Buffer) => Buffer.concat([Buffer.from([keyId.length]), Buffer.from(keyId), hash]);
const guessed = randomBytes(32);

describe('who owns the database and not the key ring cannot rewrite a trail unseen', () => {
  test.each<[string, MakeHash, string]>([
    ['as it was before there were keys', unkeyed, 'Broken at entry 1: it was written without a key.\n'],
    [
      'with a key of their own under the name of ours',
      (previous, content) => named('k1', createHmac('sha256', guessed).update(previous).update(content).digest()),
      'Broken at entry 1: it was changed.\n',
    ],
    [
      'with a key that they name themselves',
      (previous, content) => named('k9', createHmac('sha256', guessed).update(previous).update(content).digest()),
      'Broken at entry 1: it names the key k9, which KEY_RING does not hold.\n',
    ],
  ])('%s', async (_how, makeHash, told) => {
    const customerId = await makeCustomer();
    await rewrite(customerId, makeHash);
    expect(await verify(partner.partnerId, customerId)).toMatchObject({ code: 1, stdout: told });
  });
});
