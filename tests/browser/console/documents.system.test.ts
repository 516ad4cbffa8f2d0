// An analyst opens documents: every kind of file is drawn correctly, or a red bar says that it is not.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { PackageRecord } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jpegOf, plainJpeg, pngChunk } from '../../harness/files.ts';
import { until } from '../../harness/patience.ts';
import { addPartnerSystem, type PartnerSystem } from '../../harness/scenes/partner-system.ts';
import { decided } from '../../harness/scenes/reviewed.ts';
import { openConsole, type SiteScene } from '../../harness/scenes/site.ts';
import type { Customer } from '../../harness/scenes/updates.ts';
import { filled, LOCKED, pdfForReadingOnly, pdfWithPages, SCANNED_PAGE } from './pdfs.ts';

type Window = Awaited<ReturnType<SiteScene['enter']>>;
type Color = readonly [red: number, green: number, blue: number];

const PDF = 'application/pdf';
const fixture = (name: string) => readFileSync(resolve('tests/fixtures', name));
/** Colours of the scans: top left, top right and bottom right. */
const [NAVY, PALE, BLACK] = [[20, 40, 120] as Color, [240, 240, 240] as Color, [30, 30, 30] as Color];
const SCAN: [x: number, y: number, color: Color][] = [
  [0.25, 0.25, NAVY],
  [0.75, 0.25, PALE],
  [0.75, 0.75, BLACK],
];
const scanOf = (bytes: Buffer, filter: 'DCTDecode' | 'JPXDecode') =>
  pdfWithPages({ pages: [SCANNED_PAGE], scan: { bytes, filter, width: 240, height: 320 } });
/** The colour of each page of a long document. */
const pageColor = (page: number): Color => [page, 255 - page, 60];

let scene: SiteScene;
let system: PartnerSystem;
let window: Window;

beforeAll(async () => {
  scene = await openConsole({ storage: true });
  system = await addPartnerSystem(scene);
  window = await scene.enter({ role: 'analyst' });
});
afterAll(() => scene?.close());

const upload = (customer: Customer, documentCategory: string, bytes: Buffer, contentType = PDF) =>
  system.upload(customer.customerId, { documentCategory, contentType, bytes });
const addressOf = ({ customerId }: Customer, documentId?: string) =>
  `/packages/${customerId}${documentId === undefined ? '' : `?document=${documentId}`}`;

async function openings({ customerId }: Customer): Promise<string[]> {
  const { rows } = await scene.database.owner.query(
    `select details::jsonb->>'documentId' as id from audit_entries where customer_id = $1 and action = 'review.document.viewed' order by sequence`,
    [customerId],
  );
  return rows.map(({ id }) => id);
}

/** Undefined while the page is not drawn. */
const colorAt = (x: number, y: number, page = 1): Promise<Color | undefined> =>
  window.page.evaluate<Color | undefined>(`(() => {
    const canvas = document.querySelector('[role=img][aria-label*=", page ${page} of "] canvas');
    if (canvas === null) return undefined;
    const at = canvas.getContext('2d').getImageData(Math.floor(canvas.width * ${x}), Math.floor(canvas.height * ${y}), 1, 1);
    return [...at.data.slice(0, 3)];
  })()`);

const isNear = (one: Color | undefined, other: Color) =>
  one?.every((part, index) => Math.abs(part - (other[index] ?? 0)) <= 4) ?? false;

async function expectColors(points: readonly [number, number, Color][], page = 1): Promise<void> {
  for (const [x, y, color] of points) {
    await until(async () => isNear(await colorAt(x, y, page), color), `${x}, ${y} of page ${page} is ${color}`);
  }
}

/** The scrolling area of the document with this title. */
const area = (title: string) => window.page.getByRole('region', { name: title, exact: true });
const pageField = () => window.page.getByRole('textbox', { name: 'Page', exact: true });
const expectPage = (page: number) => expect.poll(() => pageField().inputValue()).toBe(String(page));
const hasFocus = (title: string) => area(title).evaluate((element) => element.matches(':focus'));
/** Reads the first pages of five, each until it counts as seen. */
async function readTo(last: number): Promise<void> {
  for (let page = 1; page <= last; page++) {
    if (page > 1) await window.page.keyboard.press('>');
    await pane().getByText(`${page} of 5 pages seen`).waitFor();
  }
}

