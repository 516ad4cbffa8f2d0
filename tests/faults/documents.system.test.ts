// From an uploaded file to a confirmed document, with a real storage and a real scanner.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { confirmDocument } from '@onboarding/domain/uploads';
import { createScanner, ScannerUnavailable, ScanUnfinished } from '@onboarding/platform/clamd';
import { openObjectStore, StorageUnavailable } from '@onboarding/platform/s3';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { EICAR } from '../../scripts/servers/clamd-server.ts';
import { startTestApi } from '../harness/api.ts';
import { messagesOf, outcomeOf, refusedWith } from '../harness/cases/create-answers.ts';
import { checkChain } from '../harness/checks/wholeness.ts';
import { jpegOf, pdfAndZip, pdfOf, pngOf } from '../harness/files.ts';
import { NO_STORAGE } from '../harness/no-storage.ts';
import { createCustomer, patch, read, setStatus } from '../harness/scenes/updates.ts';
import {
  changesSince,
  type DocumentScene,
  type Issued,
  issue,
  openDocumentScene,
  rowOf,
  served,
  upload,
} from '../harness/scenes/uploads.ts';

const MIB = 1024 * 1024;
const submit = (issued: Issued, headers: Record<string, string> = {}, api = scene.api) =>
  patch(api, issued.customer, { businessDocumentIdList: [issued.documentId] }, headers);
let scene: DocumentScene;
beforeAll(async () => {
  scene = await openDocumentScene();
});
afterEach(async () => {
  scene.ahead(0);
  // Pending checks must not affect the next test.
  await scene.database.owner.query('update documents set next_check_at = null');
});
afterAll(() => scene.close());

async function uploaded(bytes: Buffer, contentType = 'application/pdf'): Promise<Issued> {
  const issued = await issue(scene, { contentType });
  await upload(issued, bytes);
  return issued;
}
const row = (issued: Issued) => rowOf(scene.database, issued);
const keptOf = async (issued: Issued) => {
  const { kept_key: key } = await row(issued);
  return key === null ? undefined : scene.store.kept.find(key);
};
const DAY = 24 * 60;
/** Minutes from the issue of the link to the next check. */
async function minutesTo(issued: Issued): Promise<number> {
  const { created_at: created, next_check_at: next } = await row(issued);
  return (next.getTime() - created.getTime()) / 60_000;
}
const changes = (issued: Issued) => changesSince(scene.database, issued);
/** The number of copies in the bucket for kept documents. */
const copiesOf = async (issued: Issued) => {
  const { endpoint = '', region, accessKey, secretKey, keptBucket: Bucket } = scene.storage.options;
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
  const s3 = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
  const Prefix = issued.key.replace('incoming/', 'documents/').replace(/[^/]+$/, '');
  const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix }));
  s3.destroy();
  return Versions.length;
};

