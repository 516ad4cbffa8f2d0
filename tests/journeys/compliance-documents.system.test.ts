// Analysts open documents from a real storage: always the version that was checked, and always recorded.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Analyst, signInAnalyst } from '../harness/analysts.ts';
import { type Arriving, ask } from '../harness/byte-client.ts';
import { checkChain } from '../harness/checks/wholeness.ts';
import { pdfOf, pngOf } from '../harness/files.ts';
import { storageEnvironment } from '../harness/no-storage.ts';
import { type RunningApi, runApi } from '../harness/process.ts';
import { link } from '../harness/scenes/documents.ts';
import { createCustomer, read, tracesOf } from '../harness/scenes/updates.ts';
import { type DocumentScene, type Issued, issue, openDocumentScene, upload } from '../harness/scenes/uploads.ts';
import { signIn } from '../harness/session.ts';
import { ORIGINS } from '../harness/values.ts';

let scene: DocumentScene;
let ada: Analyst;
let issued: Issued;
const CHECKED = pdfOf('what was checked');
beforeAll(async () => {
  scene = await openDocumentScene();
  ada = await signInAnalyst(scene.api, scene.database);
  issued = await issue(scene);
  await upload(issued, CHECKED);
  expect(await scene.confirm(issued)).toMatchObject({ outcome: 'Confirmed' });
});
afterAll(() => scene.close());

const view = ({ customer, documentId }: Pick<Issued, 'customer' | 'documentId'>, by = ada) =>
  by.openDocument(customer.customerId, documentId);

describe('the file of a document', () => {
  test('is the checked version even after another upload, with a neutral file name', async () => {
    await upload(issued, pdfOf('uploaded over it'));
    const answer = await view(issued);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(CHECKED)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="BankStatement-${issued.documentId.slice(0, 8)}.pdf"`,
      etag: `"${createHash('sha256').update(CHECKED).digest('hex')}"`,
    });
  });

  test('can be read in ranges', async () => {
    const { customerId } = issued.customer;
    const url = `/api/compliance/v1/packages/${customerId}/documents/${issued.documentId}/file`;
    const size = CHECKED.length;
    const parts = [
      ['bytes=0-4', 0, 4],
      [`bytes=${size - 1}-`, size - 1, size - 1],
      ['bytes=-10', size - 10, size - 1],
    ] as const;
    for (const [range, start, end] of parts) {
      const answer = await scene.api.app.inject({ url, headers: { ...ada.headers, range } });
      expect([answer.statusCode, answer.headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${size}`]);
      expect(answer.rawPayload.equals(CHECKED.subarray(start, end + 1))).toBe(true);
    }
  });

  test('adds an audit entry each time it is opened, which the partner cannot see', async () => {
    const before = await tracesOf(scene.database, issued.customer);
    const record = await read(scene.api, issued.customer);
    const auditor = await signInAnalyst(scene.api, scene.database, 'auditor');
    for (const viewer of [ada, auditor]) expect((await view(issued, viewer)).statusCode).toBe(200);
    const after = await tracesOf(scene.database, issued.customer);
    expect(after.audit.slice(before.audit.length)).toEqual([
      { action: 'review.document.viewed', details: { documentId: issued.documentId } },
      { action: 'review.document.viewed', details: { documentId: issued.documentId } },
    ]);
    expect([after.version, after.events]).toEqual([before.version, before.events]);
    expect(await read(scene.api, issued.customer)).toEqual(record);
    expect(await checkChain(scene.database.owner, issued.customer.customerId)).toBe(after.audit.length);
    const { rows } = await scene.database.owner.query(
      `select actor_id from audit_entries where customer_id = $1 and action = 'review.document.viewed'
       order by sequence desc limit 2`,
      [issued.customer.customerId],
    );
    expect(rows).toEqual([{ actor_id: auditor.accountId }, { actor_id: ada.accountId }]);
  });
});

