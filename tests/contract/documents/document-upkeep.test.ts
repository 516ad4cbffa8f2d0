// What the worker and operators do with documents later: due checks, and moving those of an earlier release. The storage and the
// scanner are in this process.
import { createHash } from 'node:crypto';
import {
  countDocumentsToMove,
  createCheckLimiter,
  createDocumentChecks,
  moveDocuments,
} from '@onboarding/domain/uploads';
import { type Scanner, ScannerUnavailable } from '@onboarding/platform/clamd';
import { createLogger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { openTestDb } from '../../harness/connecting.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { pdfOf } from '../../harness/files.ts';
import { inspector, scanner } from '../../harness/in-process-checks.ts';
import { type MemoryObjects, openMemoryObjects } from '../../harness/memory-objects.ts';
import { PATIENCE_MS } from '../../harness/patience.ts';
import { link } from '../../harness/scenes/documents.ts';
import { createCustomer } from '../../harness/scenes/updates.ts';

const NOW = new Date();
let api: TestApi;
let database: TestDatabase;
let db: Db;
let storage: MemoryObjects;
useTestApi((made) => {
  ({ api, database } = made);
});
beforeAll(() => {
  db = openTestDb(database.workerUrl, { poolSize: 4 });
});
beforeEach(async () => {
  storage = openMemoryObjects();
  await database.owner.query(`update documents set status = 'Expired', next_check_at = null`);
});
afterAll(() => db.close());

const rowOf = async (documentId: string) =>
  (await database.owner.query('select * from documents where document_id = $1', [documentId])).rows[0];

/** Due for a check since a minute ago. */
async function dueDocument(): Promise<{ documentId: string; key: string }> {
  const { documentId } = await link(api, await createCustomer(api));
  await database.owner.query('update documents set next_check_at = $2 where document_id = $1', [
    documentId,
    new Date(NOW.getTime() - 60_000),
  ]);
  return { documentId, key: (await rowOf(documentId)).object_key };
}

async function runChecks(changes: { scanner?: Scanner; signal?: AbortSignal } = {}) {
  const outcomes: string[] = [];
  const log: Record<string, unknown>[] = [];
  const write = (line: string) => void log.push(JSON.parse(line));
  const context = {
    ...{ db, keys: api.context.keys, storage, inspector, clock: { now: () => NOW } },
    scanner: changes.scanner ?? scanner,
    limiter: createCheckLimiter(),
    logger: createLogger({ service: 'worker', level: 'debug' }, { write }),
  };
  const checks = createDocumentChecks({
    context,
    signal: changes.signal ?? AbortSignal.timeout(PATIENCE_MS),
    onConfirmation: ({ outcome }) => outcomes.push(outcome),
    onFailure: (error) => outcomes.push((error as Error).name),
  });
  await checks.run();
  return { outcomes: outcomes.sort(), log };
}

test('every due document is checked once; one whose check fails is due again later and delays no other', async () => {
  const [arrived, missing, failing, later] = [
    await dueDocument(),
    await dueDocument(),
    await dueDocument(),
    await dueDocument(),
  ];
  await database.owner.query('update documents set next_check_at = $2 where document_id = $1', [
    later.documentId,
    new Date(NOW.getTime() + 1),
  ]);
  for (const { key } of [arrived, later]) storage.put(key, pdfOf('arrived'));
  storage.put(failing.key, pdfOf('unscanned'));
  const broken: Scanner = {
    async scan(chunks) {
      let isMeant = false;
      const seen = async function* () {
        for await (const chunk of chunks) {
          isMeant ||= Buffer.from(chunk).includes('unscanned');
          yield chunk;
        }
      };
      const verdict = await scanner.scan(seen());
      if (isMeant) throw new ScannerUnavailable('away');
      return verdict;
    },
  };
  const { outcomes, log } = await runChecks({ scanner: broken });
  expect(outcomes).toEqual(['Awaited', 'Confirmed', 'ScannerUnavailable']);
  const rows = await Promise.all([arrived, missing, failing, later].map(({ documentId }) => rowOf(documentId)));
  expect(rows.map(({ status }) => status)).toEqual(['Confirmed', 'LinkIssued', 'Uploaded', 'LinkIssued']);
  for (const { next_check_at: next } of rows) expect(next.getTime()).toBeGreaterThan(NOW.getTime());
  // A file that has just arrived is retried after a second.
  expect(rows[2]?.next_check_at).toEqual(new Date(NOW.getTime() + 1_000));
  const levels = log.map(({ level, documentId }) => [documentId, level]);
  expect(Object.fromEntries(levels)).toEqual({
    [arrived.documentId]: 'info',
    [missing.documentId]: 'debug',
    [failing.documentId]: 'warn',
  });
});

test('a worker that is stopping takes no documents', async () => {
  const { documentId, key } = await dueDocument();
  storage.put(key, pdfOf('arrived'));
  expect((await runChecks({ signal: AbortSignal.abort() })).outcomes).toEqual([]);
  expect((await rowOf(documentId)).status).toBe('LinkIssued');
});

/** As an earlier release left it: confirmed, in the bucket of uploads. */
async function formerDocument(text: string, changes: { sha256?: string; gone?: boolean } = {}) {
  const { documentId } = await dueDocument();
  const key = (await rowOf(documentId)).object_key.replace('incoming/', 'documents/');
  const bytes = pdfOf(text);
  storage.put(key, bytes);
  const { versionId, etag } = (await storage.find(key)) ?? {};
  if (changes.gone === true) await storage.remove(key);
  const sha256 = changes.sha256 ?? createHash('sha256').update(bytes).digest('hex');
  await database.owner.query(
    `update documents set status = 'Confirmed', object_key = $2, version_id = $3, etag = $4, size_bytes = $5, sha256 = $6,
       uploaded_at = now(), confirmed_at = now(), next_check_at = null where document_id = $1`,
    [documentId, key, versionId, etag, bytes.length, sha256],
  );
  return { documentId, bytes, before: await rowOf(documentId) };
}

async function move(changes: { db?: Db } = {}) {
  const outcomes: [string, string][] = [];
  const context = { db, clock: { now: () => NOW }, storage, ...changes };
  for await (const { documentId, outcome } of moveDocuments(context)) outcomes.push([documentId, outcome]);
  return outcomes;
}

test('documents of an earlier release are moved to the bucket for kept ones; the old copies are removed five minutes later', async () => {
  const documents = [];
  for (const text of ['one', 'two', 'three', 'four', 'five']) documents.push(await formerDocument(text));
  expect(await countDocumentsToMove({ db })).toBe(5);
  const ids = documents.map(({ documentId }) => documentId).sort();
  expect(await move()).toEqual(ids.map((documentId) => [documentId, 'Moved']));
  expect(await countDocumentsToMove({ db })).toBe(0);
  for (const { documentId, before } of documents) {
    const { kept_key: kept, version_id: versionId, next_check_at: next, ...after } = await rowOf(documentId);
    expect(await storage.kept.find(kept, versionId)).toBeDefined();
    expect(next).toEqual(new Date(NOW.getTime() + 5 * 60_000));
    expect(after).toMatchObject({ status: 'Confirmed', object_key: before.object_key, sha256: before.sha256 });
  }
  const { uploads, kept } = storage.held();
  expect([uploads.length, kept.length]).toEqual([5, 5]);
  expect(await move()).toEqual([]);
});

test.each<[string, { sha256?: string; gone?: boolean }, string, number]>([
  ['is missing from the storage', { gone: true }, 'Missing', 0],
  ['differs from what was confirmed', { sha256: 'of-other-bytes' }, 'Differs', 1],
])('a document that %s is reported and stays as it is, without a copy', async (_what, changes, outcome, uploads) => {
  const { documentId, before } = await formerDocument('odd', changes);
  expect(await move()).toEqual([[documentId, outcome]]);
  expect(await rowOf(documentId)).toEqual(before);
  expect([storage.held().uploads.length, storage.held().kept.length]).toEqual([uploads, 0]);
});

test('a document that is erased while it is moved is left, and its copy is removed', async () => {
  const { documentId } = await formerDocument('erased');
  const keep = storage.keep.bind(storage);
  storage.keep = async (...asked) => {
    await database.owner.query('update documents set erased_at = now() where document_id = $1', [documentId]);
    return keep(...asked);
  };
  expect(await move()).toEqual([[documentId, 'Left']]);
  expect(storage.held().kept).toEqual([]);
});
