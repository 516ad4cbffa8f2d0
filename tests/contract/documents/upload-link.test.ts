// Upload links: valid requests, the response, and what a new link does not change.
import { DOCUMENT_CATEGORIES, PERSON_DOCUMENT_CATEGORIES, uploadLinkAnswerSchema } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validPerson } from '../../harness/bodies.ts';
import { ACCEPTED, messagesOf, outcomeOf, refusedWith, warningsOf } from '../../harness/cases/create-answers.ts';
import { withinWindow } from '../../harness/checks/window.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { insist } from '../../harness/insist.ts';
import { NO_STORAGE } from '../../harness/no-storage.ts';
import { until } from '../../harness/patience.ts';
import { askForLink, CERTIFICATE, link, setDocument } from '../../harness/scenes/documents.ts';
import { type Customer, createCustomer, patch, put, setStatus, tracesOf } from '../../harness/scenes/updates.ts';

const CONTROL = 'ValidationControl.Error';
/** Fixed, at 750 ms of a second. */
const NOW = new Date(Math.floor(Date.now() / 1000) * 1000 + 750);
let database: TestDatabase;
let api: TestApi;
let customer: Customer;
let uboId: string;
let otherId: string;

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { clock: { now: () => NOW } });
  customer = await createCustomer(api, { businessPersonList: [validPerson(), validPerson()] });
  [uboId = '', otherId = ''] = customer.uboIds;
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const ask = (body: unknown, of = customer) => askForLink(api, of, body);
const outcome = async (body: unknown) => outcomeOf(await ask(body));
const identity = (changes: Record<string, unknown> = {}) => ({
  documentCategory: 'IdentityFront',
  contentType: 'image/jpeg',
  uboId,
  ...changes,
});

async function documentRows(of: Customer) {
  const { rows } = await database.owner.query('select * from documents where customer_id = $1 order by document_id', [
    of.customerId,
  ]);
  return rows;
}

describe('the response with an upload link', () => {
  test('contains all that an upload needs, and nothing else', { tags: ['S-209', 'S-231'] }, async () => {
    const answer = await ask(identity());
    expect(answer.statusCode).toBe(200);
    const { value, warnings } = answer.json();
    expect(uploadLinkAnswerSchema.strict().parse(value)).toEqual(value);
    expect(value).toMatchObject({
      documentUploadId: value.documentId,
      method: 'PUT',
      headers: { 'Content-Type': 'image/jpeg' },
      expiresAt: new Date(NOW.getTime() - 750 + 30 * 60_000).toISOString(),
      maxSizeBytes: 10 * 1024 * 1024,
      documentCategory: 'IdentityFront',
      fileName: 'IdentityFront.jpg',
      uboId,
      storageErrors: {
        SignatureDoesNotMatch: expect.stringContaining('Content-Type'),
        InvalidArgument: expect.stringContaining('Authorization header'),
        AccessDenied: expect.any(String),
      },
    });
    expect(warnings).toBeUndefined();
  });

  test('has a URL for its own object, valid for 30 minutes, signed with type and host but no checksum', {
    tags: ['S-209', 'S-235', 'S-236', 'S-357'],
  }, async () => {
    const { uploadUrl, documentId } = await link(api, customer, identity());
    const { origin, pathname, searchParams } = new URL(uploadUrl);
    const { partnerId } = api.partner;
    const key = `incoming/${partnerId}/${customer.customerId}/${documentId}/IdentityFront.jpg`;
    expect(origin + pathname).toBe(`${NO_STORAGE.endpoint}/${NO_STORAGE.bucket}/${key}`);
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host');
    expect(searchParams.get('X-Amz-Expires')).toBe('1800');
    const signedAt = NOW.toISOString().replaceAll(/[-:]|\.\d+/g, '');
    expect(searchParams.get('X-Amz-Date')).toBe(signedAt);
    expect(uploadUrl).not.toMatch(/checksum/i);
    expect(uploadUrl).not.toContain(NO_STORAGE.secretKey);
    expect((await documentRows(customer)).at(-1)).toMatchObject({ document_id: documentId, object_key: key });
  });

  test.each([
    ['BankStatement', 'application/pdf', 'BankStatement.pdf'],
    ['BankStatement', 'image/jpeg', 'BankStatement.jpg'],
    ['Other', 'image/png', 'Other.png'],
  ])(
    'names the file after its category and type: %s as %s is %s',
    { tags: ['S-235'] },
    async (documentCategory, contentType, fileName) => {
      const answer = await ask({ documentCategory, contentType });
      const { value } = answer.json();
      expect(value.fileName).toBe(fileName);
      expect(new URL(value.uploadUrl).pathname.split('/').at(-1)).toBe(fileName);
    },
  );

  test('belongs to a document with the status LinkIssued', async () => {
    const own = await createCustomer(api);
    const { documentId, expiresAt } = await link(api, own);
    expect(await documentRows(own)).toEqual([
      expect.objectContaining({
        document_id: documentId,
        status: 'LinkIssued',
        category: 'CertificateOfIncorporation',
        content_type: 'application/pdf',
        ubo_id: null,
        created_at: NOW,
        link_expires_at: new Date(expiresAt),
        next_check_at: new Date(NOW.getTime() + 60_000),
      }),
    ]);
  });
});