/** How often this document was opened, according to both the audit trail and the log of reads. */
async function openingsOf(customer: Customer, documentId: string): Promise<number> {
  const count = (await openings(customer)).filter((id) => id === documentId).length;
  const { rows } = await scene.database.owner.query(
    `select count(*)::int as reads from staff_reads where subject_id = $1 and kind = 'Document'`,
    [documentId],
  );
  expect(rows[0].reads).toBe(count);
  return count;
}

const FILE_ADDRESS = '**/documents/*/file';
const pane = () => window.page.getByRole('region', { name: 'Document', exact: true });
const bar = () => window.page.getByRole('region', { name: 'Document', exact: true }).getByRole('alert');
const open = (customer: Customer, documentId?: string) => window.open(addressOf(customer, documentId));

/** As large as an upload may be, with the colours of the scans. */
function largePng(): Buffer {
  const side = 1860;
  const half = (color: Color) => Buffer.alloc((side / 2) * 3, Buffer.from(color));
  const row = (left: Color, right: Color) => Buffer.concat([Buffer.of(0), half(left), half(right)]);
  const rows = Array.from({ length: side }, (_, y) => (y < side / 2 ? row(NAVY, PALE) : row(PALE, BLACK)));
  return pngOf(side, Buffer.concat(rows));
}

const plainPng = (color: Color) => pngOf(1, Buffer.from([0, ...color]));

