// The check of a document, with a storage and a scanner in this process. tests/faults/documents.system.test.ts uses real ones.
import { createHash } from 'node:crypto';
import { type ConfirmContext, confirmDocument, createCheckLimiter } from '@onboarding/domain/uploads';
import { type Scanner, ScannerUnavailable, ScanUnfinished } from '@onboarding/platform/clamd';
import type { Db } from '@onboarding/platform/postgres';
import { StorageUnavailable } from '@onboarding/platform/s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { openTestDb } from '../../harness/connecting.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { pdfOf, pdfWith } from '../../harness/files.ts';
import { inspector, scanner, VIRUS } from '../../harness/in-process-checks.ts';
import { type MemoryObjects, openMemoryObjects } from '../../harness/memory-objects.ts';
import { link } from '../../harness/scenes/documents.ts';
import { type Customer, createCustomer, setStatus, tracesOf } from '../../harness/scenes/updates.ts';

const MINUTE = 60_000;
let api: TestApi;
let database: TestDatabase;
let db: Db;
useTestApi((made) => {
  ({ api, database } = made);
});
beforeAll(() => {
  db = openTestDb(database.workerUrl, { poolSize: 4 });
});
afterAll(() => db.close());

const failing = (error: Error): Scanner => ({ scan: () => Promise.reject(error) });
let storage: MemoryObjects;
let customer: Customer;
let documentId: string;
let key: string;
let createdAt: Date;
let before: Awaited<ReturnType<typeof tracesOf>>;
beforeEach(async () => {
  storage = openMemoryObjects();
  customer = await createCustomer(api);
  ({ documentId } = await link(api, customer, { documentCategory: 'BankStatement', contentType: 'application/pdf' }));
  ({ object_key: key, created_at: createdAt } = await row());
  before = await tracesOf(database, customer);
});

async function row() {
  const { rows } = await database.owner.query('select * from documents where document_id = $1', [documentId]);
  return rows[0];
}
const set = (columns: string) =>
  database.owner.query(`update documents set ${columns} where document_id = $1`, [documentId]);
/** When the next check is due, in minutes after the link was issued. */
async function nextCheck(): Promise<number | null> {
  const { next_check_at: next } = await row();
  return next === null ? null : (next.getTime() - createdAt.getTime()) / MINUTE;
}
/** A check by the worker, some minutes after the link was issued. */
const check = (minutes = 0, changes: Partial<ConfirmContext> = {}) =>
  confirmDocument(
    {
      db,
      clock: { now: () => new Date(createdAt.getTime() + minutes * MINUTE) },
      keys: api.context.keys,
      storage,
      scanner,
      inspector,
      limiter: createCheckLimiter(),
      ...changes,
    },
    { partnerId: api.partner.partnerId, documentId },
  );
const byApi = {
  by: 'api' as const,
  get db() {
    return api.context.db;
  },
};
/** What was recorded since the link was issued. */
async function recorded() {
  const after = await tracesOf(database, customer);
  return {
    versions: after.version - before.version,
    events: after.events.slice(before.events.length).map(({ type, data }) => [type, data]),
    audit: after.audit.slice(before.audit.length).map(({ action, details }) => [action, details]),
  };
}
const NOTHING_RECORDED = { versions: 0, events: [], audit: [] };
const EMPTY = { uploads: [], kept: [], quarantine: [] };

