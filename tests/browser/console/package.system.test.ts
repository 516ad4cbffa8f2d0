// One business on one screen: an analyst reads it, claims it, judges its people, writes a note and releases it, by keyboard.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validIdentity, validPerson } from '../../harness/bodies.ts';
import { until } from '../../harness/patience.ts';
import { asStaff, decide, storeDocument, whenExamined } from '../../harness/scenes/businesses.ts';
import { addPartnerSystem, type PartnerSystem } from '../../harness/scenes/partner-system.ts';
import { openConsole, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import type { Customer } from '../../harness/scenes/updates.ts';
import type { SignedIn } from '../../harness/session.ts';

let scene: SiteScene;
let acme: PartnerSystem;
let kadoma: Customer;
let fabrics: Customer;
let ada: SiteWindow & { person: SignedIn };
let ben: SiteWindow & { person: SignedIn };
let certificate: string;
let identity: string;

beforeAll(async () => {
  scene = await openConsole();
  acme = await addPartnerSystem(scene, 'Acme Payments');
  const northpay = await addPartnerSystem(scene, 'Northpay');
  const registrationNumber = 'RC104882';
  fabrics = await northpay.create({ companyName: 'Fabrics of Lagos Ltd', registrationNumber });
  kadoma = await acme.create({
    companyName: 'Kadoma Textiles Ltd',
    tradingName: 'Kadoma',
    registrationNumber,
    businessPersonList: [
      validPerson({ firstName: 'Amara', lastName: 'Obi', ownershipType: ['UBO', 'DIRECTOR'], percentageShare: 60 }),
      validPerson({ firstName: 'Tunde', lastName: 'Bello', ownershipType: ['SHAREHOLDER'], percentageShare: 25 }),
      validPerson({
        firstName: 'Ines',
        lastName: 'Duarte',
        ownershipType: ['DIRECTOR'],
        percentageShare: null,
        identities: [
          { ...validIdentity(), identityTypeCode: 'PASSPORT', identityValue: 'A70707123', expiryDate: '2031-05-01' },
        ],
      }),
    ],
  });
  certificate = await storeDocument(scene, kadoma, { category: 'CertificateOfIncorporation' });
  await storeDocument(scene, kadoma, { category: 'ShareholderRegister', refused: true });
  identity = await storeDocument(scene, kadoma, { category: 'IdentityFront', uboId: kadoma.uboIds[0] });
  await whenExamined(scene, kadoma);
  ada = await scene.enter({ role: 'analyst' });
  ben = await scene.enter({ role: 'analyst' });
});
afterAll(() => scene?.close());

const search = () => new URL(ada.page.url()).searchParams;
const column = (name: string) => ada.page.getByRole('region', { name, exact: true });
const press = (key: string) => ada.page.keyboard.press(key);
const person = (name: string) => column('Facts').getByRole('region', { name });
const FOCUSED = `document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''`;
const focused = () => ada.page.evaluate<string>(FOCUSED);
const header = () => ada.page.locator('header').filter({ has: ada.page.getByRole('heading', { level: 1 }) });
const says = (words: string | RegExp) => header().getByText(words).waitFor();

/** How often our staff opened this package. */
async function readsOf({ customerId }: Customer): Promise<number> {
  const { rows } = await scene.database.owner.query(
    `select count(*)::int as reads from staff_reads where customer_id = $1 and kind = 'Package'`,
    [customerId],
  );
  return rows[0].reads;
}

/** Presses p and waits until the page shows the next person: pressed earlier, it would open the same one again. */
async function openNext(name: string): Promise<void> {
  await press('p');
  await until(async () => (await focused()) === `Verdict on ${name}`, `the focus is on the verdicts on ${name}`);
}

describe('by keyboard', () => {
  test('the header shows the business, its partner, its age and that it is unclaimed', async () => {
    await ada.open(`/packages/${kadoma.customerId}`);
    await says(/Acme Payments · ref-.* · waiting \d+ minutes? · unclaimed/);
    await expect.poll(() => ada.page.title()).toBe('Kadoma Textiles Ltd – Business Onboarding');
    await expect.poll(() => header().getByText('Waiting for review').count()).toBe(1);
  });

  test("a flag explains itself and links to the other partner's business", async () => {
    const flag = column('Work').getByRole('group').filter({ hasText: 'Duplicate registration' });
    await flag.locator('summary').focus();
    await press('Enter');
    await flag.getByText('One other business in Nigeria has the same registration number.').waitFor();
    await flag.getByText('of Northpay').waitFor();
    await flag.getByRole('link', { name: 'Fabrics of Lagos Ltd', exact: true }).focus();
    await press('Enter');
    await ada.page.getByRole('heading', { level: 1, name: 'Fabrics of Lagos Ltd' }).waitFor();
    expect(new URL(ada.page.url()).pathname).toBe(`/console/packages/${fabrics.customerId}`);
    await says(/Northpay/);
    await ada.page.goBack();
    await ada.page.getByRole('heading', { level: 1, name: 'Kadoma Textiles Ltd' }).waitFor();
  });

  test('a flag leads to both businesses side by side, which is recorded as a read, and back closes it', async () => {
    // Forgets the package that was open just before, which would not be read again.
    await ada.open(`/packages/${kadoma.customerId}`);
    const flag = column('Work').getByRole('group').filter({ hasText: 'Duplicate registration' });
    await flag.locator('summary').focus();
    await press('Enter');
    const read = ada.page.waitForResponse((answer) => answer.url().endsWith(`/packages/${fabrics.customerId}`));
    const before = await readsOf(fabrics);
    await flag.getByRole('link', { name: 'Compare with Fabrics of Lagos Ltd' }).press('Enter');
    await read;
    const dialog = ada.page.getByRole('dialog', { name: 'Compare Kadoma Textiles Ltd' });
    const row = (name: string) => dialog.getByRole('row').filter({ has: ada.page.getByRole('rowheader', { name }) });
    await expect.poll(() => row('Registration').first().textContent()).toBe('RegistrationRC104882RC104882=Same');
    await expect.poll(() => row('Registered name').textContent()).toContain('Different');
    await expect.poll(() => row('Tunde Bello').textContent()).toBe('Tunde BelloShareholder · 25%––Only one');
    expect(search().get('compare')).toBe(fabrics.customerId);
    expect(await readsOf(fabrics)).toBe(before + 1);
    expect(await ada.look('package-compare')).toEqual([]);
    await dialog.getByRole('switch', { name: 'Hide what differs' }).press('Space');
    await expect.poll(() => dialog.getByText('Different', { exact: true }).count()).toBe(0);
    await ada.page.goBack();
    await dialog.waitFor({ state: 'detached' });
    expect(search().get('compare')).toBeNull();
  });

  test('a link opens the comparison, Escape closes it, and an unknown business is reported', async () => {
    await ada.open(`/packages/${kadoma.customerId}?compare=${fabrics.customerId}`);
    const dialog = ada.page.getByRole('dialog');
    await dialog.getByRole('table', { name: 'Both businesses' }).waitFor();
    const page = await ada.page.content();
    for (const { identities } of kadoma.body.businessPersonList) {
      for (const { identityValue } of identities) expect(page).not.toContain(identityValue);
    }
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await ada.open(`/packages/${kadoma.customerId}?compare=${crypto.randomUUID()}`);
    await dialog.getByRole('alert').waitFor();
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('c claims it, and p focuses the verdict on each person in turn, which blocks or allows an approval', async () => {
    await press('c');
    await says(/yours until/);
    await openNext('Amara Obi');
    expect([search().get('tab'), search().get('person')]).toEqual(['people', kadoma.uboIds[0]]);
    // Space scrolls, and gives no verdict.
    await press('Space');
    await press('Tab');
    await press('Enter');
    await person('Amara Obi').getByText('Approved', { exact: true }).waitFor();
    await person('Amara Obi')
      .getByText(/Approved by Ada Lind/)
      .waitFor();
    await openNext('Tunde Bello');
    // The keyboard skips it until the reasons are loaded.
    const changes = ada.page.getByRole('button', { name: 'Changes: Tunde Bello' });
    await expect.poll(() => changes.isEnabled()).toBe(true);
    await press('Tab');
    await press('Tab');
    await press('Enter');
    await ada.page.getByRole('menuitem', { name: 'The identity document of the person has expired.' }).waitFor();
    // It gets the focus shortly after it is drawn; before, arrow keys have no effect.
    await ada.page.locator('[role=menu] :focus').waitFor({ state: 'attached' });
    for (const start of ['The person', 'The identity']) {
      await press('ArrowDown');
      await until(async () => (await focused()).startsWith(start), 'the next reason has the focus');
    }
    await press('Enter');
    await person('Tunde Bello').getByText('Changes requested', { exact: true }).waitFor();
    await column('Work').getByRole('link', { name: 'Tunde Bello' }).waitFor();
    await expect
      .poll(() => column('Work').getByRole('status').textContent())
      .toMatch(/Cannot be approved yet.*Tunde Bello/);
    await openNext('Ines Duarte');
    // After the last person comes the first.
    await openNext('Amara Obi');
    expect(search().get('person')).toBe(kadoma.uboIds[0]);
    expect(await ada.look('package-mine')).toEqual([]);
  });

  test('numbers are masked: no identity number is anywhere on the page', async () => {
    await openNext('Tunde Bello');
    await openNext('Ines Duarte');
    await person('Ines Duarte').getByText('Passport, Nigeria').waitFor();
    await expect.poll(() => person('Ines Duarte').textContent()).toContain('****7123');
    const page = await ada.page.content();
    for (const { identities } of kadoma.body.businessPersonList) {
      for (const { identityValue } of identities) expect(page).not.toContain(identityValue);
    }
  });

  test('shows shares as one bar of a hundred', async () => {
    await column('Facts').getByRole('heading', { name: 'Ownership: 85%' }).waitFor();
    const bar = column('Facts').getByRole('progressbar');
    expect(await bar.evaluateAll((parts) => parts.map((part) => part.getAttribute('aria-valuetext')))).toEqual([
      '60%',
      '25%',
    ]);
  });

  test('lists documents beside the facts they prove, and keeps the selected one in the URL', async () => {
    await press('1');
    const list = column('Facts').getByRole('region', { name: 'Documents of the business' });
    // Until one is open, all of them are listed beside the facts.
    const all = column('Document').getByRole('row');
    await expect.poll(() => all.count()).toBe(4);
    expect(await list.count()).toBe(0);
    await press(']');
    await list.getByRole('button').first().waitFor();
    await expect
      .poll(() => list.getByRole('button').allTextContents())
      .toEqual([
        expect.stringMatching(/^Certificate of incorporation/),
        expect.stringMatching(/^Shareholder registerRejected.*Too large/),
      ]);
    await expect.poll(() => list.getByRole('button', { name: /Shareholder/ }).isDisabled()).toBe(true);
    await list.getByRole('button', { name: /Certificate/ }).focus();
    await press('Enter');
    await until(async () => search().get('document') === certificate, 'the document is in the URL');
    await expect.poll(() => list.locator('[aria-current=true]').textContent()).toMatch(/^Certificate/);
    await press('2');
    await until(async () => search().get('tab') === 'people', 'the people are shown');
    expect(search().get('document')).toBe(certificate);
  });

  test('opening a document selects the tab of its subject: the person, or the business', async () => {
    const shown = () => [search().get('tab'), search().get('person'), search().get('document')];
    const [amara = ''] = kadoma.uboIds;
    await ada.open(`/packages/${kadoma.customerId}?document=${certificate}`);
    await column('Facts').getByRole('tab', { name: 'Business', selected: true }).waitFor();
    await press(']');
    await until(async () => search().get('document') === identity, 'the document of the person is open');
    expect(shown()).toEqual(['people', amara, identity]);
    await person('Amara Obi').getByText('Number on the document').waitFor();
    // p starts with the person shown, even if another key opened it.
    await openNext('Amara Obi');
    await openNext('Tunde Bello');
    await press('[');
    await until(async () => search().get('document') === certificate, 'the document of the business is open');
    expect(search().get('tab')).toBeNull();
    await ada.page.getByRole('link', { name: 'All documents' }).press('Enter');
    await column('Document').getByRole('link', { name: 'Identity front' }).press('Enter');
    await until(async () => search().get('document') === identity, 'the document of the person is open again');
    expect(shown()).toEqual(['people', amara, identity]);
  });

  test('3 shows decisions, trail and notes; shortcuts are off while a note is typed', async () => {
    await press('3');
    const field = column('Facts').getByLabel('For colleagues');
    await field.focus();
    await ada.page.keyboard.type('x marks the number: c, n and p');
    await press('Tab');
    await press('Enter');
    await column('Facts')
      .locator('p')
      .filter({ hasText: /^x marks the number: c, n and p$/ })
      .waitFor();
    await until(async () => (await field.inputValue()) === '', 'the field is empty again');
    await column('Facts').getByText('Note written').waitFor();
    await column('Facts').getByText('Person reviewed').first().waitFor();
    await expect.poll(() => header().textContent()).toContain('yours until');
  });

  test('x releases it, and a colleague sees who has claimed it', async () => {
    await ben.open(`/packages/${kadoma.customerId}`);
    await ben.page.getByText(/Ada Lind has it until/).waitFor();
    await expect.poll(() => ben.page.getByRole('button', { name: 'Release' }).isDisabled()).toBe(true);
    await press('Escape');
    await ada.page.getByRole('heading', { level: 1 }).focus();
    await press('x');
    await says(/unclaimed/);
  });

  test('the audit trail lists every entry with its number in the chain', async () => {
    await column('Facts').getByRole('link', { name: 'Full audit trail' }).focus();
    await press('Enter');
    await ada.page.getByRole('heading', { name: 'Audit trail of Kadoma Textiles Ltd' }).waitFor();
    const rows = ada.page.getByRole('region', { name: 'Audit trail' }).getByRole('row');
    await rows.nth(1).waitFor();
    const numbers = await rows.evaluateAll((all) =>
      all.slice(1).map((row) => Number(row.textContent?.match(/^\d+/)?.[0])),
    );
    expect(numbers.length).toBeGreaterThan(5);
    expect(numbers).toEqual(numbers.map((_, index) => numbers.length - index));
    expect(await ada.look('trail')).toEqual([]);
  });

  test('a long trail has pages, and an invalid cursor offers the first page', async () => {
    const { customerId } = fabrics;
    for (let note = 0; note < 50; note++) {
      await asStaff(scene, ben.person, 'POST', `/packages/${customerId}/notes`, { text: `Note ${note}` });
    }
    await ada.open(`/packages/${customerId}/trail`);
    const rows = ada.page.getByRole('region', { name: 'Audit trail' }).getByRole('row');
    await ada.page.getByRole('link', { name: 'Older' }).click();
    await ada.page.getByRole('link', { name: 'Newest' }).waitFor();
    await until(async () => /^1\D/.test((await rows.last().textContent()) ?? ''), 'the first entry of all is shown');
    await expect.poll(() => rows.count()).toBeLessThan(10);
    await ada.open(`/packages/${customerId}/trail?cursor=AAAA`);
    await ada.page.getByRole('link', { name: 'Go to the newest entries' }).click();
    await until(async () => (await rows.count()) === 51, 'the first page is shown');
  });

  test('a late claim names the holder', async () => {
    const { customerId } = fabrics;
    // Blocks updates of the page: it would no longer offer to claim the package.
    await ada.page.route('**/state', (route) => route.abort());
    await ada.open(`/packages/${customerId}`);
    await says(/unclaimed/);
    await asStaff(scene, ben.person, 'POST', `/packages/${customerId}/claim`);
    await press('c');
    await header().getByRole('alert').waitFor();
    await ada.page.unroute('**/state');
    await says(/Ada Lind has it until/);
    await expect.poll(() => ada.page.getByRole('button', { name: 'Claim' }).count()).toBe(0);
  });
});

describe('every state and width', () => {
  test.each(['business', 'people', 'history'])('the tab %s is accessible', async (tab) => {
    await ada.open(`/packages/${kadoma.customerId}?tab=${tab}&person=${kadoma.uboIds[0]}`);
    await column('Facts').getByRole('tabpanel').waitFor();
    expect(await ada.look(`package-${tab}`)).toEqual([]);
    expect(ada.complaints).toEqual([]);
  });

  test('below 768 pixels everything is in one column without horizontal scrolling', async () => {
    await ada.page.setViewportSize({ width: 700, height: 900 });
    const lefts = () =>
      Promise.all(['Facts', 'Document', 'Work'].map(async (name) => (await column(name).boundingBox())?.x));
    await expect.poll(lefts).toEqual([0, 0, 0]);
    await expect.poll(() => ada.page.evaluate('document.documentElement.scrollWidth')).toBe(700);
    await ada.page.setViewportSize({ width: 1440, height: 900 });
    await until(async () => ((await column('Work').boundingBox())?.x ?? 0) > 1000, 'the columns are beside each other');
    await expect.poll(() => ada.page.evaluate('document.documentElement.scrollHeight')).toBe(900);
  });

  test('for requested changes, approved, rejected and monitored, the header shows the next step and who can take it', async () => {
    const team = [ada.person, ben.person] as const;
    const made: Record<string, Customer> = {};
    for (const name of ['Asked', 'Approved', 'Rejected', 'Monitored']) {
      made[name] = await acme.create({ companyName: `${name} Ltd`, registrationNumber: `RC-${name.slice(0, 6)}` });
    }
    const { Asked, Approved, Rejected, Monitored } = made as Record<
      'Asked' | 'Approved' | 'Rejected' | 'Monitored',
      Customer
    >;
    for (const one of Object.values(made)) await whenExamined(scene, one);
    const [reasons, refusal] = [[{ code: 'Business.AddressUnverified' }], [{ code: 'Business.NotAcceptable' }]];
    await decide(scene, Asked, team, { outcome: 'RequestChanges', reasons });
    await decide(scene, Rejected, team, { outcome: 'Reject', reasons: refusal });
    for (const one of [Approved, Monitored]) await decide(scene, one, team, { outcome: 'Approve' });
    const { owner } = scene.database;
    await owner.query(`update customers set monitoring = 'Waiting' where customer_id = $1`, [Monitored.customerId]);
    await owner.query(
      `update reviews set queued_at = now(), queue_reason = 'Monitoring', priority = 2 where customer_id = $1`,
      [Monitored.customerId],
    );
    for (const [customer, words] of [
      [Asked, /waiting for the partner since/],
      [Approved, /approved on/],
      [Rejected, /rejected on .*; a supervisor can reopen it/],
      [Monitored, /unclaimed/],
    ] as const) {
      await ada.open(`/packages/${customer.customerId}`);
      await says(words);
      expect(await ada.look(`package-${customer.body.companyName.split(' ')[0]?.toLowerCase()}`)).toEqual([]);
    }
    await header().getByText('Under review again').waitFor();
    await ada.open(`/packages/${Asked.customerId}`);
    await column('Document').getByText('Proof of business address: requested, not received').waitFor();
    await ada.open(`/packages/${Rejected.customerId}`);
    await expect.poll(() => ada.page.getByRole('button', { name: 'Reopen' }).isDisabled()).toBe(true);
    const supervisor = await scene.enter({ role: 'supervisor' });
    await supervisor.open(`/packages/${Rejected.customerId}`);
    await supervisor.page.getByRole('button', { name: 'Reopen' }).click();
    const dialog = supervisor.page.getByRole('dialog', { name: 'Reopen Rejected Ltd?' });
    expect(await supervisor.look('package-reopen')).toEqual([]);
    await dialog.getByRole('button', { name: 'Reopen' }).click();
    await supervisor.page.getByText(/unclaimed/).waitFor();
    await supervisor.page.getByText('Reopened', { exact: true }).waitFor();
    expect(supervisor.complaints).toEqual([]);
    await supervisor.context.close();
  });

  test('releasing a package with an open proposal asks first, because it voids the proposal', async () => {
    const proposed = await acme.create({ companyName: 'Proposed Ltd', registrationNumber: 'RC-Prop' });
    await whenExamined(scene, proposed);
    const path = `/packages/${proposed.customerId}`;
    await asStaff(scene, ada.person, 'POST', `${path}/claim`);
    const { evidenceVersion } = (await asStaff(scene, ada.person, 'GET', path)) as { evidenceVersion: string };
    await asStaff(scene, ada.person, 'POST', `${path}/decisions`, { outcome: 'Approve', seenVersion: evidenceVersion });
    await ada.open(path);
    await says(/yours until/);
    await press('x');
    const question = ada.page.getByRole('dialog', { name: 'Release Proposed Ltd?' });
    await question.getByRole('button', { name: 'Release' }).and(ada.page.locator(':focus')).waitFor();
    expect(await ada.look('package-give-back')).toEqual([]);
    await press('Enter');
    await says(/unclaimed/);
    await press('3');
    await column('Facts').getByText('Void', { exact: true }).waitFor();
    await expect
      .poll(() => column('Facts').textContent())
      .toContain('Void because the package was released, or changes were requested');
  });

  test('while it is screened and flagged, the page says so, and that it cannot be approved yet', async () => {
    const pending = await acme.create({ companyName: 'Pending Ltd', registrationNumber: 'RC-Pend' });
    await whenExamined(scene, pending);
    // Late enough that the worker leaves them alone during the test; early enough to be pending.
    await scene.database.owner.query(
      `update reviews set screening_due_at = now() + interval '1 hour', flags_due_at = now() + interval '1 minute'
       where customer_id = $1`,
      [pending.customerId],
    );
    await ada.open(`/packages/${pending.customerId}`);
    await column('Work').getByText('Screening is still running.').waitFor();
    await column('Work').getByText('Screening is in progress.', { exact: false }).waitFor();
    await column('Work').getByText('Flags are being computed. They will appear here.').waitFor();
    expect(await ada.look('package-pending')).toEqual([]);
  });

  test('an erased business and an unknown id are shown as such', async () => {
    const erased = await acme.create({ companyName: 'Erased', registrationNumber: 'RC-Gone' });
    await whenExamined(scene, erased);
    await scene.database.owner.query('update customers set erased_at = now(), data_key = null where customer_id = $1', [
      erased.customerId,
    ]);
    await ada.open(`/packages/${erased.customerId}`);
    await says(/data erased on/);
    await expect.poll(() => ada.page.getByRole('button', { name: 'Claim' }).count()).toBe(0);
    for (const id of [crypto.randomUUID(), 'nonsense']) {
      for (const path of [`/packages/${id}`, `/packages/${id}/trail`]) {
        await ada.open(path);
        await ada.page.getByRole('heading', { name: 'Package not found' }).waitFor();
      }
    }
    expect(await ada.look('package-unknown')).toEqual([]);
    expect([...ada.complaints, ...ben.complaints]).toEqual([]);
  });

  test('an auditor reads everything but cannot act', async () => {
    const auditor = await scene.enter({ role: 'auditor' });
    await auditor.open(`/packages/${kadoma.customerId}?tab=history`);
    await auditor.page.getByText('Your role is read-only.', { exact: false }).waitFor();
    for (const name of ['Claim', 'Take next', 'Add the note']) {
      await expect.poll(() => auditor.page.getByRole('button', { name }).isDisabled()).toBe(true);
    }
    await auditor.page.keyboard.press('c');
    await auditor.page.reload();
    await auditor.page.getByText(/unclaimed/).waitFor();
    await auditor.context.close();
  });
});
