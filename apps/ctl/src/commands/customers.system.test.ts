// Erasure as operators run it, against a real S3 server.
import { ListObjectVersionsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { confirmDocument, createCheckLimiter } from '@onboarding/domain/uploads';
import { ScannerUnavailable } from '@onboarding/platform/clamd';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../tests/harness/api.ts';
import { validBody, validIdentity, validPerson } from '../../../../tests/harness/bodies.ts';
import { checkChain } from '../../../../tests/harness/checks/wholeness.ts';
import { ctl } from '../../../../tests/harness/command.ts';
import { runCtl } from '../../../../tests/harness/command-process.ts';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { NO_STORAGE, storageEnvironment } from '../../../../tests/harness/no-storage.ts';
import { link, setDocument } from '../../../../tests/harness/scenes/documents.ts';
import { type Customer, createCustomer, patch, read, tracesOf } from '../../../../tests/harness/scenes/updates.ts';
import { startStorage, type TestStorage } from '../../../../tests/harness/servers/storage.ts';

let storage: TestStorage;
let database: TestDatabase;
let api: TestApi;
let s3: S3Client;
/** With the role of the worker. */
let workerDb: Db;
beforeAll(async () => {
  storage = await startStorage();
  database = await cloneDatabase();
  api = await startTestApi(database, { storage: storage.options });
  workerDb = openTestDb(database.workerUrl, { poolSize: 3 });
  const { endpoint = '', region, accessKey: accessKeyId, secretKey: secretAccessKey } = storage.options;
  s3 = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
});
afterAll(async () => {
  s3.destroy();
  await workerDb.close();
  await api.close();
  await database.close();
  await storage.close();
});

const settings = () => ({ MIGRATION_DATABASE_URL: database.ownerUrl, ...storageEnvironment(storage.options) });
const wordsFor = ({ customerId }: Customer) => [
  'customers',
  'erase',
  api.partner.partnerId,
  customerId,
  '--reason',
  'request 4711',
];
const erase = (customer: Customer, words: string[] = ['--yes'], environment: Record<string, string> = {}) =>
  ctl([...wordsFor(customer), ...words], { ...settings(), ...environment });
const listErased = async () => (await ctl(['customers', 'erased'], settings())).stdout;

/** Object versions of the customer by location: uploads, uploads of older releases, kept, quarantined. */
async function versionsOf({ customerId }: Customer): Promise<number[]> {
  const { bucket, keptBucket, quarantineBucket } = storage.options;
  const places: [string, string][] = [
    [bucket, 'incoming'],
    [bucket, 'documents'],
    [keptBucket, 'documents'],
    [quarantineBucket, 'incoming'],
  ];
  const listed = await Promise.all(
    places.map(([Bucket, first]) =>
      s3.send(new ListObjectVersionsCommand({ Bucket, Prefix: `${first}/${api.partner.partnerId}/${customerId}/` })),
    ),
  );
  return listed.map(({ Versions = [], DeleteMarkers = [] }) => Versions.length + DeleteMarkers.length);
}
const upload = (url: string, body: string) =>
  fetch(url, { method: 'PUT', body, headers: { 'content-type': 'application/pdf' } });
const documentsOf = async ({ customerId }: Customer) =>
  (
    await database.owner.query(
      `select category, status, erased_at, sha256, version_id, size_bytes, next_check_at, link_expires_at from documents
       where customer_id = $1 order by document_id`,
      [customerId],
    )
  ).rows;

/** With a confirmed document (two uploads), its copy, an object of an older release, a quarantined one and an unused link. */
async function customerWithDocuments(): Promise<Customer & { openLink: string }> {
  const identities = [{ ...validIdentity(), issueDate: '2020-02-29', expiryDate: '2096-02-29' }];
  const customer = await createCustomer(api, { businessPersonList: [validPerson({ identities }), validPerson()] });
  const wanted = (documentCategory: string) => ({ documentCategory, contentType: 'application/pdf' });
  const confirmed = await link(api, customer);
  await upload(confirmed.uploadUrl, 'first');
  await upload(confirmed.uploadUrl, 'second');
  await setDocument(database, confirmed.documentId, 'Confirmed');
  for (const Bucket of [storage.options.bucket, storage.options.keptBucket]) {
    const Key = `documents/${api.partner.partnerId}/${customer.customerId}/${confirmed.documentId}/any.pdf`;
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'kept' }));
  }
  const infected = await link(api, customer, wanted('TaxCertificate'));
  await upload(infected.uploadUrl, 'bad');
  const key = decodeURIComponent(new URL(infected.uploadUrl).pathname).replace('/documents/', '');
  await api.context.storage.quarantine(key, (await api.context.storage.find(key))?.versionId ?? '');
  await setDocument(database, infected.documentId, 'Quarantined');
  const { uploadUrl: openLink } = await link(api, customer, wanted('BankStatement'));
  return { ...customer, openLink };
}

