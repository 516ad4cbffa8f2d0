// The queue as analysts use it all day: by keyboard, with filters that stay in the URL, and a search over every business.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pressSequence } from '../../harness/chromium.ts';
import { storeCustomers } from '../../harness/customers.ts';
import { PATIENCE_MS } from '../../harness/patience.ts';
import { asStaff } from '../../harness/scenes/businesses.ts';
import { addPartnerSystem } from '../../harness/scenes/partner-system.ts';
import { openConsole, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import type { SignedIn } from '../../harness/session.ts';

type Staff = SiteWindow & { person: SignedIn };

/** How many packages wait while the pages are measured. */
const MANY = Number(process.env.WAITING_PACKAGES ?? 20_000);

let scene: SiteScene;
let partnerId: string;
let ada: Staff;
let ben: Staff;
const ids: Record<string, string> = {};

beforeAll(async () => {
  scene = await openConsole();
  const partner = await addPartnerSystem(scene, 'Acme Payments');
  partnerId = partner.partnerId;
  const create = async (name: string, hoursAgo: number, overrides: Record<string, unknown> = {}) => {
    const { customerId } = await partner.create({ companyName: name, tradingName: name, ...overrides });
    ids[name] = customerId;
    await scene.database.owner.query('update reviews set queued_at = $2 where customer_id = $1', [
      customerId,
      new Date(Date.now() - hoursAgo * 3_600_000),
    ]);
  };
  const ghanaian = { incorporationCountryIso3Code: 'GHA' };
  await create('Lagos Wholesale', 60, { registrationNumber: 'RC501' });
  await create('Kumasi Fisheries', 40, { ...ghanaian, registrationNumber: 'RC502' });
  await create('Accra Coffee', 5, { ...ghanaian, registrationNumber: 'RC503' });
  await create('Abuja Textiles', 1, { registrationNumber: 'RC504' });
  await create('Zürcher Käse AG', 0, {
    tradingName: 'Alpenglück',
    partnerCustomerId: 'ORDER-4711',
    registrationNumber: 'CHE-123',
  });
  [ada, ben] = [await scene.enter({ role: 'analyst' }), await scene.enter({ role: 'analyst' })];
  await scene.database.owner.query(`update accounts set name = 'Ben Okoro' where account_id = $1`, [
    ben.person.accountId,
  ]);
});
afterAll(() => scene?.close());

const pathOf = ({ page }: SiteWindow) => page.url().replace(`${scene.origin}/console`, '');
const names = async ({ page }: SiteWindow) => page.locator('[data-row]').allTextContents();

async function press({ page }: SiteWindow, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** By keyboard. The options are filtered shortly after typing, so each key waits for the effect of the previous one. */
async function choose(window: SiteWindow, filter: string, typed: string): Promise<void> {
  const { page } = window;
  await page.getByRole('combobox', { name: filter }).focus();
  await page.keyboard.type(typed);
  const options = page.getByRole('option');
  await expect.poll(async () => (await options.allTextContents()).length).toBe(1);
  await expect
    .poll(async () => {
      await press(window, 'ArrowDown');
      return options.getAttribute('data-combobox-selected');
    })
    .toBe('true');
  await press(window, 'Enter');
}

/** Waits until the list has these rows. */
async function expectRows(window: SiteWindow, ...wanted: string[]): Promise<void> {
  await expect.poll(() => names(window)).toEqual(wanted);
}

test('shortcuts open every view, are listed in a dialog, are off in fields and dialogs, and can be turned off', async () => {
  const { page } = ada;
  const map = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await ada.open('/queue');
  await pressSequence(page, 'g', 'm');
  await page.waitForURL('**/queue?view=mine');
  const current = page.getByRole('navigation', { name: 'Queue views' }).locator('[aria-current]');
  await expect.poll(() => current.allTextContents(), { message: 'one view is current' }).toEqual(['Yours 0']);
  // A wrong second key ends the sequence and has no effect.
  await press(ada, 'g', '1', 'c');
  await pressSequence(page, 'g', 'c');
  await page.waitForURL('**/queue?view=confirm');
  await press(ada, '?');
  await map.waitFor();
  await expect
    .poll(() => map.getByRole('table', { name: 'On this page' }).textContent())
    .toContain('nTake the next package');
  await expect
    .poll(() => map.getByRole('table', { name: 'Everywhere' }).textContent())
    .toContain('g then qGo to the queue');
  expect(await ada.look('keys')).toEqual([]);
  await press(ada, 'g', 'q', 'n');
  await press(ada, 'Escape');
  await map.waitFor({ state: 'detached' });
  await expect.poll(() => pathOf(ada)).toBe('/queue?view=confirm');

  await press(ada, '/');
  await page.waitForURL('**/search');
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search');
  await page.keyboard.type('g q?');
  await page.waitForURL('**/search?q=*');
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('g q?');
  await expect.poll(() => map.count()).toBe(0);

  // If shortcuts are off, the menu still lists them, even after a reload.
  const openMap = async () => {
    await page.getByRole('button', { name: 'Ada Lind' }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await map.waitFor();
  };
  const turn = async () => {
    await map.getByRole('switch', { name: 'Use keyboard shortcuts' }).press('Space');
    await press(ada, 'Escape');
    await map.waitFor({ state: 'detached' });
  };
  await openMap();
  await turn();
  await ada.open('/queue');
  await press(ada, 'g', 'm', '?', '2', '/');
  await expect.poll(() => pathOf(ada)).toBe('/queue');
  await expect.poll(() => map.count()).toBe(0);
  await openMap();
  await turn();
  await press(ada, '2');
  await page.waitForURL('**/queue?view=mine');
  expect(ada.complaints).toEqual([]);
});

test('the queue can be read, filtered and worked by keyboard, and its filters are in the URL', async () => {
  const { page } = ada;
  await ada.open('/queue?view=nonsense&olderThan=5&country=ghana&flag=Odd');
  await expectRows(ada, 'Lagos Wholesale', 'Kumasi Fisheries', 'Accra Coffee', 'Abuja Textiles', 'Zürcher Käse AG');
  await expect.poll(() => pathOf(ada), { message: 'invalid filters are dropped' }).toBe('/queue');
  const late = page.getByRole('row').filter({ hasText: 'Lagos Wholesale' });
  await expect.poll(() => late.textContent()).toMatch(/60 h.*12 h late|2 days.*12 h late/);
  await expect
    .poll(() => page.getByRole('row').filter({ hasText: 'Accra Coffee' }).textContent())
    .toContain('Due in 42 h');
  const views = page.getByRole('navigation', { name: 'Queue views' });
  await expect
    .poll(() => views.getByRole('link').allTextContents())
    .toEqual(['Waiting 5', 'Yours 0', 'To confirm 0', 'Claimed by others 0']);
  expect(await ada.look('queue')).toEqual([]);

  // j and k move, Enter opens, and going back restores the list.
  await press(ada, 'j', 'j', 'k', 'j');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Kumasi Fisheries');
  await press(ada, 'Enter');
  await page.waitForURL(`**/packages/${ids['Kumasi Fisheries']}`);
  await page.getByRole('heading', { level: 1, name: 'Kumasi Fisheries' }).waitFor();
  await page.goBack();

  // Filters are chosen by keyboard, and a reload keeps them.
  await choose(ada, 'Country', 'Ghana');
  await page.waitForURL('**/queue?country=GHA');
  await expectRows(ada, 'Kumasi Fisheries', 'Accra Coffee');
  await choose(ada, 'Older than', '1 day');
  await page.waitForURL('**/queue?country=GHA&olderThan=24');
  await expectRows(ada, 'Kumasi Fisheries');
  await page.reload();
  await expectRows(ada, 'Kumasi Fisheries');

  // The next package matches the filter instead of being the first of all.
  await page.getByRole('heading', { level: 1 }).focus();
  await press(ada, 'n');
  await page.waitForURL(`**/packages/${ids['Kumasi Fisheries']}`);
  await page.goBack();
  await page.getByRole('heading', { name: 'No packages match these filters' }).waitFor();
  await page.getByRole('heading', { level: 1 }).focus();
  await press(ada, 'n');
  await page.getByText('No waiting package matches these filters.').waitFor();
  await page.getByRole('button', { name: 'Clear the filters' }).press('Enter');
  await expectRows(ada, 'Lagos Wholesale', 'Accra Coffee', 'Abuja Textiles', 'Zürcher Käse AG');
  await press(ada, '2');
  await expectRows(ada, 'Kumasi Fisheries');
  expect(await ada.look('queue-mine')).toEqual([]);
  expect(ada.complaints).toEqual([]);
});

test('taking the next package waits and retries while every matching one is locked', async () => {
  const { page } = ada;
  const { owner } = scene.database;
  await ada.open('/queue?country=GHA');
  await expectRows(ada, 'Accra Coffee');
  await owner.query('begin');
  await owner.query('select from customers where customer_id = $1 for update', [ids['Accra Coffee']]);
  const busy = page.waitForResponse((answer) => answer.url().endsWith('/queue/claim-next') && answer.status() === 409);
  await press(ada, 'n');
  await busy;
  await owner.query('rollback');
  await page.waitForURL(`**/packages/${ids['Accra Coffee']}`);
  expect(ada.complaints).toEqual([]);
});

test('shows which packages colleagues have claimed, and their proposals to everyone but themselves', async () => {
  const { page } = ada;
  const [abuja, lagos] = [`/packages/${ids['Abuja Textiles']}`, `/packages/${ids['Lagos Wholesale']}`];
  // Counts once the list is shown and before a colleague claims anything: later counts are compared with these.
  const nobody = page.getByRole('heading', { name: 'Nobody else has a package' });
  await page.route('**/queue/counts', async (route) => {
    await nobody.waitFor();
    await route.continue();
  });
  await ada.open('/queue?view=claimed');
  await page.getByRole('link', { name: 'Claimed by others 0', exact: true }).waitFor();
  await page.unroute('**/queue/counts');
  for (const path of [abuja, lagos]) await asStaff(scene, ben.person, 'POST', `${path}/claim`);
  const { evidenceVersion: seenVersion } = (await asStaff(scene, ben.person, 'GET', lagos)) as {
    evidenceVersion: string;
  };
  const reasons = [{ code: 'Business.NotAcceptable' }];
  await asStaff(scene, ben.person, 'POST', `${lagos}/decisions`, { outcome: 'Reject', reasons, seenVersion });
  // The list stays unchanged until it is reloaded; the counts reveal the change.
  await page.getByText('The queue has changed since you loaded it.').waitFor();
  expect(await names(ada)).toEqual([]);
  await press(ada, 'r');
  await expectRows(ada, 'Lagos Wholesale', 'Abuja Textiles');
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Abuja' }).textContent()).toContain('Ben Okoro');
  expect(await ada.look('queue-claimed')).toEqual([]);
  await press(ada, '3');
  await expectRows(ada, 'Lagos Wholesale');
  await expect
    .poll(() => page.getByRole('row').filter({ hasText: 'Lagos' }).textContent())
    .toContain('RejectBen Okoro');
  expect(await ada.look('queue-confirm')).toEqual([]);
  await ben.open('/queue?view=confirm');
  await ben.page.getByRole('heading', { name: 'Nothing to confirm' }).waitFor();
  expect([...ada.complaints, ...ben.complaints]).toEqual([]);
});

test('a business in any state is found by each of its names and ids, and an erased one cannot be opened', async () => {
  const { page } = ada;
  const cheese = ids['Zürcher Käse AG'] ?? '';
  await scene.database.owner.query(`update customers set verification_status = 'Rejected' where customer_id = $1`, [
    cheese,
  ]);
  await ada.open('/queue');
  await press(ada, '/');
  await page.waitForURL('**/search');
  for (const q of ['zurcher kas', 'Alpengl', 'order-4711', 'CHE-123', cheese]) {
    await press(ada, '/');
    await page.getByRole('searchbox').fill('');
    await page.keyboard.type(q);
    await expectRows(ada, 'Zürcher Käse AG');
  }
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Alpenglück' }).textContent()).toContain('Rejected');
  expect(await ada.look('search')).toEqual([]);
  // Enter focuses the first result for these words, even if it is pressed before the results are shown.
  await page.getByRole('searchbox').fill('');
  await page.keyboard.type('lagos whole');
  await press(ada, 'Enter');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Lagos Wholesale');
  await press(ada, 'Enter');
  await page.waitForURL(`**/packages/${ids['Lagos Wholesale']}`);
  await page.goBack();
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('lagos whole');
  // Text typed during a search is kept, with its spaces.
  await page.getByRole('searchbox').fill('');
  await page.waitForURL('**/search');
  await page.keyboard.type('lagos ');
  await page.waitForURL('**/search?q=lagos');
  await expectRows(ada, 'Lagos Wholesale');
  await page.keyboard.type('whole');
  await page.waitForURL('**/search?q=lagos+whole');
  expect(await page.getByRole('searchbox').inputValue()).toBe('lagos whole');
  await storeCustomers(scene.database.owner, { partnerIds: [partnerId], count: 1 });
  await ada.open('/search?q=stored');
  await page.getByText('Data erased').waitFor();
  expect(await names(ada)).toEqual([]);
  await ada.open('/search?q=nobodyhasthis');
  await page.getByRole('heading', { name: 'No business found' }).waitFor();
  expect(ada.complaints).toEqual([]);
});

test('an auditor can read the queue but not take a package', async () => {
  const auditor = await scene.enter({ role: 'auditor' });
  await auditor.open('/queue');
  const button = auditor.page.getByRole('button', { name: 'Take next' });
  await button.waitFor();
  await expect.poll(() => button.isDisabled()).toBe(true);
  await auditor.page.getByText('Ask an analyst or a supervisor.').waitFor();
  await press(auditor, 'n');
  await press(auditor, '?');
  const map = auditor.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await map.waitFor();
  await expect.poll(() => map.textContent()).not.toContain('Take the next package');
  expect(auditor.complaints).toEqual([]);
});

test(
  'the queue and a package load as fast with many waiting packages as with few',
  async () => {
    const name = 'Zürcher Käse AG';
    const measured = async () => {
      const times: { other: number; queue: number; package: number }[] = [];
      for (let round = 0; round < 5; round++) {
        const begun = performance.now();
        await ada.open('/search');
        const empty = performance.now();
        await ada.open('/queue');
        await ada.page.locator('[data-row]').first().waitFor();
        const shown = performance.now();
        await ada.page.goto(`${scene.origin}/console/packages/${ids[name]}`);
        await ada.page.getByRole('heading', { level: 1, name }).waitFor();
        times.push({ other: empty - begun, queue: shown - empty, package: performance.now() - shown });
      }
      const middle = (of: keyof (typeof times)[number]) =>
        times.map((time) => time[of]).toSorted((a, b) => a - b)[2] ?? 0;
      return { other: middle('other'), queue: middle('queue'), package: middle('package') };
    };
    const store = async (count: number, everyMs: number) => {
      const { owner } = scene.database;
      // Without search terms: neither page reads them, and writing them takes longest.
      await owner.query('alter table customers disable trigger customers_added');
      await storeCustomers(owner, { partnerIds: [partnerId], count, everyMs });
      await owner.query('alter table customers enable trigger customers_added');
      await owner.query(
        `insert into reviews (partner_id, customer_id, priority, queued_at, country, business_type_code)
       select partner_id, customer_id, 0, created_at, incorporation_country, business_type_code from customers
       on conflict do nothing`,
      );
      await owner.query('vacuum analyze reviews, customers');
    };
    // More than one page, so that the same number of rows is drawn both times.
    await store(100, 60_000);
    const few = await measured();
    await store(MANY, 1_000);
    const many = await measured();
    console.log({ packages: MANY, few, many });
    const tab = ada.page.getByRole('link', { name: /^Waiting/ });
    await ada.open('/queue');
    await expect.poll(() => tab.textContent()).toBe('Waiting 10,000+');
    expect(await ada.look('queue-many')).toEqual([]);
    // The machine may be busier than before: a page that reads no packages shows by how much.
    const busier = Math.max(1, many.other / few.other);
    // Twice as long would be noticeable; the rest allows for a busy machine.
    expect(many.queue).toBeLessThan((few.queue * 2 + 500) * busier);
    expect(many.package).toBeLessThan((few.package * 2 + 500) * busier);
  },
  8 * PATIENCE_MS,
);
