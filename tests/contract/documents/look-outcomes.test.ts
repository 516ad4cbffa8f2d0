// How a request uses the check of a document that it submits: which outcomes show whether the file has arrived.
import { createCheckLimiter, createDocumentLook, type LookOptions, type LookOutcome } from '@onboarding/domain/uploads';
import { noScanner, ScannerUnavailable, ScanUnfinished } from '@onboarding/platform/clamd';
import type { Db } from '@onboarding/platform/postgres';
import { StorageUnavailable } from '@onboarding/platform/s3';
import { expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { askForLink, CERTIFICATE } from '../../harness/scenes/documents.ts';
import { createCustomer } from '../../harness/scenes/updates.ts';

let api: TestApi;
useTestApi((made) => {
  ({ api } = made);
});

type Check = NonNullable<LookOptions['check']>;

/** A look that uses the given check, with the outcomes it reported and the number of its transactions. */
function lookWith(check: Check, mostMs = 600_000) {
  const { db } = api.context;
  const { partnerId } = api.partner;
  const told = { outcomes: [] as LookOutcome[], transactions: 0 };
  const counting: Db = {
    ...db,
    transaction(work, options) {
      told.transactions++;
      return db.transaction(work, options);
    },
  };
  const parts = { scanner: noScanner, inspector: api.inspector, limiter: createCheckLimiter() };
  const context = { ...api.context, ...parts, db: counting };
  const look = createDocumentLook({ context, onOutcome: (one) => told.outcomes.push(one), mostMs, check });
  return {
    told,
    look: (customerId: string, documentIds: string[]) => look.check({ partnerId, customerId, documentIds }),
  };
}

async function customerWithLink() {
  const customer = await createCustomer(api);
  const { documentId } = (await askForLink(api, customer, CERTIFICATE)).json().value;
  return { customerId: customer.customerId, documentId };
}

const ends =
  (outcome: string): Check =>
  async () =>
    ({ outcome, arrivedAt: new Date() }) as Awaited<ReturnType<Check>>;
const fails =
  (error: Error): Check =>
  () =>
    Promise.reject(error);

const OUTCOMES: Record<Exclude<LookOutcome, 'TimedOut'>, [check: Check, seen: boolean]> = {
  Confirmed: [ends('Confirmed'), true],
  Quarantined: [ends('Quarantined'), true],
  Rejected: [ends('Rejected'), true],
  Awaited: [ends('Awaited'), true],
  Expired: [ends('Expired'), true],
  Cleared: [ends('Cleared'), true],
  Nothing: [ends('Nothing'), true],
  ScannerAway: [fails(new ScannerUnavailable('away')), false],
  StorageAway: [fails(new StorageUnavailable('away')), false],
  Failed: [fails(new Error('unexpected')), false],
};

test.each(Object.entries(OUTCOMES))(
  'reports the outcome %s, which determines whether the document counts as seen',
  async (outcome, [check, seen]) => {
    const { customerId, documentId } = await customerWithLink();
    const { look, told } = lookWith(check);
    expect(await look(customerId, [documentId])).toEqual({ ids: [documentId], unseen: seen ? [] : [documentId] });
    expect(told.outcomes).toEqual([outcome]);
  },
);

test.each<[string, Check, number]>([
  ['the scanner does not finish', fails(new ScanUnfinished('slow')), 600_000],
  ['takes longer than the request waits', () => new Promise(() => {}), 1],
])('reports TimedOut and an unseen document for a check that %s', async (_how, check, mostMs) => {
  const { customerId, documentId } = await customerWithLink();
  const { look, told } = lookWith(check, mostMs);
  expect(await look(customerId, [documentId])).toEqual({ ids: [documentId], unseen: [documentId] });
  expect(told.outcomes).toEqual(['TimedOut']);
});

test('uses neither database nor storage without documents or with an invalid customer id', async () => {
  const { customerId, documentId } = await customerWithLink();
  const { look, told } = lookWith(ends('Confirmed'));
  const nothing = { ids: [], unseen: [] };
  expect(await look(customerId, [])).toEqual(nothing);
  expect(await look('no-id', [documentId])).toEqual(nothing);
  expect(told).toEqual({ outcomes: [], transactions: 0 });
  expect(await look(customerId, [documentId])).toEqual({ ids: [documentId], unseen: [] });
  expect(told.transactions).toBeGreaterThan(0);
});