describe('a file that is accepted', () => {
  const bytes = pdfOf('hello', 70_000);
  let arrivedAt: Date;
  beforeEach(() => {
    arrivedAt = new Date(Math.floor(createdAt.getTime() / 1_000) * 1_000 + 5_000);
    storage.put(key, bytes, { at: arrivedAt });
  });

  test('is confirmed once, from a copy that upload links cannot overwrite; the upload is removed', async () => {
    expect(await check(1)).toEqual({ outcome: 'Confirmed', arrivedAt });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const found = await row();
    expect(found).toMatchObject({
      status: 'Confirmed',
      refusal: null,
      sha256,
      size_bytes: String(bytes.length),
      etag: createHash('md5').update(bytes).digest('hex'),
      uploaded_at: arrivedAt,
      confirmed_at: new Date(createdAt.getTime() + MINUTE),
    });
    expect(found.kept_key).toMatch(
      new RegExp(`^documents/.*/${customer.customerId}/${documentId}/[^/]+/BankStatement\\.pdf$`),
    );
    expect((await storage.kept.find(found.kept_key, found.version_id))?.sizeBytes).toBe(bytes.length);
    expect(storage.held()).toEqual({ uploads: [], kept: [bytes], quarantine: [] });
    expect(await nextCheck()).toBe(45);
    const facts = { documentId, documentCategory: 'BankStatement', sizeBytes: bytes.length, sha256 };
    const once = await recorded();
    expect(once).toEqual({
      versions: 1,
      events: [['business.document.confirmed', { customerId: customer.customerId, ...facts }]],
      audit: [['business.document.confirmed', expect.objectContaining({ version: before.version + 1, ...facts })]],
    });
    expect(await check()).toEqual({ outcome: 'Nothing' });
    expect(await recorded()).toEqual(once);
  });

  test('is scanned and confirmed by one of several concurrent checks of a process', async () => {
    let scans = 0;
    const counting: Scanner = { scan: (chunks) => scanner.scan(chunks).finally(() => scans++) };
    const outcomes = await Promise.all([1, 2, 3].map(() => check(1, { scanner: counting })));
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['Confirmed', 'Nothing', 'Nothing']);
    expect([scans, (await recorded()).versions, storage.held().kept]).toEqual([1, 1, [bytes]]);
  });

  test('is confirmed by a request too, which leaves a business under review to the worker', async () => {
    await setStatus(database, customer, 'StartedNotCompleted');
    expect(await check(0, byApi)).toEqual({ outcome: 'Nothing' });
    expect([(await row()).status, storage.held().kept]).toEqual(['Uploaded', []]);
    await setStatus(database, customer, 'PendingVerification');
    expect((await check(0, byApi)).outcome).toBe('Confirmed');
  });

  test('stays as it is when another is uploaded over it, which is removed unchecked, with all other copies', async () => {
    await check();
    const confirmed = await row();
    storage.put(key, Buffer.from(VIRUS));
    storage.leaveCopy(confirmed.kept_key.replace(/[^/]+\/[^/]+$/, 'other/BankStatement.pdf'));
    storage.leaveCopy('documents/of/another');
    expect(await check(45)).toEqual({ outcome: 'Cleared' });
    expect(storage.held()).toEqual({ uploads: [], kept: [bytes, Buffer.from('left')], quarantine: [] });
    expect([(await row()).version_id, await nextCheck()]).toEqual([confirmed.version_id, 24 * 60]);
    expect(await check(24 * 60)).toEqual({ outcome: 'Nothing' });
    expect(await nextCheck()).toBeNull();
  });

  test('but in which something was found is confirmed, and the flags of its business are due', async () => {
    const { owner } = database;
    const flagsDue = async () =>
      (await owner.query('select flags_due_at from reviews where customer_id = $1', [customer.customerId])).rows[0];
    await owner.query('update reviews set flags_due_at = null where customer_id = $1', [customer.customerId]);
    storage.put(key, pdfWith('9 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj'));
    expect((await check(1)).outcome).toBe('Confirmed');
    expect((await row()).findings).toEqual(['JavaScript']);
    expect((await flagsDue()).flags_due_at).toBeInstanceOf(Date);
  });

  test('of a business that takes no more documents expires, and the next check removes it', async () => {
    await setStatus(database, customer, 'Rejected');
    expect(await check()).toEqual({ outcome: 'Expired' });
    expect([(await row()).status, await recorded()]).toEqual(['Expired', NOTHING_RECORDED]);
    expect(storage.held()).toEqual(EMPTY);
  });
});