describe('a valid file', () => {
  test.each([
    ['a PDF', 'application/pdf', pdfOf('hello')],
    ['a PDF of exactly 10 MiB', 'application/pdf', pdfOf('hello', 10 * MIB)],
    ['a JPEG', 'image/jpeg', jpegOf()],
    ['a PNG', 'image/png', pngOf()],
  ])(
    'is confirmed, with one event, one audit entry and one new version: %s',
    { tags: ['S-319'] },
    async (_, contentType, bytes) => {
      const issued = await uploaded(bytes, contentType);
      expect(await scene.confirm(issued)).toMatchObject({ outcome: 'Confirmed' });
      const kept = await keptOf(issued);
      expect(await scene.store.find(issued.key)).toBeUndefined();
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const { documentId, customer } = issued;
      expect(await row(issued)).toMatchObject({
        status: 'Confirmed',
        refusal: null,
        kept_key: expect.stringContaining(
          `documents/${scene.api.partner.partnerId}/${customer.customerId}/${documentId}/`,
        ),
        version_id: kept?.versionId,
        etag: createHash('md5').update(bytes).digest('hex'),
        size_bytes: String(bytes.length),
        sha256,
      });
      expect(await minutesTo(issued)).toBe(45);
      const { customerId } = customer;
      const facts = { documentId, documentCategory: 'BankStatement', sizeBytes: bytes.length, sha256 };
      expect(await changes(issued)).toMatchObject({
        versions: 1,
        events: [{ type: 'business.document.confirmed', data: { customerId, ...facts } }],
        audit: [{ action: 'business.document.confirmed', details: { version: 2, ...facts } }],
      });
      expect((await read(scene.api, customer)).documents).toMatchObject([{ documentId, status: 'Confirmed', sha256 }]);
      expect(await served(scene, issued)).toEqual(bytes);
    },
  );

  test('is confirmed once by 20 concurrent checks and a later one', {
    tags: ['S-319'],
  }, async () => {
    const issued = await uploaded(pdfOf('once'));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => scene.confirm(issued)));
    expect(outcomes.filter(({ outcome }) => outcome === 'Confirmed')).toHaveLength(1);
    expect(await scene.confirm(issued)).toEqual({ outcome: 'Nothing' });
    const { versions, events, audit } = await changes(issued);
    expect([versions, events.length, audit.length]).toEqual([1, 1, 1]);
    expect(await checkChain(scene.database.owner, issued.customer.customerId)).toBe(issued.before.audit.length + 1);
  });

  test('does not change the verification status of the business', async () => {
    const issued = await uploaded(pdfOf('requested'));
    await setStatus(scene.database, issued.customer, 'ChangesRequested');
    await scene.confirm(issued);
    expect(await changes(issued)).toMatchObject({ versions: 1, status: 'ChangesRequested' });
  });

  test('is confirmed even if the partner is inactive', async () => {
    const issued = await uploaded(pdfOf('inactive'));
    const { partnerId } = scene.api.partner;
    await scene.database.owner.query(`update partners set status = 'Inactive' where partner_id = $1`, [partnerId]);
    expect(await scene.confirm(issued)).toMatchObject({ outcome: 'Confirmed' });
    await scene.database.owner.query(`update partners set status = 'Active' where partner_id = $1`, [partnerId]);
  });

  test('is served as checked when another file is uploaded to the same link', async () => {
    const bytes = pdfOf('checked');
    const issued = await uploaded(bytes);
    await scene.confirm(issued);
    const before = await row(issued);
    await upload(issued, Buffer.from(EICAR));
    expect(await scene.confirm(issued)).toEqual({ outcome: 'Cleared' });
    expect(await scene.store.find(issued.key)).toBeUndefined();
    expect(await served(scene, issued)).toEqual(bytes);
    expect(await row(issued)).toEqual(before);
    expect((await changes(issued)).versions).toBe(1);
  });

  test.each(['document-pinned', 'document-inspected', 'document-kept'])(
    'is confirmed as found when another file overwrites it during the check (%s)',
    async (moment) => {
      const bytes = pdfOf('found');
      const issued = await uploaded(bytes);
      await scene.confirm(issued, {
        faultPoint: async (point) => {
          if (point === moment) await upload(issued, Buffer.from(EICAR));
        },
      });
      expect(await row(issued)).toMatchObject({ status: 'Confirmed', size_bytes: String(bytes.length) });
      expect(await served(scene, issued)).toEqual(bytes);
    },
  );

  test('is confirmed only if the copy matches: a copy with another length or hash is removed and the next check copies again', async () => {
    const bytes = pdfOf('copied');
    const issued = await uploaded(bytes);
    for (const wrong of [{ sizeBytes: bytes.length - 1 }, { etag: 'other' }]) {
      const storage = {
        ...scene.store,
        async keep(...given: Parameters<typeof scene.store.keep>) {
          const kept = await scene.store.keep(...given);
          return kept && { ...kept, ...wrong };
        },
        kept: { ...scene.store.kept, read: async () => [Buffer.from('something else')] as never },
      };
      await expect(scene.confirm(issued, { storage })).rejects.toThrow(StorageUnavailable);
      expect([(await row(issued)).status, await copiesOf(issued)]).toEqual(['Uploaded', 0]);
    }
    // If the storage encrypts, ETags differ and the copy is read instead.
    const storage = {
      ...scene.store,
      async keep(...given: Parameters<typeof scene.store.keep>) {
        const kept = await scene.store.keep(...given);
        return kept && { ...kept, etag: 'of the encrypted' };
      },
    };
    expect(await scene.confirm(issued, { storage })).toMatchObject({ outcome: 'Confirmed' });
    expect(await served(scene, issued)).toEqual(bytes);
  });

  test('keeps its copy when the connection breaks after the outcome was committed', async () => {
    const bytes = pdfOf('ambiguous');
    const issued = await uploaded(bytes);
    const { db } = scene.context;
    const twice: typeof db = {
      ...db,
      // Repeats the transaction, as after an unknown commit outcome.
      async transaction(work, options) {
        const first = await db.transaction(work, options);
        return options?.repeatable === true ? db.transaction(work, options).catch(() => first) : first;
      },
    };
    // Pins the version first, because only the last transaction is under test.
    const faultPoint = async (point: string) => {
      if (point === 'document-pinned') throw new Error('ended');
    };
    await expect(scene.confirm(issued, { faultPoint })).rejects.toThrow('ended');
    await scene.confirm(issued, { db: twice });
    expect(await row(issued)).toMatchObject({ status: 'Confirmed' });
    expect(await served(scene, issued)).toEqual(bytes);
  });
});

