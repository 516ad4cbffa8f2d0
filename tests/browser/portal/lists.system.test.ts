// A partner's user saves a list as a file, and keeps filters for another day.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeCustomers } from '../../harness/customers.ts';
import { addPartnerSystem, type PartnerSystem } from '../../harness/scenes/partner-system.ts';
import { openPortal, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import { openSessionFor, type SignedIn } from '../../harness/session.ts';

let portal: SiteScene;
let system: PartnerSystem;
let window: SiteWindow & { person: SignedIn };

beforeAll(async () => {
  portal = await openPortal();
  system = await addPartnerSystem(portal);
  await storeCustomers(portal.database.owner, { partnerIds: [system.partnerId], count: 40 });
  await system.create({ companyName: 'Zürcher Käse AG', partnerCustomerId: 'ORDER-4711' });
  window = await portal.enter({ partnerId: system.partnerId, role: 'viewer' });
});
afterAll(() => portal?.close());

const button = (name: string) => window.page.getByRole('button', { name, exact: true });
const item = (name: string | RegExp) => window.page.getByRole('menuitem', { name });

async function exported(): Promise<{ name: string; rows: string[] }> {
  const arriving = window.page.waitForEvent('download');
  await button('Export CSV').click();
  const download = await arriving;
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), rows: text.trimEnd().split('\r\n') };
}

test('a list is saved with all pages of its filter, and the activity shows who saved it', async () => {
  await window.open('/customers?country=NGA');
  await window.page.getByRole('row').nth(2).waitFor();
  const { name, rows } = await exported();
  expect(name).toMatch(/^customers-\d{4}-\d\d-\d\d\.csv$/);
  expect(rows.length).toBe(1 + 12 + 1);
  expect(rows.filter((row) => row.includes('Zürcher Käse AG'))).toHaveLength(1);
  await window.open('/activity?kind=Export');
  await window.page.getByText('Exported customers: 13 rows. Country: Nigeria').waitFor();
  expect((await exported()).rows).toHaveLength(3);
  expect(await window.look('activity-exports')).toEqual([]);
  await window.open('/webhooks/deliveries');
  expect((await exported()).rows[0]).toContain('Delivery ID,');
  expect(window.complaints).toEqual([]);
});

test('a failed export says why on the page, and saves nothing', async () => {
  await window.open('/customers');
  await window.page.route('**/customers/export', (route) => route.abort());
  await button('Export CSV').click();
  await window.page.getByText('Nothing was exported').waitFor();
  expect(await window.look('export-failed')).toEqual([]);
  await window.page.unroute('**/customers/export');
});

test('a filter is saved, opened in another browser, renamed and deleted', async () => {
  const { page } = window;
  await window.open('/customers?status=Approved&status=Rejected&country=KEN&cursor=');
  await button('Saved').focus();
  await page.keyboard.press('Enter');
  await item('Save this filter').waitFor();
  expect(await window.look('saved-filters-menu')).toEqual([]);
  // Looking changes the width of the window, which closes menus and dialogs.
  const choose = async (name: string) => {
    await button('Saved').click();
    await item(name).click();
    await page.getByRole('dialog').waitFor();
  };
  await choose('Save this filter');
  expect(await window.look('saved-filters-save')).toEqual([]);
  await choose('Save this filter');
  await page.getByLabel('Name', { exact: true }).fill('Kenya, decided');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const { value } = await openSessionFor(portal.database, window.person.accountId, 'partner', new Date());
  const other = await portal.visit();
  const name = '__Host-onboarding-partner';
  await other.context.addCookies([{ name, value, domain: '127.0.0.1', path: '/', secure: true }]);
  await other.open('/customers');
  await other.page.getByRole('button', { name: 'Saved', exact: true }).click();
  await other.page.getByRole('menuitem', { name: 'Kenya, decided' }).click();
  await expect.poll(() => new URL(other.page.url()).search).toBe('?status=Approved&status=Rejected&country=KEN');

  await choose('Rename or delete');
  expect(await window.look('saved-filters-manage')).toEqual([]);
  await choose('Rename or delete');
  await page.getByLabel('Name of Kenya, decided').fill('Kenya');
  await page.keyboard.press('Enter');
  await page.getByLabel('Name of Kenya', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete Kenya' }).click();
  await page.getByText('You have no saved filters for this list.').waitFor();
  await button('Done').click();
  await expect.poll(() => button('Saved').evaluate((one) => one.matches(':focus'))).toBe(true);
  expect([...window.complaints, ...other.complaints]).toEqual([]);
});

test.each(['/webhooks/deliveries', '/api-requests', '/activity'])('%s has saved filters of its own', async (path) => {
  await window.open(path);
  await button('Saved').click();
  await window.page.getByText('Set a filter first').waitFor();
  expect(await window.look(`saved-filters${path.replaceAll('/', '-')}`)).toEqual([]);
});
