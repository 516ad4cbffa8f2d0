// The file of a document for analysts: headers, ranges, access, and when a read is recorded.
import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { PackageRecord } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_BYTES } from '../../../apps/api/src/http/send-file.ts';
import { type Analyst, signInAnalyst } from '../../harness/analysts.ts';
import { startTestApi, type TestApi, type TestApiOptions } from '../../harness/api.ts';
import { type Asking, ask } from '../../harness/byte-client.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/patience.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { type Customer, createCustomer, tracesOf } from '../../harness/scenes/updates.ts';
import { outcomeOf, proposalOf, setScreened } from '../../harness/scenes/verdicts.ts';
import { type KeptFiles, startKeptFiles } from '../../harness/servers/kept-files.ts';

/** Larger than the part that is sent before the read is recorded. */
const FILE = randomBytes(3 * FIRST_BYTES + 17);
const SHA256 = createHash('sha256').update(FILE).digest('hex');

let database: TestDatabase;
let kept: KeptFiles;
let api: TestApi;
let ada: Analyst;
beforeAll(async () => {
  database = await cloneDatabase();
  kept = await startKeptFiles();
  api = await listening();
  ada = await signInAnalyst(api, database);
});
afterAll(async () => {
  await api.close();
  await kept.close();
  await database.close();
});

async function listening(options: TestApiOptions = {}): Promise<TestApi> {
  const started = await startTestApi(database, { storage: kept.options, ...options });
  await started.app.listen({ host: '127.0.0.1', port: 0 });
  return started;
}

interface Kept extends Customer {
  documentId: string;
}

/** A confirmed document with a file. */
async function keptDocument(bytes = FILE): Promise<Kept> {
  const customer = await createCustomer(api);
  const documentId = await documentIn(api, database, customer, 'Confirmed');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { owner } = database;
  await owner.query('update documents set size_bytes = $2, sha256 = $3 where document_id = $1', [
    documentId,
    bytes.length,
    sha256,
  ]);
  kept.put(documentId, bytes);
  return { ...customer, documentId };
}

const urlOf = ({ customerId, documentId }: Pick<Kept, 'customerId' | 'documentId'>, { app }: TestApi = api) =>
  `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/compliance/v1/packages/${customerId}/documents/${documentId}/file`;

const asking = (document: Kept, headers: Record<string, string> = {}, through = api, by = ada): Asking =>
  ask(urlOf(document, through), { ...by.headers, ...headers });

/** The response in full. */
async function got(document: Kept, headers: Record<string, string> = {}, through = api, by = ada) {
  const arrived = await asking(document, headers, through, by).arriving;
  const { bytes, isWhole } = await arrived.rest();
  return { status: arrived.status, headers: arrived.headers, bytes, isWhole };
}

const errorOf = ({ status, bytes }: Awaited<ReturnType<typeof got>>) =>
  `${status} ${JSON.parse(bytes.toString()).error.code}`;

/** The recorded reads of a document, and its openings in the audit trail. */
async function recorded({ documentId }: Kept): Promise<{ reads: number; openings: number }> {
  const { rows } = await database.owner.query(
    `select (select count(*)::int from staff_reads where subject_id = $1 and kind = 'Document') as reads,
       (select count(*)::int from audit_entries where action = 'review.document.viewed'
         and details::jsonb ->> 'documentId' = $1::text) as openings`,
    [documentId],
  );
  return rows[0];
}

const NOTHING = { reads: 0, openings: 0 };
const OPENED = { reads: 1, openings: 1 };

