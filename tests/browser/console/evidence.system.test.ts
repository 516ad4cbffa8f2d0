// What an analyst compares before a decision: the partner's changes, a number with its document, a hit with its person.
import type { PackageRecord } from '@onboarding/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validIdentity, validPerson } from '../../harness/bodies.ts';
import { until } from '../../harness/patience.ts';
import { whenExamined } from '../../harness/scenes/businesses.ts';
import { addPartnerSystem } from '../../harness/scenes/partner-system.ts';
import { openConsole, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import type { Customer } from '../../harness/scenes/updates.ts';
import type { SignedIn } from '../../harness/session.ts';

const [OLD, NUMBER] = ['70707313131', '70707424242'];

let scene: SiteScene;
let customer: Customer;
let ada: SiteWindow & { person: SignedIn };
/** All responses of the API to the page. */
const answers: string[] = [];

beforeAll(async () => {
  scene = await openConsole();
  const partner = await addPartnerSystem(scene);
  // Both are on the list of the built-in provider; one has the date of birth on the list.
  const sanctia = validPerson({
    firstName: 'Sanctia',
    lastName: 'Listed',
    identities: [{ ...validIdentity(), identityValue: OLD }],
  });
  const doro = validPerson({ firstName: 'Doro', lastName: 'Namesake', birthDate: '1970-01-01' });
  customer = await partner.create({ companyName: 'Kadoma Textiles', businessPersonList: [sanctia, doro] });
  ada = await scene.enter({ role: 'analyst' });
  await examined();
  await requestChanges();
  const answered = await partner.call('PATCH', customer.path, {
    companyName: 'Kadoma Textiles Ltd',
    industry: 'AssetSales',
    businessPersonList: [
      {
        ...sanctia,
        address: { ...sanctia.address, city: 'Ibadan' },
        identities: [{ ...validIdentity(), identityValue: NUMBER, expiryDate: '2039-01-01' }],
      },
      validPerson({ firstName: 'Bisi', lastName: 'Added', percentageShare: 5 }),
    ],
  });
  expect(answered.status).toBe(200);
  await storeDocument();
  await examined();
  ada.page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''));
  });
});
afterAll(() => scene?.close());

const examined = () => whenExamined(scene, customer);

