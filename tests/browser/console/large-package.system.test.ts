// A business with 50 people and 100 documents: what needs attention comes first, and everything is found by keyboard.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asStaff, storeDocument, whenExamined } from '../../harness/scenes/businesses.ts';
import { createLarge, LARGE, uniquePerson } from '../../harness/scenes/large-business.ts';
import { addPartnerSystem } from '../../harness/scenes/partner-system.ts';
import { openConsole, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import type { Customer } from '../../harness/scenes/updates.ts';
import type { SignedIn } from '../../harness/session.ts';

/** Compared with a business of three people and five documents. */
const MOST_TIMES_AS_MANY_NODES = 3;
const MOST_TIMES_AS_LONG = 3;

let scene: SiteScene;
let large: Awaited<ReturnType<typeof createLarge>>;
let small: Customer;
let ada: SiteWindow & { person: SignedIn };

beforeAll(async () => {
  scene = await openConsole();
  const partner = await addPartnerSystem(scene);
  large = await createLarge(scene, partner);
  small = await partner.create({
    companyName: 'Volta Salt Ltd',
    businessPersonList: [40, 30, 30].map((percentageShare) => uniquePerson({ percentageShare })),
  });
  for (let n = 0; n < 5; n++) await storeDocument(scene, small, { category: 'BankStatement' });
  for (const customer of [large, small]) await whenExamined(scene, customer);
  ada = await scene.enter({ role: 'analyst' });
  await asStaff(scene, ada.person, 'POST', `/packages/${large.customerId}/claim`);
});
afterAll(() => scene?.close());

const search = () => new URL(ada.page.url()).searchParams;
const column = (name: string) => ada.page.getByRole('region', { name, exact: true });
const press = (key: string) => ada.page.keyboard.press(key);
const lines = () => column('Facts').locator('button[id^=toggle-]');
const focusIs = (name: string) =>
  ada.page.getByRole('group', { name }).and(ada.page.locator(':focus')).waitFor({ state: 'attached' });

test('people are one line each, those who need attention first, and p opens them in this order', async () => {
  await ada.open(`/packages/${large.customerId}?tab=people`);
  await column('Facts')
    .getByText(`${LARGE.people} of ${LARGE.people} people · 1 needs attention · ${LARGE.people} without a verdict`)
    .waitFor();
  const names = await lines().allTextContents();
  expect(names).toHaveLength(LARGE.people);
  expect(names.slice(0, 3)).toEqual([
    expect.stringMatching(/^1%Zainab Kone-50 Director, ShareholderIdentity expiring$/),
    expect.stringMatching(/^30%Amara Obi-1 Director, Shareholder$/),
    expect.stringMatching(/^20%Tunde Bello-2 Shareholder$/),
  ]);
  await column('Facts').getByText('48 other owners').waitFor();
  expect(await ada.look('package-many-people')).toEqual([]);
  await press('p');
  await focusIs('Verdict on Zainab Kone-50');
  expect(await column('Facts').locator('button[aria-expanded=true]').count()).toBe(1);
  // A verdict moves no line.
  await press('Tab');
  await press('Enter');
  await ada.page.getByRole('button', { name: 'Approve Zainab Kone-50', pressed: true }).waitFor();
  await press('p');
  await focusIs('Verdict on Amara Obi-1');
  expect(search().get('person')).toBe(large.uboIds[0]);
});

test('a filter shows the people with that name, and the open one', async () => {
  await column('Facts').getByRole('searchbox', { name: 'Filter by name' }).fill('bello-');
  await column('Facts').getByText(`6 of ${LARGE.people} people`).waitFor();
  expect(await lines().allTextContents()).toEqual([
    expect.stringMatching(/^30%Amara Obi-1 /),
    ...['2', '12', '22', '32', '42'].map((number) => expect.stringMatching(new RegExp(` Bello-${number} `))),
  ]);
});

test('documents are in closed groups with their states, by person or by category', async () => {
  await ada.open(`/packages/${large.customerId}`);
  const groups = column('Document').locator('summary');
  await groups.first().waitFor();
  expect(await groups.count()).toBe(41);
  expect(await groups.first().textContent()).toBe('Business20 documents: 18 not opened, 2 refused');
  expect(await column('Document').getByRole('link').count()).toBe(0);
  await groups.first().press('Enter');
  await expect.poll(() => column('Document').getByRole('link').count()).toBe(18);
  expect(await ada.look('package-many-documents')).toEqual([]);
  await column('Document').getByLabel('Group by').selectOption('category');
  await expect.poll(() => groups.count()).toBe(7);
  expect(search().get('by')).toBe('category');
});

test('the blocker opens the list of documents that are not opened, and ] goes through what the list shows', async () => {
  await column('Work').getByText('You have not opened 90 documents yet.').waitFor();
  await column('Work').getByRole('link', { name: 'show all of them' }).press('Enter');
  const links = column('Document').getByRole('link');
  await expect.poll(() => links.count()).toBe(90);
  expect(search().get('show')).toBe('unopened');
  await column('Document').getByRole('searchbox', { name: 'Filter by name' }).fill('bank statement');
  await expect.poll(() => links.count()).toBe(4);
  await ada.page.getByRole('heading', { level: 1 }).focus();
  const opened: (string | null)[] = [];
  for (let n = 0; n < 4; n++) {
    const file = ada.page.waitForResponse((answer) => answer.url().endsWith('/file') && answer.ok());
    await press(']');
    await file;
    opened.push(search().get('document'));
    await column('Work')
      .getByText(`You have not opened ${89 - n} documents yet.`)
      .waitFor();
  }
  // Bank statements are every fifth document of the business.
  expect(opened).toEqual([1, 6, 11, 16].map((index) => large.documentIds[index]));
  // What was left is still there, without the opened ones.
  await ada.page.getByRole('link', { name: 'All documents' }).press('Enter');
  await column('Document').getByText('No document matches the filter.').waitFor();
});

test('shows as fast as a small business, with few more elements', async () => {
  const measure = async ({ customerId }: Customer) => {
    const began = Date.now();
    await ada.open(`/packages/${customerId}`);
    await column('Document')
      .getByText(/^Opening a document is recorded/)
      .waitFor();
    const took = Date.now() - began;
    return { took, nodes: await ada.page.evaluate<number>("document.querySelectorAll('*').length") };
  };
  const of = { small: [await measure(small)], large: [await measure(large)] };
  for (let n = 0; n < 3; n++) {
    of.small.push(await measure(small));
    of.large.push(await measure(large));
  }
  const least = (all: { took: number; nodes: number }[], what: 'took' | 'nodes') =>
    Math.min(...all.map((one) => one[what]));
  const ratios = {
    nodes: least(of.large, 'nodes') / least(of.small, 'nodes'),
    took: least(of.large, 'took') / least(of.small, 'took'),
  };
  expect(ratios.nodes).toBeLessThan(MOST_TIMES_AS_MANY_NODES);
  expect(ratios.took).toBeLessThan(MOST_TIMES_AS_LONG);
});