describe('a file that is refused', () => {
  test.each<[string, string, string, Buffer, string[]]>([
    ['it is empty', 'Rejected', 'Empty', Buffer.alloc(0), []],
    ['it has one byte too many', 'Rejected', 'TooLarge', pdfOf('large', 10 * 1024 * 1024 + 1), []],
    ['it is of another type', 'Rejected', 'ContentMismatch', Buffer.from('<html>hello</html>'), []],
    ['the uploader added properties', 'Rejected', 'ContentMismatch', pdfOf('hello'), ['Content-Encoding']],
    ['of a virus', 'Quarantined', 'Infected', pdfOf(VIRUS), []],
  ])('because %s is %s as %s, without its hash, and is removed', async (_why, status, refusal, bytes, additions) => {
    storage.put(key, bytes, { additions });
    expect(await check()).toMatchObject({ outcome: status });
    expect(await row()).toMatchObject({ status, refusal, sha256: null, kept_key: null, confirmed_at: null });
    expect(storage.held()).toEqual({ ...EMPTY, quarantine: status === 'Quarantined' ? [bytes] : [] });
    expect(await nextCheck()).toBe(45);
    const { customerId } = customer;
    const about = { documentId, documentCategory: 'BankStatement', status, refusal };
    expect(await recorded()).toEqual({
      versions: 1,
      events: [['business.document.rejected', { customerId, ...about }]],
      audit: [[`business.document.${status.toLowerCase()}`, expect.objectContaining({ ...about, sha256: null })]],
    });
    storage.put(key, pdfOf('second'));
    expect(await check(45)).toEqual({ outcome: 'Cleared' });
    expect([storage.held().uploads, (await row()).status, await nextCheck()]).toEqual([[], status, 24 * 60]);
  });

  test('by a request is removed by the next check of the worker', async () => {
    storage.put(key, Buffer.from('<html>'));
    storage.leaveCopy(key.replace('incoming/', 'documents/'));
    expect(await check(0, byApi)).toMatchObject({ outcome: 'Rejected' });
    expect([storage.held().uploads.length, await nextCheck()]).toEqual([1, 1]);
    expect(await check(1)).toEqual({ outcome: 'Cleared' });
    expect(storage.held()).toEqual(EMPTY);
  });
});

describe('without a file', () => {
  test('the storage is asked again after 1, 5, 15, 31 and 45 minutes; then the link expires', async () => {
    const steps: unknown[] = [];
    for (const minutes of [0, 1, 5, 15, 31, 45, 24 * 60])
      steps.push([(await check(minutes)).outcome, await nextCheck()]);
    expect(steps).toEqual([
      ...[1, 5, 15, 31, 45].map((next) => ['Awaited', next]),
      ['Expired', 24 * 60],
      ['Cleared', null],
    ]);
    expect([(await row()).status, await recorded()]).toEqual(['Expired', NOTHING_RECORDED]);
  });

  test('a request changes nothing', async () => {
    const found = await row();
    expect(await check(45, byApi)).toEqual({ outcome: 'Awaited' });
    expect(await row()).toEqual(found);
  });

  test('because it disappeared before it was read, the document is open again and checked within a minute', async () => {
    storage.put(key, pdfOf('gone'));
    const faultPoint = async (point: string) => void (point === 'document-pinned' && (await storage.remove(key)));
    const unread: typeof storage = {
      ...storage,
      open: async (...asked) => {
        const found = await storage.open(...asked);
        return found && { ...found, bytes: undefined };
      },
    };
    expect(await check(2, { faultPoint, storage: unread })).toEqual({ outcome: 'Nothing' });
    expect(await row()).toMatchObject({ status: 'LinkIssued', version_id: null });
    expect(await nextCheck()).toBe(3);
  });
});