let customer: Customer & { openLink: string };
beforeEach(async () => {
  customer = await customerWithDocuments();
});

test('a dry run shows what would be erased and changes nothing', async () => {
  const before = await tracesOf(database, customer);
  const { code, stdout } = await erase(customer, ['--dry-run']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Customer +PendingVerification, version 1$/m);
  expect(stdout).toMatch(/^Identities +2 would be blanked$/m);
  expect(stdout).toMatch(/^Documents +3 .*\(1 Confirmed, 1 LinkIssued, 1 Quarantined\)$/m);
  expect(stdout).toContain('Nothing was changed.');
  expect(await tracesOf(database, customer)).toEqual(before);
  expect(await versionsOf(customer)).toEqual([2, 1, 1, 1]);
});

test('without --yes, requires the customer id to be typed; other input or no terminal changes nothing', async () => {
  const before = await tracesOf(database, customer);
  const words = wordsFor(customer);
  expect(await ctl(words, settings())).toMatchObject({ code: 1, stderr: expect.stringContaining('Add --yes') });
  expect(await ctl(words, settings(), 'yes')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Documents +3 would be erased.*Nothing was changed/s),
  });
  expect(await tracesOf(database, customer)).toEqual(before);
  expect((await ctl(words, settings(), customer.customerId)).stdout).toBe('Erased; 5 object versions removed.\n');
});

