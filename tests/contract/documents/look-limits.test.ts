// Requests that submit documents share a few slots for accessing the storage. The tests count turns instead of measuring time.
import { createCheckLimiter, createDocumentLook } from '@onboarding/domain/uploads';
import { noScanner } from '@onboarding/platform/clamd';
import type { Db } from '@onboarding/platform/postgres';
import { expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validBody } from '../../harness/bodies.ts';
import type { TestDatabase, TestPartner } from '../../harness/database.ts';
import { until } from '../../harness/patience.ts';
import { askForLink, CERTIFICATE } from '../../harness/scenes/documents.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

/** An empty storage that does not respond until released. */
function heldStorage() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  /** The partners whose files were requested, in order. */
  const order: string[] = [];
  const open = async (key: string) => {
    order.push(key.split('/')[1] ?? '');
    await released;
    return undefined;
  };
  return { order, open, release };
}

/** Counts the requests that have read which documents to check, and are therefore queued. */
function openLook(storage: Pick<ReturnType<typeof heldStorage>, 'open'>) {
  const { db } = api.context;
  const lined = { up: 0 };
  const counting: Db = {
    ...db,
    async transaction(work, options) {
      const found = await db.transaction(work, options);
      if (options?.readOnly) lined.up++;
      return found;
    },
  };
  const store = { ...api.context.storage, open: storage.open };
  const context = {
    ...api.context,
    db: counting,
    storage: store,
    scanner: noScanner,
    inspector: api.inspector,
    limiter: createCheckLimiter(),
  };
  return { lined, look: createDocumentLook({ context, onOutcome: () => {}, mostMs: 600_000 }) };
}

/** A customer of the partner, with unused upload links. */
async function customerWithLinks(partner: TestPartner, count: number) {
  const token = await api.issuer.token(partner);
  const made = await api.call('POST', '/partner/v1/business-profiles', { body: validBody(), token });
  const { customerId } = made.json().value;
  const documentIds: string[] = [];
  for (let left = count; left > 0; left--) {
    const customer = { path: `/partner/v1/business-profiles/${customerId}` };
    documentIds.push((await askForLink(api, customer, CERTIFICATE, { token })).json().value.documentId);
  }
  return { partnerId: partner.partnerId, customerId, documentIds };
}

test("a partner's three documents wait for only a few of another partner's hundreds", async () => {
  const many = await customerWithLinks(api.partner, 40);
  const few = await customerWithLinks(await database.addPartner(), 3);
  const storage = heldStorage();
  const { lined, look } = openLook(storage);
  const flood = Array.from({ length: 8 }, () => look.check(many));
  await until(async () => lined.up === 8, 'hundreds of looks wait');
  const modest = look.check(few);
  await until(async () => lined.up === 9, 'the other partner waits as well');
  storage.release();
  expect(await modest).toEqual({ ids: expect.arrayContaining(few.documentIds), unseen: [] });
  await Promise.all(flood);
  expect(storage.order.length).toBe(8 * 40 + 3);
  // Those already started, then alternating between the partners; some run in parallel.
  expect(storage.order.lastIndexOf(few.partnerId)).toBeLessThan(24);
});
