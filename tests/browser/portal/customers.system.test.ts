// A partner's user finds a customer and reads what a review asks for, and their system responds with the request that the page
// shows.
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { uuidv7 } from '@onboarding/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validPerson } from '../../harness/bodies.ts';
import { storeCustomers } from '../../harness/customers.ts';
import { pdfOf } from '../../harness/files.ts';
import { runBlocks } from '../../harness/page-blocks.ts';
import { until } from '../../harness/patience.ts';
import { getToken } from '../../harness/scenes/asking.ts';
import { expectFewReads } from '../../harness/scenes/page-states.ts';
import { addPartnerSystem, type PartnerSystem } from '../../harness/scenes/partner-system.ts';
import { decided } from '../../harness/scenes/reviewed.ts';
import { openPortal, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import type { Customer } from '../../harness/scenes/updates.ts';

let portal: SiteScene;
let system: PartnerSystem;
let window: SiteWindow;
let asked: Customer;
let plain: Customer;
const STATEMENT = pdfOf('Bank statement of a cheese dairy');

beforeAll(async () => {
  portal = await openPortal({ storage: true });
  system = await addPartnerSystem(portal);
  const { partnerId } = system;
  // Enough for a second page.
  await storeCustomers(portal.database.owner, { partnerIds: [partnerId], count: 60 });
  asked = await system.create({
    companyName: 'Zürcher Käse AG',
    tradingName: 'Alpenglück',
    partnerCustomerId: 'ORDER-4711',
    registrationNumber: 'CHE-123',
    businessPersonList: [validPerson({ firstName: 'Ngozi', lastName: 'Okafor', metadata: { crmId: '4711-1' } })],
    metadata: { crmId: '4711', 'terms.of_payment': 'thirty days net, renewed every year by the account manager' },
  });
  plain = await system.create({
    companyName: 'Plain Trading Ltd',
    partnerCustomerId: 'ORDER-4712',
    registrationNumber: 'RC99',
  });
  const file = { contentType: 'application/pdf', bytes: STATEMENT };
  await system.upload(asked.customerId, { documentCategory: 'BankStatement', ...file });
  await storeRejected(asked.customerId, 'ProofOfBusinessAddress');
  await decided(portal.database, asked, {
    outcome: 'RequestChanges',
    reasons: [
      { code: 'Business.NameMismatch', message: 'The register writes the name differently.' },
      { code: 'Person.DetailsMismatch', uboId: asked.uboIds[0] },
    ],
  });
  window = await portal.enter({ partnerId, role: 'viewer' });
});
afterAll(() => portal?.close());

/** As left by the check of a file larger than 10 MiB. */
async function storeRejected(customerId: string, category: string): Promise<void> {
  await portal.database.owner.query(
    `insert into documents (partner_id, document_id, customer_id, category, content_type, status, refusal, object_key, version_id,
       sha256, size_bytes, created_at, link_expires_at, uploaded_at, confirmed_at)
     select partner_id, $2::uuid, customer_id, $3, 'application/pdf', 'Rejected', 'TooLarge',
       'documents/' || $2::uuid || '.pdf', 'v1', 'hash', 11182044, now(), now(), now(), null
     from customers where customer_id = $1`,
    [customerId, uuidv7(new Date()), category],
  );
}

const heading = () => window.page.getByRole('heading', { level: 1 }).textContent();
const rows = () => window.page.getByRole('region', { name: 'Customers' }).getByRole('row');
const names = async () => (await rows().getByRole('link').allTextContents()).map((text) => text.trim());
const search = () => new URL(window.page.url()).searchParams;
const searchField = () => window.page.getByRole('searchbox', { name: 'Search' });

async function expectNames(expected: string[]): Promise<void> {
  await until(async () => JSON.stringify(await names()) === JSON.stringify(expected), `the list shows ${expected}`);
}

describe('the list', () => {
  test('finds a customer by name, reference or registration number while typing, and going back shows the whole list', async () => {
    await window.open('/customers');
    await rows().nth(25).waitFor();
    expect((await names()).slice(0, 2)).toEqual(['Plain Trading Ltd', 'Zürcher Käse AG']);
    for (const [text, found] of [
      ['kase zur', 'Zürcher Käse AG'],
      ['order-4712', 'Plain Trading Ltd'],
      ['che 123', 'Zürcher Käse AG'],
      [plain.customerId, 'Plain Trading Ltd'],
    ] as const) {
      await searchField().fill(text);
      await expect.poll(() => search().get('q')).toBe(text);
      await expectNames([found]);
    }
    // Text typed during a search is kept, with its spaces.
    await searchField().fill('zurcher ');
    await expect.poll(() => search().get('q')).toBe('zurcher');
    await expectNames(['Zürcher Käse AG']);
    await searchField().press('End');
    await window.page.keyboard.type('kase');
    await expect.poll(() => search().get('q')).toBe('zurcher kase');
    expect(await searchField().inputValue()).toBe('zurcher kase');
    await window.page.goBack();
    await rows().nth(25).waitFor();
    await expect.poll(async () => [search().get('q'), await searchField().inputValue()]).toEqual([null, '']);
  });

  test('filters by status, with counts, and by country; a deep link restores everything', async () => {
    await window.page.getByRole('link', { name: /^Changes requested \d+$/ }).click();
    await until(async () => search().get('status') === 'ChangesRequested', 'the status is in the URL');
    await searchField().fill('zurcher');
    await expectNames(['Zürcher Käse AG']);
    await window.page.getByRole('combobox', { name: 'Country' }).fill('nige');
    await window.page.getByRole('option', { name: 'Nigeria', exact: true }).click();
    await until(async () => search().get('country') === 'NGA', 'the country is in the URL');
    expect(await window.look('customers')).toEqual([]);
    const link = window.page.url();
    const other = await portal.enter({ partnerId: system.partnerId, role: 'developer' });
    await other.page.goto(link);
    await other.page.getByRole('link', { name: 'Zürcher Käse AG' }).waitFor();
    await expect.poll(() => other.page.getByRole('combobox', { name: 'Country' }).inputValue()).toBe('Nigeria');
    await expect.poll(() => other.page.getByRole('searchbox').inputValue()).toBe('zurcher');
    await expect
      .poll(() => other.page.getByRole('link', { name: /^Changes requested/ }).getAttribute('aria-current'))
      .toBe('page');
    await other.context.close();
  });

  test('filters by several statuses and by the date of the last change', async () => {
    await expectFewReads('portal', window, '/customers?status=ChangesRequested&q=order');
    await window.page.getByRole('combobox', { name: 'Statuses' }).click();
    await window.page.getByRole('option', { name: 'Waiting for review' }).click();
    await expect.poll(() => search().getAll('status').toSorted()).toEqual(['ChangesRequested', 'PendingVerification']);
    await expectNames(['Plain Trading Ltd', 'Zürcher Käse AG']);
    await window.page.keyboard.press('Escape');
    expect(await window.look('customers-statuses')).toEqual([]);
    await window.page.getByLabel('Updated from').fill('9998-01-01');
    await window.page.getByRole('heading', { name: 'No customers match these filters' }).waitFor();
    await window.page.getByLabel('Updated from').fill('');
    await window.page.getByLabel('Updated until').fill('9998-01-01');
    await expect.poll(() => search().get('updatedTo')).toBe('9998-01-01');
    await until(async () => (await names()).length === 2, 'both are shown');
  });

  test('has pages, and offers to clear the filters when nothing matches', async () => {
    await window.open('/customers?q=stored');
    await rows().nth(25).waitFor();
    const first = await names();
    await window.page.getByRole('link', { name: 'Next page' }).click();
    await until(async () => (await names())[0] !== first[0], 'the second page is shown');
    expect((await names()).filter((name) => first.includes(name))).toEqual([]);
    await window.page.goBack();
    await expectNames(first);
    await window.open('/customers?q=nobody-has-this');
    await window.page.getByRole('heading', { name: 'No customers match these filters' }).waitFor();
    expect(await window.look('customers-no-match')).toEqual([]);
    await window.page.getByRole('button', { name: 'Clear the filters' }).click();
    await rows().nth(25).waitFor();
    await window.open('/customers?cursor=AAAA&status=Lost&country=x&from=yesterday&to=2026-02-30&type=%00&tab=1');
    await window.page.getByRole('button', { name: 'Go to the first page' }).click();
    await rows().nth(25).waitFor();
  });
});

describe('one customer', () => {
  test("opens from the list with the review's requests, and has tabs for people, documents and timeline", async () => {
    await window.open('/customers?q=alpengluck');
    await window.page.getByRole('link', { name: 'Zürcher Käse AG' }).click();
    await window.page.getByRole('heading', { level: 1, name: 'Zürcher Käse AG' }).waitFor();
    await window.page.getByText('The register writes the name differently.').waitFor();
    const business = await window.page.getByRole('region', { name: 'Profile' }).textContent();
    expect(business).toContain('crmId: 4711terms.of_payment: thirty days net');
    expect(await window.look('customer')).toEqual([]);
    await window.page.getByRole('tab', { name: 'People (1)' }).click();
    await window.page.getByRole('heading', { name: 'Ngozi Okafor' }).waitFor();
    const people = await window.page.getByRole('tabpanel').textContent();
    expect(people).toMatch(/\*{4}\d{4}/);
    expect(people).toContain('crmId: 4711-1');
    expect(people).not.toContain(asked.body.businessPersonList[0]?.identities[0]?.identityValue);
    expect(await window.look('customer-people')).toEqual([]);
    await window.page.getByRole('tab', { name: 'Documents (2)' }).click();
    await window.page
      .getByText('The file is larger than 10 MiB, or an image of more than 60 megapixels.', { exact: false })
      .waitFor();
    const save = window.page.getByRole('button', { name: 'Save the file: Bank statement' });
    await expect.poll(() => save.isDisabled(), { message: 'a viewer cannot save files' }).toBe(true);
    await window.page.getByText('Ask an admin.', { exact: false }).waitFor();
    expect(await window.look('customer-documents')).toEqual([]);
    await window.page.getByRole('tab', { name: 'Timeline' }).click();
    await window.page.getByText('business.profile.created').waitFor();
    await window.page.getByText('No delivery').first().waitFor();
    expect(await window.look('customer-timeline')).toEqual([]);
    expect(search().get('tab')).toBe('timeline');
    await window.page.goBack();
    await window.page.getByText('Ask an admin.', { exact: false }).waitFor();
  });

  test('an admin saves a document, and the timeline shows it', async () => {
    const admin = await portal.enter({ partnerId: system.partnerId });
    await admin.open(`/customers/${asked.customerId}?tab=documents`);
    const downloading = admin.page.waitForEvent('download');
    await admin.page.getByRole('button', { name: 'Save the file: Bank statement' }).click();
    const saved = await downloading;
    expect(saved.suggestedFilename()).toMatch(/\.pdf$/);
    expect(await readFile(await saved.path())).toEqual(STATEMENT);
    await admin.page.getByRole('tab', { name: 'Timeline' }).click();
    await admin.page.getByText('Document viewed').waitFor();
    const who = admin.page.getByRole('main').getByRole('link', { name: 'Ada Lind' });
    await expect.poll(() => who.getAttribute('href')).toBe(`/portal/team/${admin.person.accountId}`);
    expect(admin.complaints).toEqual([]);
    await admin.context.close();
  });

  test('the copied curl command works once its placeholders are filled in, and the review continues', async () => {
    await window.open(`/customers/${asked.customerId}`);
    await window.page.getByRole('heading', { name: 'Changes requested' }).waitFor();
    const shown = await window.page.getByRole('region', { name: 'the update request' }).textContent();
    const [head = '', body = ''] = (shown ?? '').split('\n\n');
    expect(head.split('\n').map((line) => line.split(/[ :]/)[0])).toEqual([
      'PATCH',
      'Authorization',
      'Content-Type',
      'If-Match',
    ]);
    await window.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await window.page.getByRole('button', { name: 'Copy for curl: the curl command' }).click();
    await window.page.getByRole('button', { name: 'Copied: the curl command' }).waitFor();
    const copied = await window.page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied, 'it is the same request').toContain(body);
    const filled = copied.replace(/"<company name, now: Zürcher Käse AG>"/, '"Zürcher Käse & Wein AG"');
    expect(filled.replace("<<'END'", '')).not.toContain('<');
    const identity = { ...portal.identity, issuer: portal.issuer, output: () => '' };
    const token = await getToken(identity, system.machine);
    const answer = await runBlocks(tmpdir(), [`API=${portal.origin}`, `TOKEN=${token}`, filled]);
    expect(JSON.parse(answer)).toMatchObject({ value: { verificationStatus: 'PendingVerification' } });
    await window.open(`/customers/${asked.customerId}`);
    await until(async () => (await heading()) === 'Zürcher Käse & Wein AG', 'the new name is shown');
    await expect.poll(() => window.page.getByText('Fix everything in one request').count()).toBe(0);
  });

  test('shows why it was rejected, that it is closed, and whom to ask', async () => {
    const rejected = await system.create({
      companyName: 'Closed Trading Ltd',
      businessTypeCode: 'PrivateLimitedCompany',
    });
    const reasons = [{ code: 'Business.NameMismatch', message: 'No register knows this name.' }];
    await decided(portal.database, rejected, { outcome: 'Reject', reasons });
    await window.open(`/customers/${rejected.customerId}`);
    await window.page.getByText('No register knows this name.').waitFor();
    await window.page.getByText('ask your contact at our company to reopen it').waitFor();
    await window.page.getByText('Private limited company').waitFor();
    expect(await window.look('customer-rejected')).toEqual([]);
    await expectFewReads('portal', window, `/customers/${rejected.customerId}?tab=timeline`);
  });

  test('of another partner, or with an unknown id, is not found', async () => {
    const outsider = await portal.enter();
    for (const id of [asked.customerId, crypto.randomUUID(), 'nonsense']) {
      await outsider.open(`/customers/${id}`);
      await outsider.page.getByRole('heading', { name: 'Customer not found' }).waitFor();
    }
    expect(await outsider.look('customer-unknown')).toEqual([]);
    await outsider.open('/customers');
    await outsider.page.getByRole('heading', { name: 'No customers yet' }).waitFor();
    expect(await outsider.look('customers-none')).toEqual([]);
    expect([...window.complaints, ...outsider.complaints]).toEqual([]);
    await outsider.context.close();
  });
});