describe('the body of a link request', () => {
  test('may name every category in any case; the response has its exact name', { tags: ['S-231'] }, async () => {
    for (const name of DOCUMENT_CATEGORIES) {
      const answer = await ask({ documentCategory: ` ${name.toUpperCase()}`, contentType: 'image/png', uboId });
      expect([name, answer.statusCode, answer.json().value?.documentCategory]).toEqual([name, 200, name]);
    }
  });

  test.each(PERSON_DOCUMENT_CATEGORIES)(
    'requires a uboId for %s, but not for the category Other',
    { tags: ['S-231'] },
    async (name) => {
      const bare = { documentCategory: name.toLowerCase(), contentType: 'image/png' };
      expect(await outcome(bare)).toEqual(refusedWith(['/uboId', CONTROL]));
      expect(await outcome({ ...bare, uboId: null })).toEqual(refusedWith(['/uboId', CONTROL]));
      expect(await outcome({ ...bare, uboId })).toEqual(ACCEPTED);
      expect(await outcome({ ...bare, documentCategory: 'Other' })).toEqual(ACCEPTED);
    },
  );

  test('must refer to a person of this customer', async () => {
    const elsewhere = await createCustomer(api);
    for (const id of [crypto.randomUUID(), elsewhere.uboIds[0]]) {
      expect(await outcome(identity({ uboId: id }))).toEqual(refusedWith(['/uboId', CONTROL]));
      // Even if no uboId is required.
      expect(await outcome({ ...CERTIFICATE, uboId: id })).toEqual(refusedWith(['/uboId', CONTROL]));
    }
    const upper = await ask(identity({ uboId: uboId.toUpperCase() }));
    expect([upper.statusCode, upper.json().value.uboId]).toEqual([200, uboId]);
  });

  test('may use ownershipDetailId instead of uboId, with a warning, but not for different people', {
    tags: ['S-232', 'S-328', 'S-377'],
  }, async () => {
    const { uboId: _, ...unnamed } = identity();
    const old = await ask({ ...unnamed, ownershipDetailId: uboId });
    expect([old.statusCode, old.json().value.uboId]).toEqual([200, uboId]);
    expect(warningsOf(old)).toEqual([['/ownershipDetailId', 'Field.Deprecated']]);
    expect(old.json().warnings[0].message).toContain('Send uboId instead');
    const both = await ask(identity({ ownershipDetailId: uboId.toUpperCase() }));
    expect([both.statusCode, warningsOf(both)]).toEqual([200, [['/ownershipDetailId', 'Field.Deprecated']]]);
    expect(await outcome(identity({ ownershipDetailId: otherId }))).toEqual(refusedWith(['/uboId', CONTROL]));
    expect(await outcome({ ...unnamed, ownershipDetailId: crypto.randomUUID() })).toEqual(
      refusedWith(['/ownershipDetailId', CONTROL]),
    );
    // Null counts as omitted.
    expect(warningsOf(await ask(identity({ ownershipDetailId: null })))).toEqual([]);
  });

  test.each(['passport.exe', '', '../../etc/passwd', 'x'.repeat(300), 7, ['a'], { a: { b: 1 } }])(
    'may contain fileName %j, which is ignored with a warning',
    { tags: ['S-234', 'S-378'] },
    async (fileName) => {
      const answer = await ask({ ...CERTIFICATE, fileName });
      expect([answer.statusCode, answer.json().value.fileName]).toEqual([200, 'CertificateOfIncorporation.pdf']);
      expect(warningsOf(answer)).toEqual([['/fileName', 'Field.Deprecated']]);
    },
  );

  test.each([
    'application/PDF',
    'image/jpg',
    'text/html',
    'image/svg+xml',
    'application/pdf; charset=utf-8',
    '',
    7,
    null,
  ])('is rejected with contentType %j', async (contentType) => {
    expect(await outcome({ ...CERTIFICATE, contentType })).toEqual(refusedWith(['/contentType', CONTROL]));
  });

  test('is rejected with all problems at once, in the order of the fields, each with advice', {
    tags: ['S-231'],
  }, async () => {
    const answer = await ask({
      documentCategory: 'Diploma',
      contentType: 'text/html',
      uboId: 'x',
      ownershipDetailId: 7,
    });
    expect(outcomeOf(answer)).toEqual(
      refusedWith(
        ['/documentCategory', CONTROL],
        ['/contentType', CONTROL],
        ['/uboId', CONTROL],
        ['/ownershipDetailId', CONTROL],
      ),
    );
    expect(messagesOf(answer).slice(0, 3)).toEqual([
      expect.stringContaining('must be one of CertificateOfIncorporation,'),
      expect.stringContaining('must be one of application/pdf,'),
      'uboId must be a UUID.',
    ]);
    // A rule about two fields is checked even if a third is invalid.
    expect(await outcome({ documentCategory: 'selfie', contentType: 'x' })).toEqual(
      refusedWith(['/contentType', CONTROL], ['/uboId', CONTROL]),
    );
  });

  test.each([[[]], [7], ['text'], [null], [true]])('is rejected when it is %j', async (body) => {
    const answer = await ask(body);
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, CONTROL]);
  });

  test('may contain an unknown field, which is ignored with a warning', async () => {
    expect(warningsOf(await ask({ ...CERTIFICATE, size: 7 }))).toEqual([['/size', 'Field.Unknown']]);
  });
});