describe('a file that is refused', () => {
  test.each([
    ['an empty file', 'Empty', 'application/pdf', Buffer.alloc(0)],
    ['10 MiB and one byte', 'TooLarge', 'application/pdf', pdfOf('large', 10 * MIB + 1)],
    ['HTML declared as PDF', 'ContentMismatch', 'application/pdf', Buffer.from('<html>hello</html>')],
    ['a file that is both PDF and ZIP', 'ContentMismatch', 'application/pdf', pdfAndZip()],
    ['a PDF declared as JPEG', 'ContentMismatch', 'image/jpeg', pdfOf('hello')],
  ])('is Rejected and removed: %s (%s)', async (_, refusal, contentType, bytes) => {
    const issued = await uploaded(bytes, contentType);
    expect(await scene.confirm(issued)).toMatchObject({ outcome: 'Rejected' });
    expect(await row(issued)).toMatchObject({ status: 'Rejected', refusal, confirmed_at: null, sha256: null });
    expect(await copiesOf(issued)).toBe(0);
    expect(await scene.store.find(issued.key)).toBeUndefined();
    expect(await served(scene, issued)).toBe(404);
    const { documentId } = issued;
    expect(await changes(issued)).toMatchObject({
      versions: 1,
      events: [
        {
          type: 'business.document.rejected',
          data: { documentId, documentCategory: 'BankStatement', status: 'Rejected', refusal },
        },
      ],
      audit: [{ action: 'business.document.rejected', details: { documentId, refusal, sha256: null } }],
    });
    expect((await read(scene.api, issued.customer)).documents).toMatchObject([{ documentId, refusal, sha256: null }]);
  });

  test('because of a virus is Quarantined: no link reaches it, and it is kept in the quarantine bucket', async () => {
    const bytes = pdfOf(EICAR);
    const issued = await uploaded(bytes);
    expect(await scene.confirm(issued)).toMatchObject({ outcome: 'Quarantined' });
    expect(await row(issued)).toMatchObject({ status: 'Quarantined', refusal: 'Infected' });
    expect(await scene.store.find(issued.key)).toBeUndefined();
    expect(await served(scene, issued)).toBe(404);
    expect(await changes(issued)).toMatchObject({
      versions: 1,
      events: [{ type: 'business.document.rejected', data: { status: 'Quarantined', refusal: 'Infected' } }],
      audit: [{ action: 'business.document.quarantined' }],
    });
    const { options } = scene.storage;
    const quarantine = openObjectStore({ ...options, bucket: options.quarantineBucket });
    const kept: Uint8Array[] = [];
    for await (const chunk of (await quarantine.read(issued.key, 'null')) ?? []) kept.push(chunk);
    expect(Buffer.concat(kept)).toEqual(bytes);
    quarantine.close();
  });

  test.each([
    ['Rejected', Buffer.from('<html>')],
    ['Quarantined', pdfOf(EICAR)],
  ])('%s: another upload to the same link is removed unchecked after the link expires', async (status, bytes) => {
    const issued = await uploaded(bytes);
    await scene.confirm(issued);
    await upload(issued, pdfOf('second'));
    scene.ahead(46);
    expect(await scene.reconcile()).toEqual(['Cleared']);
    expect(await scene.store.find(issued.key)).toBeUndefined();
    expect([(await row(issued)).status, await minutesTo(issued)]).toEqual([status, DAY]);
    expect((await changes(issued)).versions).toBe(1);
  });
});