/** A square, uncompressed. */
function pngOf(side: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 0 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a document', () => {
  let customer: Customer;
  beforeAll(async () => {
    customer = await system.create({ companyName: 'Every Kind Ltd' });
  });

  test('is opened on selection, recorded once in the trail, and compared with the upload', async () => {
    const words = 'BT /F1 30 Tf 20 340 Td (Certificate) Tj ET 0.8 0.1 0.1 rg 150 0 150 200 re f';
    const id = await upload(customer, 'CertificateOfIncorporation', pdfWithPages({ pages: [words] }));
    const other = await upload(customer, 'TaxCertificate', pdfWithPages({ pages: [filled([10, 120, 10])] }));
    await open(customer);
    await window.page.getByRole('link', { name: 'Tax certificate' }).hover();
    expect(await window.look('documents')).toEqual([]);
    expect(await openings(customer)).toEqual([]);
    await window.page.getByRole('link', { name: 'Certificate of incorporation' }).click();
    await expectColors([
      [0.75, 0.75, [204, 26, 26]],
      [0.9, 0.02, [255, 255, 255]],
    ]);
    // The letters are drawn in a font that is not embedded.
    const inks = await Promise.all(Array.from({ length: 60 }, (_, at) => colorAt(0.08 + at / 200, 0.13)));
    expect(inks.some((ink) => ink !== undefined && ink[0] < 90)).toBe(true);
    await window.page.getByText('identical to the upload').waitFor();
    expect(await window.look('document')).toEqual([]);
    await window.page.keyboard.press(']');
    await expectColors([[0.5, 0.5, [10, 120, 10]]]);
    expect(new URL(window.page.url()).searchParams.get('document')).toBe(other);
    await window.page.keyboard.press('[');
    await expectColors([[0.75, 0.75, [204, 26, 26]]]);
    await window.page.getByRole('link', { name: 'All documents' }).click();
    await window.page.getByRole('row', { name: /Tax certificate.*Opened by you/ }).waitFor();
    await window.page.goBack();
    await expectColors([[0.75, 0.75, [204, 26, 26]]]);
    expect(await openings(customer)).toEqual([id, other]);
    await open(customer, other);
    await expectColors([[0.5, 0.5, [10, 120, 10]]]);
    expect(await openings(customer)).toEqual([id, other, other]);
  });

  test.each([
    ['a scan as JPEG', () => scanOf(fixture('scan.jpg'), 'DCTDecode'), PDF],
    ['a scan as JPEG 2000', () => scanOf(fixture('scan.jp2'), 'JPXDecode'), PDF],
    ['a JPEG image', () => fixture('scan.jpg'), 'image/jpeg'],
    ['a PNG image', () => fixture('scan.png'), 'image/png'],
    ['an image of 10 MiB', largePng, 'image/png'],
  ])('is drawn correctly: %s', async (_, bytes, type) => {
    await open(customer, await upload(customer, 'ShareholderRegister', bytes(), type));
    await expectColors(SCAN);
    await expect.poll(() => bar().count()).toBe(0);
  });

  test('is drawn correctly: a JPEG of nearly 10 MiB and 60 megapixels', async () => {
    const bytes = plainJpeg({ across: 968, down: 968 }, 10 * 1024 * 1024);
    expect(bytes.length).toBeGreaterThan(10_485_000);
    await open(customer, await upload(customer, 'ShareholderRegister', bytes, 'image/jpeg'));
    await expectColors([
      [0.5, 0.25, [66, 66, 66]],
      [0.5, 0.75, [128, 128, 128]],
    ]);
    await expect.poll(() => bar().count()).toBe(0);
  });

  test('is drawn correctly: a PDF that anyone may read but only its owner may change', async () => {
    await open(customer, await upload(customer, 'ShareholderRegister', pdfForReadingOnly([filled(NAVY)])));
    await expectColors([[0.5, 0.5, NAVY]]);
    await expect.poll(() => bar().count()).toBe(0);
  });

  test('can be zoomed, rotated and fitted to the width with keys', async () => {
    await open(customer, await upload(customer, 'DirectorRegister', fixture('scan.png'), 'image/png'));
    await expectColors(SCAN);
    const width = async () => (await window.page.locator('canvas').boundingBox())?.width ?? 0;
    const fitted = await width();
    await window.page.keyboard.press('+');
    await until(async () => (await width()) > fitted * 1.2, 'the page is larger');
    await window.page.keyboard.press('0');
    await until(async () => Math.abs((await width()) - fitted) < 1, 'the page has its width again');
    await window.page.keyboard.press('.');
    await expectColors([
      [0.75, 0.25, NAVY],
      [0.25, 0.75, BLACK],
    ]);
    await window.page.keyboard.press('-');
    await until(async () => (await width()) < fitted, 'the page is smaller');
  });

  test('can have hundreds of pages, each of which can be opened', async () => {
    const pages = Array.from({ length: 200 }, (_, index) => filled(pageColor(index + 1)));
    await open(customer, await upload(customer, 'BankStatement', pdfWithPages({ pages })));
    await expectColors([[0.5, 0.5, pageColor(1)]]);
    await window.page.keyboard.press('>');
    await expectColors([[0.5, 0.5, pageColor(2)]], 2);
    await pageField().fill('200');
    await pageField().press('Enter');
    await expectColors([[0.5, 0.5, pageColor(200)]], 200);
    expect(await hasFocus('Bank statement')).toBe(true);
    const canvases = new Set<number>();
    for (let page = 199; page > 150; page -= 7) {
      await pageField().fill(String(page));
      await pageField().press('Enter');
      await expectColors([[0.5, 0.5, pageColor(page)]], page);
      canvases.add(await window.page.locator('canvas').count());
    }
    expect(Math.max(...canvases), 'pages far away are dropped').toBeLessThanOrEqual(8);
    expect(await window.look('document-pages')).toEqual([]);
  });

  test('can have over a thousand pages, each of which gets its own size when it is drawn', async () => {
    const pages = Array.from({ length: 1010 }, (_, index) => filled(pageColor(index % 200)));
    const bytes = pdfWithPages({ pages, landscape: [1004] });
    await open(customer, await upload(customer, 'MemorandumArticles', bytes));
    await expectColors([[0.5, 0.5, pageColor(0)]]);
    const heightOf = (page: number) =>
      window.page
        .getByRole('img', { name: `page ${page} of 1010` })
        .evaluate((element) => element.clientHeight / element.clientWidth);
    for (const [page, proportion] of [
      [1003, 4 / 3],
      [1004, 3 / 4],
      [1005, 4 / 3],
    ] as const) {
      await pageField().fill(String(page));
      await pageField().press('Enter');
      await expectPage(page);
      await expectColors([[0.5, 0.5, pageColor((page - 1) % 200)]], page);
      await expect.poll(() => heightOf(page)).toBeCloseTo(proportion, 2);
    }
  });

  test.each([
    ['This PDF is damaged', 'a broken PDF', () => Buffer.from('%PDF-1.4\nnothing of use\n%%EOF\n'), PDF],
    [
      'This PDF is password-protected',
      'an encrypted PDF',
      () => pdfWithPages({ pages: [filled(NAVY)], trailer: LOCKED }),
      PDF,
    ],
    [
      'This document may not be shown in full',
      'a scan that cannot be decoded',
      () => scanOf(fixture('scan.jp2').subarray(0, 400), 'JPXDecode'),
      PDF,
    ],
    ['This image is damaged', 'a broken image', () => jpegOf(), 'image/jpeg'],
  ])('shows a red bar: %s, %s', async (title, _, bytes, type) => {
    await open(customer, await upload(customer, 'OperatingLicence', bytes(), type));
    await bar().getByText(title).waitFor();
    await bar().getByText('“Unreadable”', { exact: false }).waitFor();
    const drawn = title === 'This document may not be shown in full';
    await expect.poll(() => window.page.locator('canvas').count()).toBe(drawn ? 1 : 0);
    expect(await window.look(`document-${title.split(' ').at(-1)}`)).toEqual([]);
  });

  test('shows a red bar and no page if its bytes differ from the upload', async () => {
    const id = await upload(customer, 'BoardResolution', pdfWithPages({ pages: [filled(NAVY)] }));
    await replaceBytes(id, pdfWithPages({ pages: [filled(BLACK)] }));
    await open(customer, id);
    await bar().getByText('This is not the file that was uploaded').waitFor();
    await expect.poll(() => window.page.locator('canvas').count()).toBe(0);
  });

  test('shows that the service is unreachable, and loads once it is back', async () => {
    const id = await upload(customer, 'ProofOfBusinessAddress', pdfWithPages({ pages: [filled(PALE)] }));
    await window.page.route(FILE_ADDRESS, (route) => route.abort());
    await open(customer, id);
    await pane().getByText('The service could not be reached.', { exact: false }).waitFor();
    await expect.poll(() => window.page.locator('canvas').count()).toBe(0);
    expect(await window.look('document-unreachable')).toEqual([]);
    expect(await openingsOf(customer, id)).toBe(0);
    await window.page.unroute(FILE_ADDRESS);
    await pane().getByRole('button', { name: 'Try again' }).click();
    await expectColors([[0.5, 0.5, PALE]]);
    expect(await openingsOf(customer, id)).toBe(1);
    // Caused by the aborted request.
    expect(window.complaints.splice(0).filter((one) => !one.includes('ERR_FAILED'))).toEqual([]);
  });

  test("shows the API's error if the file is missing from the storage, and does not count as opened", async () => {
    const id = await upload(customer, 'ProofOfBusinessAddress', pdfWithPages({ pages: [filled(PALE)] }));
    const { owner } = scene.database;
    await owner.query(`update documents set kept_key = kept_key || '-gone' where document_id = $1`, [id]);
    await open(customer, id);
    await pane().getByText('missing from the storage', { exact: false }).waitFor();
    await expect.poll(() => window.page.locator('canvas').count()).toBe(0);
    expect(await window.look('document-gone')).toEqual([]);
    expect(await openingsOf(customer, id)).toBe(0);
    expect(window.complaints.splice(0).filter((one) => !one.includes('409'))).toEqual([]);
  });

  test('asks the user to sign in again if the session has expired', async () => {
    const id = await upload(customer, 'ProofOfBusinessAddress', pdfWithPages({ pages: [filled(PALE)] }));
    const guest = await scene.enter({ role: 'auditor' });
    await guest.page.route(FILE_ADDRESS, async (route) => {
      await scene.database.owner.query('delete from sessions where session_id = $1', [guest.person.sessionId]);
      await route.continue();
    });
    const refused = guest.page.waitForResponse((answer) => answer.url().endsWith('/file') && answer.status() === 401);
    await guest.open(addressOf(customer, id));
    await refused;
    await guest.page.getByRole('dialog').getByText('sign in', { exact: false }).first().waitFor();
    expect(await openingsOf(customer, id)).toBe(0);
    await guest.context.close();
  });

  test('violates no browser policy', () => {
    expect(window.complaints).toEqual([]);
  });
});

