// What operators read about the customers of all partners: whether audit trails are intact, and which customers were erased.
import { eraseCustomer, listErasures } from '@onboarding/domain/erasure';
import { verifyTrails } from '@onboarding/domain/profiles';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { openTestDb } from '../../harness/connecting.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { openMemoryObjects } from '../../harness/memory-objects.ts';
import { link } from '../../harness/scenes/documents.ts';
import { createCustomer } from '../../harness/scenes/updates.ts';

let api: TestApi;
let database: TestDatabase;
let db: Db;
useTestApi((made) => {
  ({ api, database } = made);
});
beforeAll(() => {
  db = openTestDb(database.ownerUrl, { poolSize: 2 });
});
afterAll(() => db.close());

const erase = (customerId: string, storage = openMemoryObjects()) => {
  const { partnerId } = api.partner;
  const actor = { kind: 'Operator', partnerId, operatorName: 'test', requestId: 'erase' } as const;
  return eraseCustomer({ ...api.context, db, storage }, actor, { customerId, reason: 'asked' });
};
async function erasures() {
  const found: string[] = [];
  for await (const { customerId } of listErasures({ db })) found.push(customerId);
  return found;
}
async function trails(partnerId?: string) {
  const found: Record<string, unknown> = {};
  for await (const { customerId, verdict } of verifyTrails({ db, keys: api.context.keys }, partnerId))
    found[customerId] = verdict.intact ? 'intact' : verdict.why;
  return found;
}

test('erased customers are listed in the order of their erasure', async () => {
  const [first, second, third] = [await createCustomer(api), await createCustomer(api), await createCustomer(api)];
  expect(await erasures()).toEqual([]);
  await erase(second.customerId);
  await erase(third.customerId);
  await erase(first.customerId);
  expect(await erasures()).toEqual([second, third, first].map(({ customerId }) => customerId));
});

test('an erasure removes the files of the customer from every bucket, and no others', async () => {
  const storage = openMemoryObjects();
  const [customer, other] = [await createCustomer(api), await createCustomer(api)];
  for (const one of [customer, other]) {
    const { documentId } = await link(api, one);
    const { rows } = await database.owner.query('select object_key from documents where document_id = $1', [
      documentId,
    ]);
    const key = rows[0].object_key;
    storage.put(key, Buffer.from(one.customerId));
    storage.leaveCopy(key.replace('incoming/', 'documents/'));
  }
  await erase(customer.customerId, storage);
  expect(storage.held()).toMatchObject({ uploads: [Buffer.from(other.customerId)], kept: [Buffer.from('left')] });
});

test('the trails of all customers are verified, or only those of one partner, and a trail without its customer is reported', async () => {
  const [intact, changed] = [await createCustomer(api), await createCustomer(api)];
  const { partnerId } = await database.addPartner();
  const lost = crypto.randomUUID();
  const { owner } = database;
  await owner.query(`update audit_entries set action = 'business.profile.updated' where customer_id = $1`, [
    changed.customerId,
  ]);
  const all = await trails();
  expect(all[intact.customerId]).toBe('intact');
  expect(all[changed.customerId]).not.toBe('intact');
  expect(await trails(api.partner.partnerId)).toEqual(all);
  expect(await trails(partnerId)).toEqual({});
  await owner.query('create temporary table copied as select * from audit_entries where customer_id = $1', [
    intact.customerId,
  ]);
  await owner.query('update copied set partner_id = $1, customer_id = $2', [partnerId, lost]);
  await owner.query('insert into audit_entries select * from copied');
  expect(await trails(partnerId)).toEqual({ [lost]: 'its customer is missing' });
  expect(await trails()).toEqual({ ...all, [lost]: 'its customer is missing' });
  expect(await trails(api.partner.partnerId)).toEqual(all);
});