/**
 * Supersedes a link and uploads a file with it. `afterMs`: when it was superseded, counted from the second that the storage records
 * for the upload.
 */
async function superseded(afterMs: number): Promise<Issued> {
  const older = await issue(scene);
  await issue(scene, { customer: older.customer });
  expect((await row(older)).status).toBe('Superseded');
  await upload(older, pdfOf('older'));
  const uploadedAt = (await scene.store.find(older.key))?.lastModified.getTime() ?? Number.NaN;
  await scene.database.owner.query('update documents set superseded_at = $2 where document_id = $1', [
    older.documentId,
    new Date(uploadedAt + afterMs),
  ]);
  return older;
}

describe('a newer link', () => {
  test('does not supersede one whose file has just arrived, unnoticed and in the same second', {
    tags: ['S-240'],
  }, async () => {
    const older = await uploaded(pdfOf('older'));
    const newer = await issue(scene, { customer: older.customer });
    await upload(newer, pdfOf('newer'));
    expect([(await row(older)).status, (await row(newer)).status]).toEqual(['LinkIssued', 'LinkIssued']);
    for (const issued of [older, newer]) expect((await scene.confirm(issued)).outcome).toBe('Confirmed');
  });

  test('supersedes the unused ones of several', async () => {
    const first = await issue(scene);
    const { customer } = first;
    const used = await issue(scene, { customer });
    await upload(used, pdfOf('used'));
    const third = await issue(scene, { customer });
    const newest = await issue(scene, { customer });
    const rows = await Promise.all([first, used, third, newest].map(row));
    expect(rows.map(({ status }) => status)).toEqual(['Superseded', 'LinkIssued', 'Superseded', 'LinkIssued']);
  });
});

describe('a superseded link', () => {
  test('counts if its file was uploaded before', { tags: ['S-240'] }, async () => {
    const older = await superseded(1_000);
    expect(await scene.reconcile()).toEqual(['Confirmed']);
    expect((await row(older)).status).toBe('Confirmed');
  });

  test.each([
    ['later', -2_000],
    ['in the same second', 999],
  ])('does not count if its file was uploaded %s, and the file is removed', async (_, afterMs) => {
    const older = await superseded(afterMs);
    expect(await scene.confirm(older)).toEqual({ outcome: 'Cleared' });
    expect(await scene.store.find(older.key)).toBeUndefined();
    expect((await row(older)).status).toBe('Superseded');
    expect((await changes(older)).versions).toBe(0);
    scene.ahead(46);
    await scene.confirm(older);
    expect(await minutesTo(older)).toBe(DAY);
    scene.ahead(DAY + 1);
    await scene.confirm(older);
    expect((await row(older)).next_check_at).toBeNull();
  });
});

