// Documents that an earlier release confirmed in the upload bucket, before there was a bucket for kept documents: served from
// there, then moved.
import { createHash } from 'node:crypto';
import { moveDocuments } from '@onboarding/domain/uploads';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ctl } from '../harness/command.ts';
import { pdfOf } from '../harness/files.ts';
import { storageEnvironment } from '../harness/no-storage.ts';
import {
  type DocumentScene,
  type Issued,
  issue,
  openDocumentScene,
  rowOf,
  served,
  upload,
} from '../harness/scenes/uploads.ts';

let scene: DocumentScene;
beforeAll(async () => {
  scene = await openDocumentScene();
});
afterEach(async () => {
  scene.ahead(0);
  await scene.database.owner.query(`update documents set status = 'Expired' where kept_key is null`);
});
afterAll(() => scene.close());

/** A document as the previous release left it: uploaded to its link and confirmed under the old key. */
async function formerly(text: string): Promise<Issued & { bytes: Buffer }> {
  const { key: newer, ...issued } = await issue(scene);
  const key = newer.replace('incoming/', 'documents/');
  const { contentType } = issued;
  const uploadUrl = await scene.store.uploadLink({ key, contentType, at: new Date(), validSeconds: 1800 });
  const bytes = pdfOf(text);
  await upload({ uploadUrl, contentType }, bytes);
  const { versionId, etag } = (await scene.store.find(key)) ?? {};
  await scene.database.owner.query(
    `update documents set status = 'Confirmed', object_key = $2, version_id = $3, etag = $4, size_bytes = $5, sha256 = $6,
       uploaded_at = now(), confirmed_at = now(), next_check_at = null where document_id = $1`,
    [issued.documentId, key, versionId, etag, bytes.length, createHash('sha256').update(bytes).digest('hex')],
  );
  return { ...issued, uploadUrl, key, bytes };
}

const row = (issued: Issued) => rowOf(scene.database, issued);
const move = (...words: string[]) =>
  ctl(['documents', 'move', ...words], {
    MIGRATION_DATABASE_URL: scene.database.ownerUrl,
    ...storageEnvironment(scene.storage.options),
  });
const context = (changes: object = {}) => ({ ...scene.context, db: ownerDb(), storage: scene.store, ...changes });
// The worker's role has the same rights on documents as the owner.
const ownerDb = () => scene.context.db;

test('counts and moves them unchanged, serves them before and after, and removes the old copies minutes later', async () => {
  const documents = [await formerly('one'), await formerly('two'), await formerly('three')];
  for (const one of documents) expect(await served(scene, one)).toEqual(one.bytes);
  expect((await move('--dry-run')).stdout).toBe('3 documents to move. Nothing was changed.\n');
  expect(await move()).toMatchObject({ code: 0, stdout: '3 documents moved.\n' });
  for (const one of documents) {
    const { kept_key: kept, version_id: versionId, ...after } = await row(one);
    expect(await scene.store.kept.find(kept)).toMatchObject({ versionId, sizeBytes: one.bytes.length });
    expect(after).toMatchObject({ status: 'Confirmed', object_key: one.key });
    expect(await served(scene, one)).toEqual(one.bytes);
    // Someone may still be reading it through a link issued earlier.
    expect(await scene.store.find(one.key)).toBeDefined();
  }
  expect(await move('--json')).toMatchObject({ code: 0, stdout: expect.stringContaining('"moved": 0') });
  scene.ahead(6);
  expect(await scene.reconcile()).toEqual(['Cleared', 'Cleared', 'Cleared']);
  for (const one of documents) {
    expect(await scene.store.find(one.key)).toBeUndefined();
    expect(await served(scene, one)).toEqual(one.bytes);
  }
});

test('the next run completes an interrupted move and removes the copy left by a killed one', async () => {
  const documents = [
    await formerly('first'),
    await formerly('second'),
    ...(await Promise.all(['a', 'b', 'c'].map(formerly))),
  ];
  for await (const { outcome } of moveDocuments(context())) {
    expect(outcome).toBe('Moved');
    break;
  }
  const unmoved = async () => {
    const { rows } = await scene.database.owner.query(
      `select count(*)::int as left from documents where status = 'Confirmed' and kept_key is null`,
    );
    return rows[0].left;
  };
  expect(await unmoved()).toBe(1);
  // Copied but not recorded, as after kill -9.
  const db = { ...ownerDb(), transaction: stoppedAfter(1) };
  await expect(moveDocuments(context({ db })).next()).rejects.toThrow('killed');
  expect(await unmoved()).toBe(1);
  expect((await move()).stdout).toBe('1 document moved.\n');
  scene.ahead(6);
  await scene.reconcile();
  for (const one of documents) {
    expect(await served(scene, one)).toEqual(one.bytes);
    const { kept_key: kept, version_id: version } = await row(one);
    const below = kept.split('/').slice(0, 4).join('/');
    expect(await scene.store.kept.keepOnly(kept, version, `${below}/`)).toEqual({ removed: 0, more: false });
  }
});

function stoppedAfter(most: number): DocumentScene['context']['db']['transaction'] {
  let begun = 0;
  return (work, options) => {
    if (begun++ >= most) throw new Error('killed');
    return ownerDb().transaction(work, options);
  };
}

test('reports documents that are missing from the storage or differ from what was confirmed, and leaves them unchanged', async () => {
  const [missing, different, whole] = [await formerly('gone'), await formerly('other'), await formerly('whole')];
  await scene.store.remove(missing.key);
  await scene.database.owner.query(`update documents set sha256 = repeat('0', 64) where document_id = $1`, [
    different.documentId,
  ]);
  const { code, stdout } = await move();
  expect(code).toBe(1);
  expect(stdout).toContain(`document ${missing.documentId}: it is missing from the storage.`);
  expect(stdout).toContain(`document ${different.documentId}: its content differs from what was confirmed.`);
  expect(stdout).toContain('1 document moved.');
  expect((await row(different)).kept_key).toBeNull();
  expect(await scene.store.kept.removeBelow(`${different.key.replace(/[^/]+$/, '')}`)).toBe(0);
  expect((await row(whole)).kept_key).not.toBeNull();
});

test('leaves no copy of a document that is erased during the move', async () => {
  const erased = await formerly('erased');
  const storage = {
    ...scene.store,
    async keep(...given: Parameters<typeof scene.store.keep>) {
      const kept = await scene.store.keep(...given);
      await scene.database.owner.query('update documents set erased_at = now() where document_id = $1', [
        erased.documentId,
      ]);
      return kept;
    },
  };
  const outcomes: string[] = [];
  for await (const { outcome } of moveDocuments(context({ storage }))) outcomes.push(outcome);
  expect(outcomes).toEqual(['Left']);
  expect(await scene.store.kept.removeBelow(erased.key.replace(/[^/]+$/, ''))).toBe(0);
});

test('the database rejects a confirmation without a kept copy, even from the previous release', async () => {
  const issued = await issue(scene);
  const confirm = scene.database.owner.query(
    `update documents set status = 'Confirmed', version_id = 'v', sha256 = 'h', size_bytes = 1, confirmed_at = now()
     where document_id = $1`,
    [issued.documentId],
  );
  await expect(confirm).rejects.toMatchObject({ constraint: 'documents_kept' });
});
