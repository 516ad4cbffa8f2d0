// The command palette of the portal, by keyboard: pages, actions, customers and deliveries.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPartnerSystem } from '../../harness/scenes/partner-system.ts';
import { openPortal, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';

let portal: SiteScene;
let admin: SiteWindow;
let viewer: SiteWindow;
let customerId: string;

beforeAll(async () => {
  portal = await openPortal();
  const system = await addPartnerSystem(portal);
  const { partnerId } = system;
  const created = await system.create({
    companyName: 'Zürcher Käse AG',
    partnerCustomerId: 'ORDER-4711',
    registrationNumber: 'CHE-123',
  });
  customerId = created.customerId;
  await system.create({ companyName: 'Lagos Trading', registrationNumber: 'RC99' });
  [admin, viewer] = [
    await portal.enter({ partnerId, role: 'admin' }),
    await portal.enter({ partnerId, role: 'viewer' }),
  ];
});
afterAll(() => portal?.close());

const paletteOf = ({ page }: SiteWindow) => page.getByRole('dialog', { name: 'Search' });
const fieldOf = ({ page }: SiteWindow) => page.getByRole('combobox', { name: 'Search' });
const optionsOf = ({ page }: SiteWindow) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');
const activeOf = ({ page }: SiteWindow) => page.locator('[role=option][aria-selected=true]');
const pathOf = ({ page }: SiteWindow) => page.url().replace(`${portal.origin}/portal`, '');

async function openPalette(window: SiteWindow): Promise<void> {
  await window.page.keyboard.press('Control+k');
  await fieldOf(window).waitFor();
}

test('opens with Ctrl+K, also in a field, and returns the focus when Escape or Ctrl+K closes it', async () => {
  const { page } = admin;
  await admin.open('/customers');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.focus();
  for (const key of ['Escape', 'Control+k']) {
    await openPalette(admin);
    await expect.poll(() => page.evaluate('document.activeElement.role')).toBe('combobox');
    await page.keyboard.press(key);
    await paletteOf(admin).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search');
  }
  expect(pathOf(admin)).toBe('/customers');
  expect(admin.complaints).toEqual([]);
});

test('the button opens it with the pages and actions of the role; the arrow keys move and Enter opens', async () => {
  const { page } = admin;
  await admin.open('/');
  await page.getByRole('button', { name: 'Search' }).click();
  await fieldOf(admin).waitFor();
  expect(await admin.look('palette')).toEqual([]);
  await expect.poll(() => optionsOf(admin).allTextContents()).toContain('Invite a person');
  await expect.poll(() => activeOf(admin).textContent()).toBe('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => activeOf(admin).textContent()).toBe('Customers');
  expect(await fieldOf(admin).getAttribute('aria-activedescendant')).toBe(await activeOf(admin).getAttribute('id'));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/portal/customers');
  await paletteOf(admin).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');

  await openPalette(admin);
  await page.keyboard.type('add user');
  await expect.poll(() => activeOf(admin).textContent()).toBe('Invite a person');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Invite a person' }).waitFor();
  expect(pathOf(admin)).toBe('/team?invite=open');
  expect(admin.complaints).toEqual([]);
});

test('a viewer is offered no action that the role may not use', async () => {
  await viewer.open('/');
  await openPalette(viewer);
  const offered = await optionsOf(viewer).allTextContents();
  expect(offered).toContain('Sign out');
  expect(offered.filter((label) => /New certificate|Invite/.test(label))).toEqual([]);
});

test('finds a customer and its deliveries with one call after a pause, and lists the customer as recent', async () => {
  const { page } = viewer;
  await viewer.open('/team');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (/\/(customers|deliveries)$/.test(pathname)) calls.push(searchParams.get('q') ?? pathname);
  });
  await openPalette(viewer);
  await page.keyboard.type('z');
  await expect.poll(() => optionsOf(viewer).count()).toBe(0);
  await page.getByText('Type at least two characters').waitFor();
  await page.keyboard.type('urcher');
  await expect
    .poll(() => optionsOf(viewer).allTextContents())
    .toEqual(['Zürcher Käse AGORDER-4711 · CHE-123', 'Deliveries of Zürcher Käse AGORDER-4711 · CHE-123']);
  expect(calls).toEqual(['zurcher']);
  expect(await viewer.look('palette-found')).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/webhooks/deliveries?customer=${customerId}*`);

  await openPalette(viewer);
  await page.keyboard.type('4711');
  await optionsOf(viewer).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/customers/${customerId}`);
  await page.getByRole('heading', { name: 'Zürcher Käse AG', level: 1 }).waitFor();
  await openPalette(viewer);
  await page.keyboard.type('team');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/team');
  await openPalette(viewer);
  await expect.poll(() => activeOf(viewer).textContent()).toBe('Zürcher Käse AGCustomer');
  expect(viewer.complaints).toEqual([]);
});

test('a pasted id finds the customer, and opens the delivery or event with this id', async () => {
  const { page } = viewer;
  await viewer.open('/');
  await openPalette(viewer);
  await page.keyboard.insertText(customerId);
  await expect.poll(() => optionsOf(viewer).count()).toBe(4);
  await page.getByRole('option', { name: 'Deliveries of the event with this id' }).click();
  await page.waitForURL(`**/webhooks/deliveries?event=${customerId}*`);
});

test('a call that is no longer wanted is cancelled', async () => {
  const { page } = viewer;
  await viewer.open('/');
  await openPalette(viewer);
  const slow = '**/partner-profile/customers?q=lagos*';
  await page.route(slow, () => {});
  await Promise.all([page.waitForRequest(slow), page.keyboard.type('lagos')]);
  await Promise.all([
    page.waitForEvent('requestfailed', (request) => request.url().includes('q=lagos')),
    page.keyboard.type(' trading'),
  ]);
  await page.unroute(slow);
  await expect.poll(() => optionsOf(viewer).count()).toBeGreaterThan(0);
});

test('says what it searched when nothing is found, and shows a failed search inside', async () => {
  const { page } = viewer;
  await viewer.open('/');
  await openPalette(viewer);
  await page.keyboard.type('nobody has this name');
  await page.getByText('Nothing found for “nobody has this name”').waitFor();
  expect(await viewer.look('palette-nothing')).toEqual([]);
  await page.route('**/partner-profile/customers?*', (route) => route.abort());
  await fieldOf(viewer).fill('lagos');
  await paletteOf(viewer).getByRole('alert').waitFor();
  expect(await viewer.look('palette-failed')).toEqual([]);
  await page.unroute('**/partner-profile/customers?*');
  await paletteOf(viewer).getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => optionsOf(viewer).count()).toBe(4);
});

test('letters typed before the palette has loaded are kept, and none of them is a shortcut', async () => {
  const { page } = viewer;
  await viewer.open('/');
  const release = Promise.withResolvers<void>();
  await page.route('**/palette-*.js', async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tea?');
  release.resolve();
  await fieldOf(viewer).waitFor();
  await page.keyboard.type('m');
  await expect.poll(() => fieldOf(viewer).inputValue()).toBe('tea?m');
  expect(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).count()).toBe(0);
});

test('on a phone, it fills the screen and has a button to close it', async () => {
  const { page } = viewer;
  await page.setViewportSize({ width: 320, height: 640 });
  await viewer.open('/');
  await page.getByRole('button', { name: 'Search' }).click();
  await fieldOf(viewer).waitFor();
  const box = await paletteOf(viewer).boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, width: 320, height: 640 });
  await paletteOf(viewer).getByRole('button', { name: 'Close' }).click();
  await paletteOf(viewer).waitFor({ state: 'detached' });
});