describe('reconciliation', () => {
  test('finds unreported uploads of all partners, only when they are due', async () => {
    const issued = await uploaded(pdfOf('untold'));
    const other = await scene.database.addPartner();
    const foreign = await issue({
      ...scene,
      api: { ...scene.api, ...(await asPartner(other)) },
    });
    await upload(foreign, pdfOf('foreign'));
    // Five seconds after the first link was issued, however long the uploads took.
    const { next_check_at: due } = await row(issued);
    scene.ahead((due.getTime() - 55_000 - Date.now()) / 60_000);
    expect(await scene.reconcile()).toEqual([]);
    scene.ahead(1.1);
    expect(await scene.reconcile()).toEqual(['Confirmed', 'Confirmed']);
    expect([(await row(issued)).status, (await row(foreign)).status]).toEqual(['Confirmed', 'Confirmed']);
    expect((await changes(foreign)).events).toHaveLength(1);
  });

  test.each<[status: string, bytes: Buffer | undefined]>([
    ['Confirmed', pdfOf('good')],
    ['Rejected', Buffer.from('<html>')],
    ['Expired', undefined],
  ])('of a document that is %s runs again if a file arrives during the last check', async (status, bytes) => {
    const issued = await issue(scene);
    if (bytes !== undefined) await upload(issued, bytes);
    scene.ahead(46);
    await scene.confirm(issued);
    expect((await row(issued)).status).toBe(status);
    const { store } = scene;
    const remove = async (key: string) => {
      const removed = await store.remove(key);
      await upload(issued, pdfOf('late'));
      scene.ahead(DAY + 1);
      return removed;
    };
    await scene.confirm(issued, { storage: { ...store, remove } });
    expect(await store.find(issued.key)).toBeDefined();
    expect(await scene.reconcile()).toEqual(['Cleared']);
    expect(await store.find(issued.key)).toBeUndefined();
  });

  test('checks again at 5, 15, 31 and 45 minutes, then the link is Expired and later uploads are removed', async () => {
    const issued = await issue(scene);
    for (const [minutes, next] of [
      [1.5, 5],
      [6, 15],
      [16, 31],
      [32, 45],
    ] as const) {
      scene.ahead(minutes);
      expect(await scene.reconcile()).toEqual(['Awaited']);
      expect(await minutesTo(issued)).toBe(next);
    }
    scene.ahead(46);
    expect(await scene.reconcile()).toEqual(['Expired']);
    expect([(await row(issued)).status, await minutesTo(issued)]).toEqual(['Expired', DAY]);
    await upload(issued, pdfOf('late'));
    expect(await scene.confirm(issued)).toEqual({ outcome: 'Cleared' });
    expect(await scene.store.find(issued.key)).toBeUndefined();
    expect((await changes(issued)).versions).toBe(0);
  });

  test('does not check the same documents in two concurrent runs', async () => {
    const customer = await createCustomer(scene.api);
    const all: Issued[] = [];
    for (let count = 0; count < 30; count++) {
      // A different category each, so that they do not supersede each other.
      await scene.database.owner.query(
        `update documents set category = 'Other' where customer_id = $1 and category = 'BankStatement'`,
        [customer.customerId],
      );
      const issued = await issue(scene, { customer });
      await upload(issued, pdfOf(`shared ${count}`));
      all.push(issued);
    }
    scene.ahead(1.1);
    const rounds = await Promise.all([scene.reconcile(), scene.reconcile()]);
    expect(rounds.flat()).toEqual(all.map(() => 'Confirmed'));
    const { rows } = await scene.database.owner.query(
      `select count(*)::int as confirmed from events where customer_id = $1 and event_type = 'business.document.confirmed'`,
      [customer.customerId],
    );
    expect(rows).toEqual([{ confirmed: 30 }]);
  });

  async function asPartner(partner: Awaited<ReturnType<typeof scene.database.addPartner>>) {
    const token = await scene.api.issuer.token(partner);
    const call: typeof scene.api.call = (method, path, options = {}) =>
      scene.api.call(method, path, { token, ...options });
    const create: typeof scene.api.create = (body) => call('POST', '/partner/v1/business-profiles', { body });
    return { token, call, create };
  }
});