describe('a newer link', () => {
  const statuses = async (of: Customer) =>
    (await documentRows(of)).map(({ status, category, ubo_id: person }) => [category, person, status]);

  test('supersedes only unused links of the same category and person', async () => {
    const own = await createCustomer(api, { businessPersonList: [validPerson(), validPerson()] });
    const [first, second] = own.uboIds;
    const of = (person: unknown, documentCategory = 'BankStatement') => ({
      ...CERTIFICATE,
      documentCategory,
      uboId: person,
    });
    for (const body of [of(first), of(second), of(null), of(first, 'Other'), of(first), of(null)]) await ask(body, own);
    expect(await statuses(own)).toEqual([
      ['BankStatement', first, 'Superseded'],
      ['BankStatement', second, 'LinkIssued'],
      ['BankStatement', null, 'Superseded'],
      ['Other', first, 'LinkIssued'],
      ['BankStatement', first, 'LinkIssued'],
      ['BankStatement', null, 'LinkIssued'],
    ]);
    // Due at once, to check whether its file had already arrived.
    expect((await documentRows(own))[0]).toMatchObject({ superseded_at: NOW, next_check_at: NOW });
  });

  test.each(['Uploaded', 'Confirmed', 'Rejected', 'Quarantined', 'Expired'])(
    'does not supersede a document that is %s',
    { tags: ['S-240'] },
    async (status) => {
      const own = await createCustomer(api);
      await setDocument(database, (await link(api, own)).documentId, status);
      await link(api, own);
      expect((await documentRows(own)).map((row) => row.status)).toEqual([status, 'LinkIssued']);
    },
  );

  test('supersedes the others if twenty are requested at once', async () => {
    const own = await createCustomer(api);
    const { owner } = database;
    // The lock makes the requests wait, so that they then run concurrently.
    await owner.query('begin');
    await owner.query('lock table documents in exclusive mode');
    const asked = Promise.all(Array.from({ length: 20 }, () => insist(() => ask(CERTIFICATE, own))));
    try {
      await until(async () => {
        const { rows } = await owner.query(`select count(distinct l.pid)::int as waiting from pg_locks l
        join pg_database d on d.oid = l.database where not l.granted and d.datname = current_database()`);
        return rows[0].waiting >= 5;
      }, 'many wait');
    } finally {
      await owner.query('rollback');
    }
    const answers = await asked;
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 200));
    const rows = await documentRows(own);
    expect(rows.filter((row) => row.status === 'LinkIssued')).toHaveLength(1);
    expect(rows.filter((row) => row.status === 'Superseded')).toHaveLength(19);
    expect(new Set(rows.map((row) => row.object_key)).size).toBe(20);
  });
});