describe('nothing is decided', () => {
  beforeEach(() => storage.put(key, pdfOf('hello')));
  const undecided = async () => {
    expect([(await row()).status, await recorded()]).toEqual(['Uploaded', NOTHING_RECORDED]);
    expect(storage.held()).toMatchObject({ uploads: [expect.anything()], kept: [] });
  };

  test('while the scanner is unavailable', async () => {
    await expect(check(0, { scanner: failing(new ScannerUnavailable('away')) })).rejects.toThrow(ScannerUnavailable);
    await undecided();
  });

  test('until the scanner has given up on it four times; requests do not count', async () => {
    const slow = { scanner: failing(new ScanUnfinished('slow')) };
    for (const by of ['api', 'worker', 'worker', 'worker', 'api'] as const) {
      await expect(check(0, { ...slow, ...(by === 'api' ? byApi : {}) })).rejects.toThrow(ScanUnfinished);
      await undecided();
    }
    expect(await check(0, slow)).toMatchObject({ outcome: 'Rejected' });
    expect(await row()).toMatchObject({ refusal: 'Unscannable', sha256: null });
  });

  test('if the storage sends another number of bytes', async () => {
    const short: typeof storage = {
      ...storage,
      open: async (...asked) => {
        const found = await storage.open(...asked);
        return found && { ...found, sizeBytes: found.sizeBytes + 1 };
      },
    };
    await expect(check(0, { storage: short })).rejects.toThrow('did not give all');
    await undecided();
  });

  test.each([
    ['another length', { sizeBytes: 1 }],
    ['another ETag and other bytes', { etag: 'other' }],
  ])('if the copy has %s; the copy is removed', async (_what, wrong) => {
    const other: typeof storage = {
      ...storage,
      keep: async (...asked) => {
        const copy = await storage.keep(...asked);
        return copy && { ...copy, ...wrong };
      },
      kept: {
        ...storage.kept,
        read: async () =>
          (async function* () {
            yield Buffer.from('other');
          })(),
      },
    };
    await expect(check(0, { storage: other })).rejects.toThrow(StorageUnavailable);
    await undecided();
  });

  test('by the ETag alone: a storage that encrypts has other ETags, so the copy is read', async () => {
    const encrypting: typeof storage = {
      ...storage,
      keep: async (...asked) => {
        const copy = await storage.keep(...asked);
        return copy && { ...copy, etag: 'of the encrypted' };
      },
    };
    expect(await check(0, { storage: encrypting })).toMatchObject({ outcome: 'Confirmed' });
    expect((await row()).etag).toBe('of the encrypted');
  });
});

test.each([
  ['before the second in which its link was superseded is confirmed', 1_000, 'Confirmed'],
  ['in that second is removed', 999, 'Cleared'],
  ['later is removed', -2_000, 'Cleared'],
])('a file uploaded %s', async (_when, supersededAfterMs, outcome) => {
  const second = Math.floor(createdAt.getTime() / 1_000) * 1_000;
  storage.put(key, pdfOf('older'), { at: new Date(second) });
  await set(`status = 'Superseded', superseded_at = '${new Date(second + supersededAfterMs).toISOString()}'`);
  expect((await check(0, byApi)).outcome).toBe(outcome === 'Confirmed' ? outcome : 'Awaited');
  if (outcome === 'Cleared') expect(await check()).toEqual({ outcome });
  expect(storage.held().uploads).toEqual([]);
  expect((await row()).status).toBe(outcome === 'Cleared' ? 'Superseded' : outcome);
});

test('after an erasure, everything below the keys of the document is removed from all buckets, and nothing else', async () => {
  await set('erased_at = now()');
  storage.put(key, pdfOf('late'));
  storage.put(`${key}.of-another-document`.replace(documentId, crypto.randomUUID()), Buffer.from('other'));
  storage.leaveCopy(key.replace('incoming/', 'documents/'));
  await storage.quarantine(key, (await storage.find(key))?.versionId ?? '');
  expect(await check()).toEqual({ outcome: 'Cleared' });
  expect(storage.held()).toEqual({ ...EMPTY, uploads: [Buffer.from('other')] });
});

test('a document of another partner or an unknown one is not checked', async () => {
  storage.put(key, pdfOf('hello'));
  const other = await database.addPartner();
  const context = {
    db,
    clock: api.context.clock,
    keys: api.context.keys,
    storage,
    scanner,
    inspector,
    limiter: createCheckLimiter(),
  };
  expect(await confirmDocument(context, { partnerId: other.partnerId, documentId })).toEqual({ outcome: 'Nothing' });
  expect(await confirmDocument(context, { partnerId: api.partner.partnerId, documentId: crypto.randomUUID() })).toEqual(
    {
      outcome: 'Nothing',
    },
  );
  expect((await row()).status).toBe('LinkIssued');
});
