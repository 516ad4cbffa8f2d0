// How a request uses the check of a document that it submits: which outcomes show whether the file has arrived.
import { createCheckLimiter, createDocumentLook, type LookOptions, type LookOutcome } from '@onboarding/domain/uploads';
import { noScanner, ScannerUnavailable, ScanUnfinished } from '@onboarding/platform/clamd';
import type { Logger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import { type ObjectStore, StorageUnavailable } from '@onboarding/platform/s3';
import { expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { askForLink, CERTIFICATE } from '../../harness/scenes/documents.ts';
import { createCustomer } from '../../harness/scenes/updates.ts';

let api: TestApi;
useTestApi((made) => {
  ({ api } = made);
});

type Check = NonNullable<LookOptions['check']>;

interface Told {
  outcomes: LookOutcome[];
  transactions: number;
  logs: [level: string, fields: unknown][];
}

/** A look that uses the given check and storage, with the outcomes it reported, the number of its transactions and its logs. */
function lookWith(check: Check, { mostMs = 600_000, find }: { mostMs?: number; find?: ObjectStore['find'] } = {}) {
  const { db, storage } = api.context;
  const { partnerId } = api.partner;
  const told: Told = { outcomes: [], transactions: 0, logs: [] };
  const log = (level: string) => (fields: unknown) => void told.logs.push([level, fields]);
  const logger = { warn: log('warn'), error: log('error') } as unknown as Logger;
  const counting: Db = {
    ...db,
    transaction(work, options) {
      told.transactions++;
      return db.transaction(work, options);
    },
  };
  const parts = { scanner: noScanner, inspector: api.inspector, limiter: createCheckLimiter() };
  const stored = { ...storage, ...(find === undefined ? {} : { find }) };
  const context = { ...api.context, ...parts, db: counting, storage: stored, logger };
  const look = createDocumentLook({ context, onOutcome: (one) => told.outcomes.push(one), mostMs, check });
  return {
    told,
    look: (customerId: string, documentIds: string[]) => look.check({ partnerId, customerId, documentIds }),
    usedLinks: (customerId: string) =>
      look.findUsedLinks(partnerId, { customerId, uboId: null, category: 'CertificateOfIncorporation' }),
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

const AWAY = { scanner: new ScannerUnavailable('away'), storage: new StorageUnavailable('away') };
const UNEXPECTED = new Error('unexpected');

const OUTCOMES: Record<Exclude<LookOutcome, 'TimedOut'>, [check: Check, seen: boolean, log?: [string, Error]]> = {
  Confirmed: [ends('Confirmed'), true],
  Quarantined: [ends('Quarantined'), true],
  Rejected: [ends('Rejected'), true],
  Awaited: [ends('Awaited'), true],
  Expired: [ends('Expired'), true],
  Cleared: [ends('Cleared'), true],
  Nothing: [ends('Nothing'), true],
  ScannerAway: [fails(AWAY.scanner), false, ['warn', AWAY.scanner]],
  StorageAway: [fails(AWAY.storage), false, ['warn', AWAY.storage]],
  Failed: [fails(UNEXPECTED), false, ['error', UNEXPECTED]],
};

test.each(Object.entries(OUTCOMES))(
  'reports the outcome %s, which determines whether the document counts as seen',
  async (outcome, [check, seen, log]) => {
    const { customerId, documentId } = await customerWithLink();
    const { look, told } = lookWith(check);
    expect(await look(customerId, [documentId])).toEqual({ ids: [documentId], unseen: seen ? [] : [documentId] });
    expect(told.outcomes).toEqual([outcome]);
    expect(told.logs).toEqual(log === undefined ? [] : [[log[0], { err: log[1], documentId }]]);
  },
);

test.each<[string, Check, number]>([
  ['the scanner does not finish', fails(new ScanUnfinished('slow')), 600_000],
  ['takes longer than the request waits', () => new Promise(() => {}), 1],
])('reports TimedOut and an unseen document for a check that %s', async (_how, check, mostMs) => {
  const { customerId, documentId } = await customerWithLink();
  const { look, told } = lookWith(check, { mostMs });
  expect(await look(customerId, [documentId])).toEqual({ ids: [documentId], unseen: [documentId] });
  expect(told.outcomes).toEqual(['TimedOut']);
});

test('uses neither database nor storage without documents or with an invalid customer id', async () => {
  const { customerId, documentId } = await customerWithLink();
  const { look, told } = lookWith(ends('Confirmed'));
  const nothing = { ids: [], unseen: [] };
  expect(await look(customerId, [])).toEqual(nothing);
  expect(await look('no-id', [documentId])).toEqual(nothing);
  expect(told).toEqual({ outcomes: [], transactions: 0, logs: [] });
  expect(await look(customerId, [documentId])).toEqual({ ids: [documentId], unseen: [] });
  expect(told.transactions).toBeGreaterThan(0);
});

test('a link counts as used if the storage has its file, and is skipped with a warning if the storage does not answer', async () => {
  const { customerId, documentId } = await customerWithLink();
  const withFile = lookWith(ends('Confirmed'), { find: async () => ({}) as Awaited<ReturnType<ObjectStore['find']>> });
  expect(await withFile.usedLinks(customerId)).toEqual([documentId]);
  const withoutAnswer = lookWith(ends('Confirmed'), { find: () => Promise.reject(AWAY.storage) });
  expect(await withoutAnswer.usedLinks(customerId)).toEqual([]);
  expect(withoutAnswer.told.logs).toEqual([['warn', { err: AWAY.storage, documentId }]]);
  const broken = lookWith(ends('Confirmed'), { find: () => Promise.reject(UNEXPECTED) });
  await expect(broken.usedLinks(customerId)).rejects.toBe(UNEXPECTED);
});