describe('the file of a document', () => {
  test('is sent in full, inline and not cacheable, with its hash as ETag', async () => {
    const document = await keptDocument();
    const { status, headers, bytes } = await got(document);
    expect(status).toBe(200);
    expect(bytes.equals(FILE)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(FILE.length),
      'accept-ranges': 'bytes',
      etag: `"${SHA256}"`,
      'cache-control': 'no-store',
      'content-disposition': `inline; filename="CertificateOfIncorporation-${document.documentId.slice(0, 8)}.pdf"`,
      'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
      ratelimit: expect.any(String),
    });
    expect(headers['content-range']).toBeUndefined();
  });

  const size = FILE.length;
  test.each([
    ['the first bytes', 'bytes=0-99', 0, 99],
    ['one byte', 'bytes=0-0', 0, 0],
    ['the middle', 'bytes=70000-80000', 70_000, 80_000],
    ['from the middle to the end', 'bytes=70000-', 70_000, size - 1],
    ['the last bytes', 'bytes=-100', size - 100, size - 1],
    ['beyond the end', `bytes=100-${size * 2}`, 100, size - 1],
  ])('supports a range: %s', async (_name, range, start, end) => {
    const { status, headers, bytes } = await got(await keptDocument(), { range });
    expect([status, headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${size}`]);
    expect(headers['content-length']).toBe(String(end - start + 1));
    expect(headers.etag).toBe(`"${SHA256}"`);
    expect(bytes.equals(FILE.subarray(start, end + 1))).toBe(true);
  });

  test.each([['bytes=x-y'], ['bytes=9-3'], ['bytes=0-9,20-29'], ['pages=1-2'], ['bytes=']])(
    'is sent in full for an invalid range or several ranges: %s',
    async (range) => {
      const { status, bytes } = await got(await keptDocument(), { range });
      expect([status, bytes.equals(FILE)]).toEqual([200, true]);
    },
  );

  test.each([[`bytes=${FILE.length}-`], ['bytes=-0']])(
    'answers 416 for an unsatisfiable range and records nothing: %s',
    async (range) => {
      const document = await keptDocument();
      const answer = await got(document, { range });
      expect(errorOf(answer)).toBe('416 Request.RangeNotSatisfiable');
      expect(answer.headers['content-range']).toBe(`bytes */${FILE.length}`);
      expect(await recorded(document)).toEqual(NOTHING);
    },
  );

  test('ignores the range if If-Range names another ETag', async () => {
    const document = await keptDocument();
    const range = 'bytes=70000-';
    expect((await got(document, { range, 'if-range': `"${SHA256}"` })).status).toBe(206);
    const other = await got(document, { range, 'if-range': '"another"' });
    expect([other.status, other.bytes.equals(FILE)]).toEqual([200, true]);
  });

  test('is sent and recorded even if it has only one byte', async () => {
    const document = await keptDocument(Buffer.from('x'));
    expect((await got(document)).bytes.toString()).toBe('x');
    // The only byte is sent before the read is recorded.
    await until(async () => (await recorded(document)).reads === 1, 'the read is recorded');
    expect(await recorded(document)).toEqual(OPENED);
  });

  test('can be queried by HEAD, without using the storage or recording a read', async () => {
    const document = await keptDocument();
    const before = kept.asked();
    const arrived = await ask(urlOf(document), ada.headers, 'HEAD').arriving;
    const { bytes } = await arrived.rest();
    expect([arrived.status, arrived.headers['content-length'], bytes.length]).toEqual([200, String(FILE.length), 0]);
    expect(arrived.headers).toMatchObject({
      etag: `"${SHA256}"`,
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
    });
    expect(kept.asked()).toBe(before);
    expect(await recorded(document)).toEqual(NOTHING);
  });
});

describe('access to a file', () => {
  test('requires X-CSRF, because a link on another site would open it in the name of the analyst', async () => {
    const document = await keptDocument();
    const { 'x-csrf': _, ...headers } = ada.headers;
    const arrived = await ask(urlOf(document), headers).arriving;
    const { bytes } = await arrived.rest();
    expect([arrived.status, JSON.parse(bytes.toString()).error.code]).toEqual([403, 'Session.CrossSite']);
    expect(await recorded(document)).toEqual(NOTHING);
  });

  test('does not require a claim, and extends only the claim of the reader', async () => {
    const document = await keptDocument();
    const ben = await signInAnalyst(api, database);
    expect(outcomeOf(await ada.on(document.customerId, 'claim'))).toBe('200');
    const endsAt = async () => {
      const { rows } = await database.owner.query('select claim_ends_at from reviews where customer_id = $1', [
        document.customerId,
      ]);
      return rows[0].claim_ends_at.getTime();
    };
    await database.owner.query(
      `update reviews set claim_ends_at = claim_ends_at - interval '1 hour' where customer_id = $1`,
      [document.customerId],
    );
    const before = await endsAt();
    expect((await got(document, {}, api, ben)).status).toBe(200);
    expect(await endsAt()).toBe(before);
    expect((await got(document)).status).toBe(200);
    expect(await endsAt()).toBeGreaterThan(before);
  });

  test.each(['LinkIssued', 'Uploaded', 'Superseded', 'Expired', 'Rejected', 'Quarantined'])(
    'is refused for a document that is %s, and nothing is recorded',
    async (status) => {
      const customer = await createCustomer(api);
      const document = { ...customer, documentId: await documentIn(api, database, customer, status) };
      const before = kept.asked();
      expect(errorOf(await got(document))).toBe('409 Review.DocumentUnreadable');
      expect(kept.asked()).toBe(before);
      expect(await recorded(document)).toEqual(NOTHING);
    },
  );

  test('is refused if erased, of another business or unknown', async () => {
    const [document, other] = [await keptDocument(), await keptDocument()];
    expect(errorOf(await got({ ...document, documentId: other.documentId }))).toBe('404 Review.SubjectNotFound');
    expect(errorOf(await got({ ...document, customerId: crypto.randomUUID() }))).toBe('404 Customer.NotFound');
    await database.owner.query('update customers set data_key = null where customer_id = $1', [document.customerId]);
    expect(errorOf(await got(document))).toBe('409 Customer.Closed');
    expect([await recorded(document), await recorded(other)]).toEqual([NOTHING, NOTHING]);
  });
});

describe('the record of a read', () => {
  test('has one read and one opening for a full file, invisible to the partner', async () => {
    const document = await keptDocument();
    const before = await tracesOf(database, document);
    await got(document);
    expect(await recorded(document)).toEqual(OPENED);
    const after = await tracesOf(database, document);
    expect([after.version, after.events]).toEqual([before.version, before.events]);
  });

  test.each([
    ['all first bytes count as an opening', `bytes=0-${FIRST_BYTES - 1}`, OPENED],
    ['one byte less is only a read', `bytes=0-${FIRST_BYTES - 2}`, { reads: 1, openings: 0 }],
    ['a range without the first byte is only a read', 'bytes=1-', { reads: 1, openings: 0 }],
  ])('depends on the range: %s', async (_name, range, expected) => {
    const document = await keptDocument();
    expect((await got(document, { range })).status).toBe(206);
    expect(await recorded(document)).toEqual(expected);
  });

  test('permits an approval only if the beginning of the file was sent', async () => {
    const document = await keptDocument();
    const { customerId } = document;
    await setScreened(database, customerId);
    await ada.on(customerId, 'claim');
    const propose = async () => {
      const { evidenceVersion: seenVersion } = (await ada.call('GET', `/packages/${customerId}`)).json()
        .value as PackageRecord;
      return outcomeOf(await ada.on(customerId, 'decisions', { seenVersion, ...proposalOf('Approve') }));
    };
    await ask(urlOf(document), ada.headers, 'HEAD').arriving;
    await got(document, { range: 'bytes=1-' });
    expect(await propose()).toBe('409 Review.DocumentUnopened');
    await got(document);
    expect(await propose()).toBe('200');
  });

  test('is not made if the client disconnects before the first byte, and the storage request is aborted', async () => {
    // Long enough that no timeout ends the wait for the storage.
    const patient = await listening({ files: { perHolder: 1, atOnce: 1, openingMs: 3_600_000 } });
    const document = await keptDocument();
    kept.setFault('stalled');
    const before = kept.asked();
    const { leave } = asking(document, {}, patient);
    await until(async () => kept.asked() > before, 'the storage is asked');
    leave();
    await until(async () => kept.open() === 0, 'the storage is left');
    kept.setFault(undefined);
    // A second request, so that the first has finished whatever it was doing.
    expect((await got(await keptDocument(), {}, patient)).status).toBe(200);
    expect(await recorded(document)).toEqual(NOTHING);
    await patient.close();
  });

  test('has an opening if the client disconnects after the first bytes', async () => {
    const document = await keptDocument();
    const arrived = await asking(document).arriving;
    arrived.response.once('data', arrived.leave);
    await until(async () => (await recorded(document)).reads === 1, 'the read is recorded');
    expect(await recorded(document)).toEqual(OPENED);
    await until(async () => kept.open() === 0, 'the storage is left');
  });

  test('is not made while the storage is unavailable; the response is 503 with Retry-After', async () => {
    const document = await keptDocument();
    kept.setFault('refused');
    const answer = await got(document);
    kept.setFault(undefined);
    expect([errorOf(answer), answer.headers['retry-after']]).toEqual(['503 Service.Unavailable', '2']);
    expect(JSON.parse(answer.bytes.toString()).error.description).toContain('document storage');
    expect(await recorded(document)).toEqual(NOTHING);
  });

  test('is not made if the storage has lost the file or has a different one', async () => {
    const [lost, other] = [await keptDocument(), await keptDocument()];
    kept.put(lost.documentId, undefined);
    kept.put(other.documentId, FILE.subarray(1));
    for (const document of [lost, other]) {
      expect(errorOf(await got(document))).toBe('409 Review.DocumentUnreadable');
      expect(await recorded(document)).toEqual(NOTHING);
    }
  });
});

describe('a file is not sent in full', () => {
  test('if recording the read fails', async () => {
    const failing = await listening({
      beforeStatement(name) {
        if (name === 'staff_reads_insert') throw new Error('injected');
      },
    });
    for (const bytes of [FILE, Buffer.from('%PDF-')]) {
      const document = await keptDocument(bytes);
      const { status, bytes: arrived, isWhole } = await got(document, {}, failing);
      expect([status, isWhole]).toEqual([200, false]);
      expect(arrived.length).toBe(Math.min(FIRST_BYTES, bytes.length - 1));
      expect(await recorded(document)).toEqual(NOTHING);
    }
    await failing.close();
  });

  test('if the session ends after the first bytes', async () => {
    let calls = 0;
    const ending = await listening({
      beforeStatement(name) {
        if (name === 'session_enter' && ++calls === 2) throw new Error('injected');
      },
    });
    const document = await keptDocument();
    expect((await got(document, {}, ending)).isWhole).toBe(false);
    expect(await recorded(document)).toEqual(NOTHING);
    await ending.close();
  });

  test('if the storage stops early: the connection is aborted, so that the client notices', async () => {
    const document = await keptDocument();
    kept.setFault('cut');
    const { isWhole, bytes } = await got(document);
    kept.setFault(undefined);
    expect(isWhole).toBe(false);
    expect(bytes.length).toBeLessThan(FILE.length);
  });
});

describe('concurrent downloads', () => {
  const LIMITS = { perHolder: 2, atOnce: 3, openingMs: 60_000 };

  test('are limited per person (429) and in total (503), and work again when others end', async () => {
    const busy = await listening({ files: LIMITS });
    const [ben, eve] = [await signInAnalyst(busy, database), await signInAnalyst(busy, database)];
    const document = await keptDocument();
    kept.setFault('stalled');
    const before = kept.asked();
    const held = [asking(document, {}, busy), asking(document, {}, busy)];
    await until(async () => kept.asked() === before + 2, 'both are under way');
    const refused = await got(document, {}, busy);
    expect([errorOf(refused), refused.headers['retry-after']]).toEqual(['429 RateLimit.Exceeded', '2']);
    held.push(asking(document, {}, busy, ben));
    await until(async () => kept.asked() === before + 3, 'the third is under way');
    const full = await got(document, {}, busy, eve);
    expect([errorOf(full), full.headers['retry-after']]).toEqual(['503 Service.Unavailable', '2']);
    expect(kept.asked(), 'the storage is not asked').toBe(before + 3);
    expect(await recorded(document)).toEqual(NOTHING);
    kept.setFault(undefined);
    for (const one of held) one.leave();
    await until(async () => kept.open() === 0, 'all have left');
    for (let times = 0; times < 5; times++) expect((await got(document, {}, busy)).status).toBe(200);
    await busy.close();
  });

  test('time out if the storage does not answer, and free their slots', async () => {
    const hasty = await listening({ files: { ...LIMITS, perHolder: 1, openingMs: 50 } });
    const document = await keptDocument();
    kept.setFault('stalled');
    // Neither the slot of the person nor the connection to the storage stays occupied.
    for (let times = 0; times < 3; times++) {
      expect(errorOf(await got(document, {}, hasty))).toBe('503 Service.Unavailable');
    }
    await until(async () => kept.open() === 0, 'the storage is left');
    kept.setFault(undefined);
    await hasty.close();
  });
});