describe('a repeated Idempotency-Key', () => {
  test('returns the same link and creates no second document', async () => {
    const own = await createCustomer(api);
    const headers = { 'idempotency-key': 'once' };
    const first = await askForLink(api, own, CERTIFICATE, { headers });
    const again = await askForLink(api, own, CERTIFICATE, { headers });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.json()).toEqual(first.json());
    expect(await documentRows(own)).toHaveLength(1);
    const other = await askForLink(api, own, { ...CERTIFICATE, contentType: 'image/png' }, { headers });
    expect([other.statusCode, other.json().error.code]).toEqual([422, 'Idempotency.KeyReused']);
    // Keys are separate per customer.
    const elsewhere = await askForLink(api, await createCustomer(api), CERTIFICATE, { headers });
    expect(elsewhere.headers['idempotent-replayed']).toBeUndefined();
  });
});

test('a request that fails at its last step creates no document and does not supersede the older link', async () => {
  const own = await createCustomer(api);
  await link(api, own);
  const failing = await startTestApi(database, {
    beforeStatement: (name) => {
      if (name === 'idempotency_store') throw new Error('injected');
    },
  });
  try {
    const headers = { 'idempotency-key': 'fails' };
    const token = await failing.issuer.token(api.partner);
    const answer = await askForLink(failing, own, CERTIFICATE, { headers, token });
    expect(answer.statusCode).toBe(500);
    expect((await documentRows(own)).map((row) => row.status)).toEqual(['LinkIssued']);
    // The key can still be used.
    expect((await askForLink(api, own, CERTIFICATE, { headers })).statusCode).toBe(200);
  } finally {
    await failing.close();
  }
});

describe('the customer of an upload link', () => {
  test('is unchanged: no new version, event or audit entry, and the same ETag', async () => {
    const own = await createCustomer(api);
    const before = await tracesOf(database, own);
    const tags = async () =>
      Promise.all(
        ['', '/verification-status'].map(async (part) => (await api.call('GET', own.path + part)).headers.etag),
      );
    const tagsBefore = await tags();
    await link(api, own);
    expect(await tracesOf(database, own)).toEqual(before);
    expect(await tags()).toEqual(tagsBefore);
  });

  test.each(['PendingVerification', 'StartedNotCompleted', 'ChangesRequested', 'Approved', 'NotStarted'])(
    'may be %s',
    async (status) => {
      const own = await createCustomer(api);
      await setStatus(database, own, status);
      expect((await ask(CERTIFICATE, own)).statusCode).toBe(200);
    },
  );

  test('is refused with 409 Customer.Closed if Rejected or erased, regardless of the body', async () => {
    const rejected = await createCustomer(api);
    await setStatus(database, rejected, 'Rejected');
    const erased = await createCustomer(api);
    await database.owner.query('update customers set data_key = null where customer_id = $1', [erased.customerId]);
    for (const own of [rejected, erased]) {
      for (const body of [CERTIFICATE, {}]) {
        const answer = await ask(body, own);
        expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'Customer.Closed']);
      }
      expect(await documentRows(own)).toEqual([]);
    }
    expect((await ask(CERTIFICATE, erased)).json().error.message).toContain('erased');
    // Updates get the same code.
    expect((await patch(api, erased, {})).json().error.code).toBe('Customer.Closed');
    expect((await put(api, rejected)).json().error.code).toBe('Customer.Closed');
  });

  test("is refused with 403 if another partner's, and 404 if unknown, before the body is checked", async () => {
    const token = await api.issuer.token(await database.addPartner());
    const foreign = await askForLink(api, customer, {}, { token });
    expect([foreign.statusCode, foreign.json().error.code]).toEqual([403, 'Partner.NotAuthorized']);
    for (const id of [crypto.randomUUID(), 'x', '%00']) {
      const answer = await askForLink(api, { path: `/partner/v1/business-profiles/${id}` }, {});
      expect([id, answer.statusCode, answer.json().error.code]).toEqual([id, 404, 'Customer.NotFound']);
    }
  });
});

test('upload links have their own rate limit, separate from other writes', async () => {
  const limited = await startTestApi(database, { limits: { 'upload-links': 1, writes: 1 } });
  try {
    const own = await createCustomer(limited);
    // Concurrently, so that at least two fall into the same second.
    await withinWindow(
      1_000,
      async () => {},
      async () => {
        const answers = await Promise.all([1, 2, 3].map(() => askForLink(limited, own)));
        const statuses = new Set(answers.map((answer) => answer.statusCode));
        expect(statuses).toEqual(new Set([200, 429]));
        expect(answers[0]?.headers['ratelimit-policy']).toContain('upload-links');
      },
    );
  } finally {
    await limited.close();
  }
});