describe('a document of five pages', () => {
  const PAGES = [1, 2, 3, 4, 5];
  let customer: Customer;
  let first: string;
  /** Opened by no earlier test, so that none of their pages are seen. */
  let fresh: string;
  let other: string;
  beforeAll(async () => {
    customer = await system.create({ companyName: 'Five Pages Ltd' });
    const pages = PAGES.map((page) => filled(pageColor(page)));
    first = await upload(customer, 'BankStatement', pdfWithPages({ pages }));
    await upload(customer, 'TaxCertificate', pdfWithPages({ pages }));
    fresh = await upload(customer, 'BoardResolution', pdfWithPages({ pages }));
    other = await upload(customer, 'OwnershipChart', pdfWithPages({ pages }));
    await scene.database.owner.query('update reviews set screening_due_at = null where customer_id = $1', [
      customer.customerId,
    ]);
  });

  const scrollTop = (title: string) => area(title).evaluate((element) => element.scrollTop);
  const isAtEnd = (element: { scrollTop: number; clientHeight: number; scrollHeight: number }) =>
    element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
  const recorded = async (documentId: string) => {
    const { rows } = await scene.database.owner.query(
      'select account_id, pages_seen, pages_total from document_pages_seen where document_id = $1',
      [documentId],
    );
    return rows.map((row) => [row.account_id, row.pages_seen, row.pages_total]);
  };

  test('keeps the focus of a new page on its heading; keys go to the previous and next page from anywhere', async () => {
    await open(customer, first);
    await expectColors([[0.5, 0.5, pageColor(1)]]);
    expect(await hasFocus('Bank statement')).toBe(false);
    await window.page.keyboard.press('>');
    await expectPage(2);
    await window.page.keyboard.press('>');
    await expectPage(3);
    await window.page.keyboard.press('<');
    await expectPage(2);
    await expectColors([[0.5, 0.5, pageColor(2)]], 2);
  });

  test('has the focus after ], so that the usual keys scroll at once', async () => {
    await window.page.keyboard.press(']');
    await area('Tax certificate').waitFor();
    await expectColors([[0.5, 0.5, pageColor(1)]]);
    expect(await hasFocus('Tax certificate')).toBe(true);
    await window.page.keyboard.press('PageDown');
    await until(async () => (await scrollTop('Tax certificate')) > 100, 'PageDown has scrolled');
    // The browser scrolls smoothly, so each key waits for the end of the previous one.
    await window.page.keyboard.press('End');
    await until(() => area('Tax certificate').evaluate(isAtEnd), 'End has scrolled to the end');
    await expectPage(5);
    await window.page.keyboard.press('Home');
    await until(async () => (await scrollTop('Tax certificate')) === 0, 'Home has scrolled to the beginning');
    await expectPage(1);
    await window.page.keyboard.press('Space');
    await until(async () => (await scrollTop('Tax certificate')) > 100, 'Space has scrolled');
    await window.page.keyboard.press('[');
    await area('Bank statement').waitFor();
    await expect.poll(() => hasFocus('Bank statement')).toBe(true);
  });

  test('has the focus after its link in the list was used', async () => {
    await window.page.getByRole('link', { name: 'All documents' }).click();
    await window.page.getByRole('link', { name: 'Bank statement' }).click();
    await area('Bank statement').waitFor();
    await expect.poll(() => hasFocus('Bank statement')).toBe(true);
  });

  test('keeps the same page in view when it is zoomed or rotated', async () => {
    await pageField().fill('4');
    await pageField().press('Enter');
    await expectPage(4);
    for (const key of ['+', '+', '.', '.', '-', '-', '0', '.', '.']) {
      await window.page.keyboard.press(key);
      await expectColors([[0.5, 0.5, pageColor(4)]], 4);
      expect(await pageField().inputValue(), `after ${key}`).toBe('4');
    }
  });

  test('counts a page once it was visible for a second, and shows colleagues how many were seen', async () => {
    await open(customer, fresh);
    await expectColors([[0.5, 0.5, pageColor(1)]]);
    await readTo(5);
    await until(async () => (await recorded(fresh))[0]?.[1] === 5, 'five pages are recorded');
    expect(await recorded(fresh)).toEqual([[window.person.accountId, 5, 5]]);
    expect(await window.look('document-seen')).toEqual([]);
  });

  test('reports the rest when the analyst leaves, and the second analyst sees the numbers at the proposal', async () => {
    const { customerId } = customer;
    const { headers } = window.person;
    const call = async (path: string, body?: object) => {
      const answer = await fetch(`${scene.origin}/api/compliance/v1/packages/${customerId}${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: { ...headers, 'content-type': 'application/json' },
      });
      expect(answer.status, path).toBe(200);
      return ((await answer.json()) as { value: PackageRecord }).value;
    };
    await open(customer, other);
    await readTo(3);
    // The report of the last page is still waiting.
    await open({ customerId } as Customer);
    await until(async () => (await recorded(other))[0]?.[1] === 3, 'the last page is recorded');
    await fetch(`${scene.origin}/api/compliance/v1/packages/${customerId}/claim`, { method: 'POST', headers });
    const { evidenceVersion: seenVersion } = await call('');
    await call('/decisions', {
      seenVersion,
      outcome: 'Reject',
      reasons: [{ code: 'Business.NotAcceptable' }],
    });
    const colleague = await scene.enter({ role: 'analyst' });
    await colleague.open(addressOf(customer));
    const name = (await call('')).decisions[0]?.proposedBy.name;
    await colleague.page.getByText(`Opened by ${name} (5 of 5 pages)`).waitFor();
    await colleague.page.getByText('The proposer has not seen every page').waitFor();
    const work = colleague.page.getByRole('region', { name: 'Work', exact: true });
    await work.getByText(`Opened by ${name} (3 of 5 pages)`).first().waitFor();
    await expect.poll(() => work.getByText('5 of 5 pages').count()).toBe(0);
    expect(await colleague.look('document-openers')).toEqual([]);
    expect([...colleague.complaints, ...window.complaints]).toEqual([]);
    await colleague.context.close();
  });
});

/** As an administrator of the storage could. */
async function replaceBytes(documentId: string, bytes: Buffer): Promise<void> {
  const { storage } = scene;
  if (storage === undefined) throw new Error('The scene has no storage');
  const { endpoint = '', region, keptBucket, accessKey: accessKeyId, secretKey: secretAccessKey } = storage;
  const s3 = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
  const { owner } = scene.database;
  const { rows } = await owner.query('select kept_key from documents where document_id = $1', [documentId]);
  // Under a separate key: the worker deletes other versions of a confirmed document.
  const Key = `${rows[0].kept_key}-replaced`;
  const { VersionId } = await s3.send(new PutObjectCommand({ Bucket: keptBucket, Key, Body: bytes }));
  await owner.query('update documents set kept_key = $2, version_id = $3 where document_id = $1', [
    documentId,
    Key,
    VersionId,
  ]);
  s3.destroy();
}

describe('switching', () => {
  const CATEGORIES = ['CertificateOfIncorporation', 'TaxCertificate', 'BankStatement', 'OwnershipChart'];
  const SWITCHES = 200;
  interface Place {
    address: string;
    company: string;
    name: string;
    color: Color;
  }
  const places: Place[] = [];

  beforeAll(async () => {
    for (const [at, company] of ['First Ltd', 'Second Ltd', 'Third Ltd'].entries()) {
      const customer = await system.create({ companyName: company });
      for (const [index, category] of CATEGORIES.entries()) {
        // Half of them are images, which are drawn differently.
        const color: Color = [40 + at * 80, 30 + index * 60, 128];
        const isPicture = index % 2 === 1;
        const bytes = isPicture ? plainPng(color) : pdfWithPages({ pages: [filled(color)] });
        const id = await upload(customer, category, bytes, isPicture ? 'image/png' : PDF);
        const name = category.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
        const spelled = name.charAt(0) + name.slice(1).toLowerCase();
        places.push({ address: addressOf(customer, id), company, name: spelled, color });
      }
    }
  });

  /** What is on the screen at one moment. */
  interface Screen {
    company: string;
    title: string | undefined;
    label: string | undefined;
    color: Color | undefined;
  }
  const screen = () =>
    window.page.evaluate<Screen>(`(() => {
      const canvas = document.querySelector('canvas');
      const pixel = canvas?.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
      return {
        company: document.querySelector('h1')?.textContent ?? '',
        title: document.querySelector('[aria-label="Document"] h2')?.textContent,
        label: document.querySelector('[role=img]')?.getAttribute('aria-label'),
        color: pixel && [...pixel.slice(0, 3)],
      };
    })()`);

  test(`${SWITCHES} times between businesses and documents never shows one as another`, async () => {
    await open({ customerId: places[0]?.address.split(/[/?]/)[2] ?? '' } as Customer);
    // The same in every run.
    let seed = 17;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    const wrong: unknown[] = [];
    const drawn = new Set<string>();
    async function look(): Promise<Screen> {
      const seen = await screen();
      if (seen.color === undefined) return seen;
      const place = places.find(({ company, name }) => company === seen.company && name === seen.title);
      const right = place !== undefined && isNear(seen.color, place.color) && seen.label?.startsWith(place.name);
      if (right !== true) wrong.push(seen);
      else drawn.add(place.address);
      return seen;
    }
    let place = places[0];
    for (let count = 0; count < SWITCHES; count++) {
      // Every twelfth time, waits until everything is shown.
      const stays = count % 12 === 0;
      // Mostly within one business, whose files are cached.
      const near = places.filter(({ company }) => random(3) === 0 || company === place?.company);
      place = stays ? places[(count / 12) % places.length] : near[random(near.length)];
      if (place === undefined) throw new Error('There is no such place');
      await window.page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/console${place.address}`)})`);
      await delay(random(8) * 60);
      await look();
      if (!stays) continue;
      const { company, name, color } = place;
      await until(async () => {
        const seen = await look();
        return wrong.length > 0 || (seen.company === company && isNear(seen.color, color));
      }, `${company}: ${name} is shown`);
    }
    expect(wrong).toEqual([]);
    expect(drawn.size).toBe(places.length);
    expect(window.complaints).toEqual([]);
  });
});

describe('the verdict on a document', () => {
  test('is given by the analyst who has claimed the package, with a reason that applies to documents', async () => {
    const customer = await system.create({ companyName: 'Asked Again Ltd' });
    const first = await upload(customer, 'TaxCertificate', pdfWithPages({ pages: [filled(PALE)] }));
    const words = 'The stamp cannot be read.';
    const reasons = [{ code: 'Document.Unreadable', documentId: first, message: words }];
    await decided(scene.database, customer, { outcome: 'RequestChanges', reasons });
    const second = await upload(customer, 'TaxCertificate', pdfWithPages({ pages: [filled(NAVY)] }));
    await system.call('PATCH', customer.path, { businessDocumentIdList: [second] });
    await open(customer, second);
    await window.page.getByText(words, { exact: false }).waitFor();
    const pane = window.page.getByRole('region', { name: 'Document', exact: true });
    const approve = pane.getByRole('button', { name: 'Approve document' });
    await expect.poll(() => approve.isDisabled(), { message: 'not claimed' }).toBe(true);
    await pane.getByText('Claim the package to give a verdict.').waitFor();
    const claim = `${scene.origin}/api/compliance/v1/packages/${customer.customerId}/claim`;
    expect((await fetch(claim, { method: 'POST', headers: window.person.headers })).status).toBe(200);
    await open(customer, second);
    await approve.click();
    await pane.getByText('Approved', { exact: true }).waitFor();
    expect(await window.look('document-verdict')).toEqual([]);
    await pane.getByRole('button', { name: 'Changes…' }).focus();
    await window.page.keyboard.press('Enter');
    await window.page.getByRole('menuitem', { name: /^Expired/ }).click();
    await pane.getByText('Expired,', { exact: false }).waitFor();
    const { rows } = await scene.database.owner.query(
      'select verdict, reason_code from review_verdicts where customer_id = $1',
      [customer.customerId],
    );
    expect(rows).toEqual([{ verdict: 'ChangesRequested', reason_code: 'Document.Expired' }]);
    const auditor = await scene.enter({ role: 'auditor' });
    await auditor.open(addressOf(customer, second));
    await auditor.page.locator('canvas').waitFor();
    await auditor.page.getByText('Your role cannot give verdicts.', { exact: false }).waitFor();
    expect([...auditor.complaints, ...window.complaints]).toEqual([]);
    await auditor.context.close();
  });
});
