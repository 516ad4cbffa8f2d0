// How our own people look at a document, against a real storage: the very version that was checked, and never unnoticed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Analyst, signInAnalyst } from '../../harness/analysts.ts';
import { checkChain } from '../../harness/checks/wholeness.ts';
import { pdfOf, pngOf } from '../../harness/files.ts';
import { link } from '../../harness/scenes/documents.ts';
import { createCustomer, read, tracesOf } from '../../harness/scenes/updates.ts';
import { type DocumentScene, type Issued, issue, openDocumentScene, upload } from '../../harness/scenes/uploads.ts';

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
  by.on(customer.customerId, `documents/${documentId}/view`);

describe('a link to a document', () => {
  test('gives the version that was checked though another was uploaded over it, to be saved under a plain name', async () => {
    await upload(issued, pdfOf('uploaded over it'));
    const { value } = (await view(issued)).json();
    expect(value.contentType).toBe('application/pdf');
    const answer = await fetch(value.url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(CHECKED)).toBe(true);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="BankStatement-${issued.documentId.slice(0, 8)}.pdf"`,
    );
  });

  test('is good for a minute, and for reading this one object only', async () => {
    const before = Date.now();
    const { url, expiresAt } = (await view(issued)).json().value;
    // By the time of before and of after: the answer itself may have taken a while.
    expect(Date.parse(expiresAt) - before).toBeGreaterThan(58_000);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(61_000);
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60');
    const changed = [
      url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'),
      url.replace(/versionId=[^&]+/, 'versionId=null'),
      url.replace('application%2Fpdf', 'text%2Fhtml'),
      url.replace('attachment', 'inline'),
    ];
    for (const other of changed) {
      expect(other).not.toBe(url);
      expect((await fetch(other)).status).toBe(403);
    }
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(403);
  });

  test('is an entry of the trail each time, which changes nothing that the partner reads', async () => {
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

describe('no link', () => {
  const outcomeOf = (answer: { statusCode: number; json(): { error: { code: string } } }) =>
    `${answer.statusCode} ${answer.json().error.code}`;

  test('to what is not confirmed, and no entry of the trail', async () => {
    const refused = await issue(scene);
    const before = await tracesOf(scene.database, refused.customer);
    expect(outcomeOf(await view(refused))).toBe('409 Review.DocumentUnreadable');
    expect(await tracesOf(scene.database, refused.customer)).toEqual(before);
    await upload(refused, pngOf());
    expect(await scene.confirm(refused)).toMatchObject({ outcome: 'Rejected' });
    expect(outcomeOf(await view(refused))).toBe('409 Review.DocumentUnreadable');
  });

  test('to what the package does not have', async () => {
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

  test('to what was erased', async () => {
    const erased = await issue(scene);
    await upload(erased, CHECKED);
    await scene.confirm(erased);
    await scene.database.owner.query('update customers set data_key = null where customer_id = $1', [
      erased.customer.customerId,
    ]);
    expect(outcomeOf(await view(erased))).toBe('409 Customer.Closed');
  });
});