describe('failures while checking', () => {
  test('a document waits while the scanner is down, and is confirmed when it is back', async () => {
    const issued = await uploaded(pdfOf('waits'));
    scene.scanner.kill();
    await expect(scene.confirm(issued)).rejects.toThrow(ScannerUnavailable);
    const waiting = await row(issued);
    expect(waiting).toMatchObject({ status: 'Uploaded', sha256: null });
    expect(waiting.next_check_at.getTime()).toBeLessThan(Date.now() + 61_000);
    expect((await changes(issued)).versions).toBe(0);
    scene.ahead(2);
    expect(await scene.reconcile()).toEqual(['Failed']);
    expect((await row(issued)).next_check_at).not.toBeNull();
    await scene.scanner.start();
    scene.ahead(4);
    expect(await scene.reconcile()).toEqual(['Confirmed']);
    expect((await changes(issued)).events).toHaveLength(1);
  });

  test('a file that the scanner cannot finish is rejected after four attempts, without delaying others', async () => {
    const issued = await uploaded(pdfOf('never finished'));
    const stuck = {
      scan: async (chunks: AsyncIterable<Uint8Array>) => {
        const parts: Uint8Array[] = [];
        for await (const part of chunks) parts.push(part);
        if (!Buffer.concat(parts).includes('never finished')) return { clean: true as const };
        throw new ScanUnfinished('not in time');
      },
    };
    for (let tries = 1; tries < 4; tries++) {
      const other = await uploaded(pdfOf(`beside try ${tries}`));
      scene.ahead(2 * tries);
      expect(await scene.reconcile({ scanner: stuck })).toEqual(['Confirmed', 'Failed']);
      expect(await row(issued)).toMatchObject({ status: 'Uploaded', scan_tries: tries });
      expect((await row(other)).status).toBe('Confirmed');
    }
    scene.ahead(8);
    expect(await scene.reconcile({ scanner: stuck })).toEqual(['Rejected']);
    expect(await row(issued)).toMatchObject({ status: 'Rejected', refusal: 'Unscannable', sha256: null });
    expect(await scene.store.find(issued.key)).toBeUndefined();
    expect((await changes(issued)).versions).toBe(1);
    scene.ahead(0);
  });

  test('a request that submits a file that the scanner cannot finish leaves the decision to the worker', async () => {
    const issued = await uploaded(pdfOf('never finished for a request'));
    const stuck = { scan: () => Promise.reject(new ScanUnfinished('not in time')) };
    for (let tries = 0; tries < 5; tries++)
      await expect(scene.confirm(issued, { scanner: stuck, by: 'api' })).rejects.toThrow(ScanUnfinished);
    expect(await row(issued)).toMatchObject({ status: 'Uploaded', scan_tries: 0 });
    expect(await scene.confirm(issued)).toMatchObject({ outcome: 'Confirmed' });
  });

  test('an upload reported while the storage is queried is not postponed', async () => {
    const issued = await issue(scene);
    const reported = new Date();
    const storage = {
      ...scene.store,
      open: async () => {
        await scene.database.owner.query('update documents set next_check_at = $1 where document_id = $2', [
          reported,
          issued.documentId,
        ]);
        return undefined;
      },
    };
    expect(await scene.confirm(issued, { storage })).toEqual({ outcome: 'Awaited' });
    expect((await row(issued)).next_check_at).toEqual(reported);
    expect(await scene.confirm(issued)).toEqual({ outcome: 'Awaited' });
    expect((await row(issued)).next_check_at.getTime()).toBeGreaterThan(reported.getTime());
  });

  test('a scanner response before the whole file was read confirms nothing', async () => {
    const issued = await uploaded(pdfOf('hasty', MIB));
    const hasty = {
      async scan(chunks: AsyncIterable<Uint8Array>) {
        await chunks[Symbol.asyncIterator]().next();
        return { clean: true as const };
      },
    };
    await expect(scene.confirm(issued, { scanner: hasty })).rejects.toThrow(ScannerUnavailable);
    expect((await row(issued)).status).toBe('Uploaded');
  });

  test('nothing changes while the storage is unavailable', async () => {
    const issued = await uploaded(pdfOf('storage'));
    const away = openObjectStore(NO_STORAGE);
    const before = await row(issued);
    await expect(scene.confirm(issued, { storage: away })).rejects.toThrow(StorageUnavailable);
    expect(await row(issued)).toEqual(before);
    away.close();
  });

  test('a file that disappears before its check counts as not uploaded', async () => {
    const issued = await uploaded(pdfOf('goes'));
    const away = createScanner({ host: '127.0.0.1', port: 9 });
    await expect(scene.confirm(issued, { scanner: away })).rejects.toThrow(ScannerUnavailable);
    await scene.store.remove(issued.key);
    expect(await scene.confirm(issued)).toEqual({ outcome: 'Nothing' });
    expect(await row(issued)).toMatchObject({ status: 'LinkIssued', version_id: null, uploaded_at: null });
    await upload(issued, pdfOf('again'));
    expect(await scene.confirm(issued)).toMatchObject({ outcome: 'Confirmed' });
  });

  test.each(['document-found', 'document-pinned', 'document-inspected', 'document-kept', 'outcome-recorded'] as const)(
    'a check interrupted at %s is completed once by the next',
    async (point) => {
      for (const [bytes, status] of [
        [pdfOf('ends'), 'Confirmed'],
        [Buffer.from('<html>'), 'Rejected'],
        [pdfOf(EICAR), 'Quarantined'],
      ] as const) {
        const issued = await uploaded(bytes);
        const ended = new Error('ended');
        const faultPoint = async (name: string) => {
          if (name === point) throw ended;
        };
        // Only files to be confirmed are copied.
        const isReached = status === 'Confirmed' || point !== 'document-kept';
        if (isReached) await expect(scene.confirm(issued, { faultPoint })).rejects.toBe(ended);
        else await scene.confirm(issued, { faultPoint });
        scene.ahead(3);
        await scene.reconcile();
        expect((await row(issued)).status).toBe(status);
        expect((await keptOf(issued)) !== undefined).toBe(status === 'Confirmed');
        if (status === 'Confirmed') expect(await served(scene, issued)).toEqual(bytes);
        // If interrupted after the last step, the check after the link expires removes the upload.
        scene.ahead(46);
        await scene.reconcile();
        expect(await scene.store.find(issued.key)).toBeUndefined();
        expect(await copiesOf(issued)).toBe(status === 'Confirmed' ? 1 : 0);
        const { versions, events, audit } = await changes(issued);
        expect([versions, events.length, audit.length]).toEqual([1, 1, 1]);
        scene.ahead(0);
      }
    },
  );
});