describe('an erasure', () => {
  test('removes every object version, including quarantined ones, and keeps those of other customers', async () => {
    const other = await customerWithDocuments();
    const before = await tracesOf(database, other);
    expect((await runCtl([...wordsFor(customer), '--yes'], settings())).stdout).toBe(
      'Erased; 5 object versions removed.\n',
    );
    expect(await versionsOf(customer)).toEqual([0, 0, 0, 0]);
    expect(await versionsOf(other)).toEqual([2, 1, 1, 1]);
    expect(await tracesOf(database, other)).toEqual(before);
  });

  test('deletes the data key and every trace of identity numbers', async () => {
    await erase(customer);
    const { rows } = await database.owner.query('select * from identities where customer_id = $1', [
      customer.customerId,
    ]);
    const nothing = Buffer.alloc(0);
    const blank = { value_cipher: nothing, value_masked: '', value_hash: nothing, issue_date: null, expiry_date: null };
    expect(rows).toMatchObject([blank, blank]);
    const keys = await database.owner.query('select data_key from customers where customer_id = $1', [
      customer.customerId,
    ]);
    expect(keys.rows).toEqual([{ data_key: null }]);
  });

  test('removes the hash, version and size of every document', async () => {
    await erase(customer);
    const documents = await documentsOf(customer);
    expect(documents).toHaveLength(3);
    for (const document of documents) {
      expect(document).toMatchObject({ erased_at: expect.any(Date), sha256: null, version_id: null, size_bytes: null });
    }
  });

  test('adds one version, one event and one audit entry by the operator; the chain still verifies', async () => {
    await erase(customer);
    const { version, events, audit } = await tracesOf(database, customer);
    expect(version).toBe(2);
    expect(events.at(-1)).toMatchObject({
      type: 'business.profile.updated',
      data: {
        version: 2,
        changedFields: expect.arrayContaining(['companyName', 'email', 'addresses', 'businessPersonList', 'documents']),
      },
    });
    expect(audit).toHaveLength(2);
    expect(audit[1]).toMatchObject({
      action: 'business.profile.erased',
      details: { reason: 'request 4711', identities: 2, documents: 3 },
    });
    const { rows } = await database.owner.query(
      'select actor_kind, actor_id from audit_entries where customer_id = $1 order by sequence desc limit 1',
      [customer.customerId],
    );
    expect(rows).toEqual([{ actor_kind: 'Operator', actor_id: 'olga' }]);
    expect(await checkChain(database.owner, customer.customerId)).toBe(2);
    const verified = await ctl(['audit', 'verify', api.partner.partnerId, customer.customerId], settings());
    expect(verified).toMatchObject({ code: 0, stdout: 'Intact: 2 entries.\n' });
  });

  test('leaves a read-only profile with ids, states, types and amounts, marked as erased', async () => {
    const { companyName: _, ...before } = await read(api, customer);
    await erase(customer);
    const record = await read(api, customer);
    const { customerId, partnerCustomerId, businessTypeCode, incorporationCountryIso3Code, industry, financials } =
      before;
    expect(record).toMatchObject({
      ...{ customerId, partnerCustomerId, businessTypeCode, incorporationCountryIso3Code, industry, financials },
      ...{ companyName: 'Erased', tradingName: null, email: '', phoneNumber: null, description: null, website: '' },
      ...{ registrationNumber: '', registrationDate: null, addresses: [], documents: [], canUpdate: false },
      erasedAt: record.updatedAt,
    });
    const { uboId, ownershipType, percentageShare } = before.businessPersonList[0];
    expect(record.businessPersonList).toHaveLength(2);
    expect(record.businessPersonList[0]).toEqual({
      ...{ uboId, ownershipType, percentageShare, verificationStatus: 'NotStarted' },
      ...{ firstName: 'Erased', lastName: 'Erased', birthDate: null, taxResidenceCountry: null, nationality: '' },
      ...{ email: '', phone: null, metadata: {} },
      address: { streetLine1: '', streetLine2: null, city: '', state: '', postalCode: '', countryCode: '' },
      identities: [
        expect.objectContaining({
          ...{ identityTypeCode: 'NATIOANL_ID', issuingCountry: '', identityValueMasked: '' },
          ...{ issueDate: null, expiryDate: null, documentUploadId: null },
        }),
      ],
    });
    const listed = (await api.call('GET', '/partner/v1/business-profiles')).json().value.items;
    expect(listed.find((one: { customerId: string }) => one.customerId === customerId)).toMatchObject({
      companyName: 'Erased',
      erasedAt: record.erasedAt,
    });
    const status = (await api.call('GET', `${customer.path}/verification-status`)).json().value;
    expect(status).toMatchObject({ documents: [], canUpdate: false });
    const closed = { error: { code: 'Customer.Closed', message: expect.stringContaining('erased') } };
    expect((await patch(api, customer, { tradingName: 'New' })).json()).toMatchObject(closed);
    const body = { documentCategory: 'Other', contentType: 'application/pdf' };
    expect((await api.call('POST', `${customer.path}/documents/upload-link`, { body })).json()).toMatchObject(closed);
  });

  test('deletes stored Idempotency-Key responses; repeating a request changes nothing and returns no value', async () => {
    const headers = { 'idempotency-key': `create ${crypto.randomUUID()}` };
    const { partnerCustomerId } = customer.body;
    const body = validBody({ partnerCustomerId: `${partnerCustomerId}-2` });
    const created = await api.call('POST', '/partner/v1/business-profiles', { body, headers });
    const { customerId } = created.json().value;
    const own = { ...customer, customerId, path: `/partner/v1/business-profiles/${customerId}` };
    const changed = { body: { tradingName: 'Changed' }, headers };
    expect((await api.call('PATCH', own.path, changed)).statusCode).toBe(200);
    // As stored by an earlier release.
    const wanted = { documentCategory: 'Other', contentType: 'application/pdf' };
    await api.call('POST', `${own.path}/documents/upload-link`, { body: wanted, headers });
    await database.owner.query(`update idempotency_keys set customer_id = null where route like '%upload-link'`);
    const kept = () =>
      database.owner.query('select route, customer_id from idempotency_keys where partner_id = $1 order by route', [
        api.partner.partnerId,
      ]);
    expect((await kept()).rows.map((row) => row.customer_id)).toEqual([customerId, null, customerId].toSorted());
    await erase(own);
    expect((await kept()).rows).toEqual([]);
    const again = await api.call('POST', '/partner/v1/business-profiles', { body, headers });
    expect(again.json().error).toMatchObject({ code: 'Customer.PartnerCustomerIdConflict' });
    expect(again.body).toContain(customerId);
    expect((await api.call('PATCH', own.path, changed)).json().error.code).toBe('Customer.Closed');
    expect((await tracesOf(database, own)).version).toBe(3);
  });

  test('by an older release that kept names and addresses is listed as incomplete until run again', async () => {
    const line = `${api.partner.partnerId} ${customer.customerId}`;
    await database.owner.query('update customers set data_key = null where customer_id = $1', [customer.customerId]);
    expect(await listErased()).toContain(`${line} incomplete\n`);
    expect((await erase(customer)).stdout).toContain('Erased;');
    const { erasedAt, companyName } = await read(api, customer);
    expect(companyName).toBe('Erased');
    const stdout = await listErased();
    expect(stdout).toContain(`${line} ${erasedAt}\n`);
    const times = stdout
      .trim()
      .split('\n')
      .map((one) => one.split(' ')[2]);
    expect(times).toEqual(times.toSorted());
  });

  test('schedules another check only for upload links that are still valid', async () => {
    await erase(customer);
    const due = (await documentsOf(customer)).map((one) => one.next_check_at > one.link_expires_at);
    expect(due).toEqual([true, true, true]);
    await database.owner.query(`update documents set created_at = now() - interval '25 hours' where customer_id = $1`, [
      customer.customerId,
    ]);
    await erase(customer);
    expect((await documentsOf(customer)).map((one) => one.next_check_at)).toEqual([null, null, null]);
  });
});