describe('no file', () => {
  const outcomeOf = (answer: { statusCode: number; json(): { error: { code: string } } }) =>
    `${answer.statusCode} ${answer.json().error.code}`;

  test('is sent for an unconfirmed document, and no audit entry is added', async () => {
    const refused = await issue(scene);
    const before = await tracesOf(scene.database, refused.customer);
    expect(outcomeOf(await view(refused))).toBe('409 Review.DocumentUnreadable');
    expect(await tracesOf(scene.database, refused.customer)).toEqual(before);
    await upload(refused, pngOf());
    expect(await scene.confirm(refused)).toMatchObject({ outcome: 'Rejected' });
    expect(outcomeOf(await view(refused))).toBe('409 Review.DocumentUnreadable');
  });

  test('is sent for a document that is not in the package', async () => {
    const customer = await createCustomer(scene.api);
    const another = await link(scene.api, customer);
    for (const documentId of [another.documentId, crypto.randomUUID(), 'x', '%00']) {
      expect([documentId, outcomeOf(await view({ ...issued, documentId }))]).toEqual([
        documentId,
        '404 Review.SubjectNotFound',
      ]);
    }
    const nowhere = {
      customer: { ...issued.customer, customerId: crypto.randomUUID() },
      documentId: issued.documentId,
    };
    expect(outcomeOf(await view(nowhere))).toBe('404 Customer.NotFound');
  });

  test('is sent for an erased customer', async () => {
    const erased = await issue(scene);
    await upload(erased, CHECKED);
    await scene.confirm(erased);
    await scene.database.owner.query('update customers set data_key = null where customer_id = $1', [
      erased.customer.customerId,
    ]);
    expect(outcomeOf(await view(erased))).toBe('409 Customer.Closed');
  });
});

describe('slow readers', () => {
  const READERS = 4;
  const EACH = 5;
  /** The maximum size of an upload. */
  const ENDS = [Buffer.from('%PDF-1.4\n'), Buffer.from('\n%%EOF\n')] as const;
  const LARGE = Buffer.concat([ENDS[0], randomBytes(10 * 1024 * 1024 - ENDS[0].length - ENDS[1].length), ENDS[1]]);
  let api: RunningApi;
  let large: Issued;
  beforeAll(async () => {
    large = await issue(scene);
    await upload(large, LARGE);
    api = await runApi({
      databaseUrl: scene.database.appUrl,
      issuerUrl: 'http://127.0.0.1:9',
      environment: {
        ...storageEnvironment(scene.storage.options),
        CONSOLE_URL: ORIGINS.staff,
        CONSOLE_CLIENT_SECRET: 'console secret for tests, long enough',
        STAFF_DATABASE_URL: scene.database.staffUrl,
      },
    });
  });
  afterAll(() => api?.stop());

  const residentBytes = () =>
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${api.process.pid}/status`, 'utf8'))?.[1]) * 1024;

  test(`do not hold files in memory: ${READERS * EACH} of 10 MiB at once use less than a quarter of their size`, async () => {
    expect(await scene.confirm(large)).toMatchObject({ outcome: 'Confirmed' });
    const url = `${api.url}/api/compliance/v1/packages/${large.customer.customerId}/documents/${large.documentId}/file`;
    const users = await Promise.all(Array.from({ length: READERS }, () => signIn(scene.database, { realm: 'staff' })));
    // Warm-up, so that only the files affect the measurement.
    for (const { headers } of users) await (await ask(url, headers).arriving).rest();
    const before = residentBytes();
    const arriving: Arriving[] = [];
    for (const { headers } of users) {
      for (let count = 0; count < EACH; count++) arriving.push(await ask(url, headers).arriving);
    }
    for (const { response } of arriving) {
      await new Promise((resolve) => response.once('readable', resolve));
    }
    const grown = residentBytes() - before;
    expect(grown).toBeLessThan((READERS * EACH * LARGE.length) / 4);
    const hash = createHash('sha256').update(LARGE).digest('hex');
    for (const one of arriving) {
      const { bytes, isWhole } = await one.rest();
      expect([isWhole, createHash('sha256').update(bytes).digest('hex')]).toEqual([true, hash]);
    }
    const { rows } = await scene.database.owner.query(
      `select count(*)::int as reads from staff_reads where subject_id = $1 and kind = 'Document'`,
      [large.documentId],
    );
    expect(rows[0].reads).toBe(READERS * (EACH + 1));
  });
});