test('an upload for an erased customer is removed and not recorded', async () => {
  const issued = await uploaded(pdfOf('erased'));
  await scene.database.owner.query('update customers set data_key = null where customer_id = $1', [
    issued.customer.customerId,
  ]);
  expect(await scene.confirm(issued)).toEqual({ outcome: 'Expired' });
  expect((await row(issued)).status).toBe('Expired');
  expect(await scene.store.find(issued.key)).toBeUndefined();
  expect((await changes(issued)).versions).toBe(0);
});

test('an unknown document or one of another partner causes no change', async () => {
  expect(await scene.confirm({ documentId: crypto.randomUUID() })).toEqual({ outcome: 'Nothing' });
  const { documentId, ...issued } = await uploaded(pdfOf('of another'));
  const { partnerId } = await scene.database.addPartner();
  expect(await confirmDocument(scene.context, { partnerId, documentId })).toEqual({ outcome: 'Nothing' });
  expect((await changes({ documentId, ...issued })).versions).toBe(0);
});

describe('a PATCH that submits a document checks its file', () => {
  const notUploaded = refusedWith(['/businessDocumentIdList/0', 'Document.NotUploaded']);

  test('and confirms it without a worker, with one event for the confirmation and one for the update', {
    tags: ['S-223'],
  }, async () => {
    const issued = await uploaded(pdfOf('at once'));
    const answer = await submit(issued);
    expect(answer.json().value).toMatchObject({
      version: 3,
      documents: [{ documentId: issued.documentId, status: 'Confirmed' }],
    });
    expect(await changes(issued)).toMatchObject({
      versions: 2,
      events: [
        { type: 'business.document.confirmed' },
        { type: 'business.profile.updated', data: { changedFields: ['businessDocumentIdList'] } },
      ],
      audit: [{ action: 'business.document.confirmed' }, { action: 'business.profile.updated' }],
    });
    // A later check by the worker has nothing to do.
    expect(await scene.confirm(issued)).toEqual({ outcome: 'Nothing' });
    expect((await changes(issued)).versions).toBe(2);
    expect(await checkChain(scene.database.owner, issued.customer.customerId)).toBe(3);
  });

  test('and refuses a file that was not uploaded, without writing anything', { tags: ['S-223'] }, async () => {
    const issued = await issue(scene);
    const before = await row(issued);
    const answer = await submit(issued);
    expect(outcomeOf(answer)).toEqual(notUploaded);
    expect(messagesOf(answer)[0]).toContain('upload it to its link');
    expect(await row(issued)).toEqual(before);
  });

  test('and refuses a superseded link, unless its file was uploaded in an earlier second', async () => {
    const late = await issue(scene);
    await issue(scene, { customer: late.customer });
    expect(messagesOf(await submit(late))[0]).toContain('newer link');
    expect(messagesOf(await submit(await superseded(999)))[0]).toContain('newer link');
    expect((await submit(await superseded(1_000))).json().value.documents).toMatchObject([{ status: 'Confirmed' }]);
  });

  test.each([
    ['is infected', Buffer.from(pdfOf(EICAR)), 'infected', 'Quarantined'],
    ['is empty', Buffer.alloc(0), 'empty', 'Rejected'],
    ['is not what its type says', Buffer.from('<html></html>'), 'content type', 'Rejected'],
    ['is too large', pdfOf('large', 10 * MIB + 1), '10 MiB', 'Rejected'],
  ])('and refuses a file that %s, with a message that says why', { tags: ['S-223'] }, async (_, bytes, why, status) => {
    const issued = await uploaded(bytes);
    const answer = await submit(issued);
    expect(outcomeOf(answer)).toEqual(notUploaded);
    expect(messagesOf(answer)[0]).toContain(why);
    expect(await row(issued)).toMatchObject({ status, handed_in_at: null });
    // The worker removes the refused file.
    await scene.confirm(issued);
    expect(await scene.store.find(issued.key)).toBeUndefined();
  });

  test('and confirms it once when the worker checks it at the same time', async () => {
    for (let round = 0; round < 4; round++) {
      const issued = await uploaded(pdfOf(`both ${round}`));
      const [answer] = await Promise.all([submit(issued), scene.confirm(issued)]);
      expect(answer.statusCode).toBe(200);
      const { events, audit } = await changes(issued);
      for (const told of [events.map(({ type }) => type), audit.map(({ action }) => action)]) {
        expect(told.sort()).toEqual(['business.document.confirmed', 'business.profile.updated']);
      }
      expect(await row(issued)).toMatchObject({ status: 'Confirmed' });
    }
  });

  test('and ignores its own confirmation in If-Match, but not changes by others', async () => {
    const issued = await uploaded(pdfOf('matched'));
    expect((await submit(issued, { 'if-match': '"1"' })).json().value.version).toBe(3);
    const other = await uploaded(pdfOf('not matched'));
    await patch(scene.api, other.customer, { description: 'Changed by someone else' });
    expect((await submit(other, { 'if-match': '"1"' })).json().error.code).toBe('Customer.VersionMismatch');
  });

  test('unless an analyst has claimed the package: then it is refused without a check', async () => {
    const issued = await uploaded(pdfOf('in review'));
    await setStatus(scene.database, issued.customer, 'StartedNotCompleted');
    expect((await submit(issued)).json().error.code).toBe('Customer.UnderReview');
    expect(await row(issued)).toMatchObject({ status: 'LinkIssued' });
  });

  test('and without a scanner accepts an uploaded file, which the worker checks later', async () => {
    const api = await startTestApi(scene.database, { storage: scene.storage.options });
    const issued = await issue({ ...scene, api });
    await upload(issued, pdfOf('no scanner'));
    const answer = await submit(issued, {}, api);
    expect(answer.json().value.documents).toEqual([{ documentId: issued.documentId, status: 'Uploaded' }]);
    await confirmDocument(scene.context, { partnerId: api.partner.partnerId, documentId: issued.documentId });
    expect(await row(issued)).toMatchObject({ status: 'Confirmed' });
    await api.close();
  });

  test('and times out after five seconds if the storage does not respond, without occupying the only database connection', async () => {
    const silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const api = await startTestApi(scene.database, { storage: { ...NO_STORAGE, endpoint }, poolSize: 1 });
    const issued = await issue({ ...scene, api });
    let answered = false;
    const answering = submit(issued, {}, api).finally(() => {
      answered = true;
    });
    await once(silent, 'connection');
    expect((await api.call('GET', issued.customer.path)).statusCode).toBe(200);
    expect(answered).toBe(false);
    const answer = await answering;
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'Service.Unavailable']);
    expect(answer.headers['retry-after']).toBe('5');
    await api.close();
    silent.close();
  });
});