test('an erasure interrupted before the objects are removed says so, leaves them due for the worker, and a second run finishes it', async () => {
  const cut = await erase(customer, ['--yes'], storageEnvironment(NO_STORAGE));
  expect(cut).toMatchObject({ code: 3, stderr: expect.stringContaining('Run this again') });
  const erasedAt = (await documentsOf(customer)).map((one) => one.erased_at);
  expect((await documentsOf(customer)).map((one) => one.next_check_at)).toEqual(erasedAt);
  expect(await versionsOf(customer)).toEqual([2, 1, 1, 1]);
  expect((await read(api, customer)).documents).toEqual([]);

  expect((await erase(customer)).stdout).toBe('It had already been erased; 5 object versions removed now.\n');
  expect(await versionsOf(customer)).toEqual([0, 0, 0, 0]);
  expect(await checkChain(database.owner, customer.customerId)).toBe(2);
  expect((await tracesOf(database, customer)).version).toBe(2);
});

describe('the worker', () => {
  const scanner = { scan: () => Promise.reject(new ScannerUnavailable('nobody asks')) };
  const look = async () => {
    const { rows } = await database.owner.query('select document_id from documents where customer_id = $1', [
      customer.customerId,
    ]);
    const { partnerId } = api.partner;
    return Promise.all(
      rows.map(({ document_id: documentId }) =>
        confirmDocument(
          { ...api.context, db: workerDb, scanner, inspector: api.inspector, limiter: createCheckLimiter() },
          { partnerId, documentId },
        ),
      ),
    );
  };

  test('finishes an erasure that was interrupted', async () => {
    await erase(customer, ['--yes'], storageEnvironment(NO_STORAGE));
    expect(await look()).toEqual([{ outcome: 'Cleared' }, { outcome: 'Cleared' }, { outcome: 'Cleared' }]);
    expect(await versionsOf(customer)).toEqual([0, 0, 0, 0]);
  });

  test('removes files uploaded later through an old link, and records nothing about them', async () => {
    await erase(customer);
    expect((await upload(customer.openLink, 'late')).status).toBe(200);
    await look();
    expect(await versionsOf(customer)).toEqual([0, 0, 0, 0]);
    expect((await documentsOf(customer)).map((one) => one.version_id)).toEqual([null, null, null]);
    expect((await tracesOf(database, customer)).version).toBe(2);
  });
});

test('three concurrent runs erase once', async () => {
  const outcomes = await Promise.all(Array.from({ length: 3 }, () => erase(customer)));
  expect(outcomes.map(({ code }) => code)).toEqual(outcomes.map(() => 0));
  expect(outcomes.filter(({ stdout }) => stdout.startsWith('Erased;'))).toHaveLength(1);
  expect(await checkChain(database.owner, customer.customerId)).toBe(2);
});

describe('erase explains why it is rejected, and changes nothing,', () => {
  const id = crypto.randomUUID();
  test.each<[string, () => string[], number, string]>([
    ['without a reason', () => [id, id], 2, "required option '--reason"],
    ['with an empty reason', () => [id, id, '--reason', ' '], 2, 'The reason must have 1 to 200 characters'],
    ['with an invalid id', () => [id, 'acme', '--reason', 'x'], 2, 'The customer id must be a UUID, not "acme"'],
    ['for an unknown partner', () => [id, id, '--reason', 'x'], 1, 'There is no partner'],
    ['for an unknown customer', () => [api.partner.partnerId, id, '--reason', 'x'], 1, 'no such customer'],
  ])('%s', async (_, words, code, said) => {
    expect(await ctl(['customers', 'erase', ...words(), '--yes'], settings())).toMatchObject({
      code,
      stderr: expect.stringContaining(said),
    });
  });

  test('for a role that does not own the tables, such as that of the worker', async () => {
    const { code } = await erase(customer, ['--yes'], { MIGRATION_DATABASE_URL: database.workerUrl });
    expect(code).toBe(1);
    expect((await tracesOf(database, customer)).version).toBe(1);
  });
});