async function asAda<T>(method: string, operation = '', body?: object): Promise<T> {
  const answer = await fetch(`${scene.origin}/api/compliance/v1/packages/${customer.customerId}${operation}`, {
    method,
    headers: { ...ada.person.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return JSON.parse(text).value;
}

async function requestChanges(): Promise<void> {
  await asAda('POST', '/claim');
  const reasons = [{ code: 'Business.NameMismatch' }];
  const { evidenceVersion: seenVersion } = await asAda<PackageRecord>('GET');
  await asAda('POST', '/decisions', { outcome: 'RequestChanges', reasons, seenVersion });
}

/** As left by the check of its file. */
const storeDocument = () =>
  scene.database.owner.query(
    `insert into documents (partner_id, document_id, customer_id, category, content_type, status, object_key, version_id, etag,
       size_bytes, sha256, created_at, uploaded_at, confirmed_at, link_expires_at)
     select partner_id, gen_random_uuid(), customer_id, 'CertificateOfIncorporation', 'application/pdf', 'Confirmed', 'k', 'v1',
       'e1', 5, 'h', now(), now(), now(), now() from customers where customer_id = $1`,
    [customer.customerId],
  );

const facts = () => ada.page.getByRole('region', { name: 'Facts', exact: true });
const work = () => ada.page.getByRole('region', { name: 'Work', exact: true });
const hit = (name: string) => work().getByRole('article', { name });
const press = (key: string) => ada.page.keyboard.press(key);

test("shows the partner's changes since changes were requested as before and after", async () => {
  await ada.open(`/packages/${customer.customerId}`);
  const changes = facts().getByRole('region', { name: 'Changed since the last decision' });
  await changes.getByText(/^Changes were requested on /).waitFor();
  await changes.getByText('BeforeKadoma Textiles', { exact: true }).waitFor();
  await changes.getByText('AfterKadoma Textiles Ltd', { exact: true }).waitFor();
  await changes.getByText('AfterAsset sales', { exact: true }).waitFor();
  await changes.getByText('AfterIbadan', { exact: true }).waitFor();
  await changes.getByText('The number has changed.').waitFor();
  await changes.getByText('Certificate of incorporation').waitFor();
  const asked = changes.getByRole('region', { name: 'What we asked for' });
  await expect.poll(() => asked.textContent()).toMatch(/Answered\s*By: Company name/);
  const words = (await changes.textContent()) ?? '';
  expect(words).toMatch(/Bisi Added\s*Added/);
  expect(words, 'unchanged people are omitted').not.toContain('Doro');
  expect(await ada.look('evidence-changes')).toEqual([]);
});

test('a number is compared by typing it until no tries are left, and is never shown', async () => {
  await press('c');
  await ada.page.getByText(/yours until/).waitFor();
  await press('p');
  const person = facts().getByRole('region', { name: 'Sanctia Listed' });
  const field = person.getByLabel('Number on the document');
  const compare = async (value: string, answer: string) => {
    await field.fill(value);
    await field.press('Enter');
    await person.getByText(answer).waitFor();
  };
  await compare('7070 742-4242', 'Matches');
  await person.getByText(/^4 tries left until/).waitFor();
  for (const left of [3, 2, 1]) {
    await compare(OLD, 'Does not match');
    await person.getByText(new RegExp(`^${left} (tries|try) left until`)).waitFor();
    // Typing again clears the result.
    await field.fill('');
    await expect.poll(() => person.getByRole('status').textContent()).toBe('');
    // What was recorded stays, with whose it is.
    await person.getByText('Does not match: Ada Lind').waitFor();
  }
  await compare('4242', 'Does not match');
  await person.getByText(/^No tries left until/).waitFor();
  await field.scrollIntoViewIfNeeded();
  expect(await ada.look('evidence-number')).toEqual([]);
  await compare(NUMBER, 'You have compared this number 5 times within an hour.');
  await field.fill('');
  expect(await ada.page.content()).not.toContain(NUMBER);
  expect(answers.length).toBeGreaterThan(5);
  expect(answers.join('\n')).not.toMatch(new RegExp(`${NUMBER}|${OLD}`));
});

test('shows each hit beside the person, with matches and differences; an approval needs a finding on each', async () => {
  await work().getByText('2 hits have no finding.').waitFor();
  const doro = hit('Doro Namesake and Doro Namesake');
  const sanctia = hit('Sanctia Listed and Sanctia Listed');
  const rows = async (of: typeof doro) =>
    (await of.locator('tbody').allTextContents()).map((row) => row.replaceAll(/\s+/g, ' ').trim());
  expect(await rows(doro)).toEqual([
    'NameAgreesDoro NamesakeDoro Namesake',
    'BornAgrees1970-01-011970-01-01',
    'CountryDiffersNigeriaGhana',
  ]);
  expect((await rows(sanctia))[1]).toBe('BornUnknown1961-05-17–');
  await doro.getByText('Politically exposed').waitFor();
  expect(await ada.look('evidence-hits')).toEqual([]);
  await doro.getByLabel('Reason (for colleagues, optional)').fill('Her passport says so too.');
  await doro.getByRole('button', { name: 'The same', exact: true }).focus();
  await press('Enter');
  await doro.getByText('Her passport says so too.').waitFor();
  await doro.getByText(/^Ada Lind, /).waitFor();
  await work().getByText('1 confirmed match, 1 to review').waitFor();
  await work().getByText('Doro Namesake is Doro Namesake on the list').waitFor();
  expect(await ada.look('evidence-confirmed-match')).toEqual([]);
  await work().getByText('A hit has no finding.').waitFor();
  await sanctia.getByRole('button', { name: 'Not the same' }).focus();
  await press('Enter');
  await work().getByText('1 confirmed match', { exact: true }).waitFor();
  await work().getByText('A hit has no finding.').waitFor({ state: 'detached' });
  await doro.getByRole('button', { name: 'Change' }).focus();
  await press('Enter');
  await doro.getByRole('button', { name: 'Not the same' }).focus();
  await press('Enter');
  await doro.getByText('Not the same').waitFor();
  expect(await ada.look('evidence-judged')).toEqual([]);
});

test('everyone can be screened again, and the findings are kept', async () => {
  const count = async () => {
    const counted = 'select count(*)::int as n from screenings where customer_id = $1';
    return (await scene.database.owner.query(counted, [customer.customerId])).rows[0].n as number;
  };
  const before = await count();
  await work().getByRole('button', { name: 'Screen again' }).focus();
  await press('Enter');
  // The business and its three people.
  await until(async () => (await count()) === before + 4, 'everyone is screened again');
  await examined();
  await work().getByText('2 hits, all reviewed').waitFor();
  await work().getByRole('button', { name: 'Screen again' }).waitFor();
  const { screenings } = await asAda<PackageRecord>('GET');
  const findings = screenings.flatMap(({ hits }) => (hits ?? []).map(({ finding }) => finding?.finding));
  expect(findings).toEqual(['NotTheSame', 'NotTheSame']);
});

test('an auditor sees all of it but cannot judge anything', async () => {
  const auditor = await scene.enter({ role: 'auditor' });
  await auditor.open(`/packages/${customer.customerId}?tab=people&person=${customer.uboIds[0]}`);
  const { page } = auditor;
  await page.getByText('2 hits, all reviewed').waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: /^(Change|Screen again|Not the same|The same)$/ }).count())
    .toBe(0);
  await expect.poll(() => page.getByLabel('Number on the document').isDisabled()).toBe(true);
  await page.getByText('Your role does not allow this. Ask an analyst or a supervisor.').first().waitFor();
  expect(await auditor.look('evidence-auditor')).toEqual([]);
  expect([...ada.complaints, ...auditor.complaints]).toEqual([]);
});
