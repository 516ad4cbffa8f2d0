// The command palette of the console, by keyboard: what each role may do, the guard of an undecided package, and the search.
import type { StaffRole } from '@onboarding/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asStaff } from '../../harness/scenes/businesses.ts';
import { addPartnerSystem } from '../../harness/scenes/partner-system.ts';
import { openConsole, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import type { SignedIn } from '../../harness/session.ts';

type Staff = SiteWindow & { person: SignedIn };

let scene: SiteScene;
let ada: Staff;
const ids: Record<string, string> = {};

beforeAll(async () => {
  scene = await openConsole();
  const partner = await addPartnerSystem(scene, 'Acme Payments');
  for (const [at, companyName] of ['Lagos Wholesale', 'Kumasi Fisheries'].entries()) {
    const { customerId } = await partner.create({ companyName, registrationNumber: `RC50${at}` });
    ids[companyName] = customerId;
  }
  ada = await scene.enter({ role: 'analyst' });
});
afterAll(() => scene?.close());

const fieldOf = ({ page }: SiteWindow) => page.getByRole('combobox', { name: 'Search' });
const optionsOf = ({ page }: SiteWindow) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');

async function openPalette(window: SiteWindow): Promise<void> {
  await window.page.keyboard.press('Control+k');
  await fieldOf(window).waitFor();
}

test.each<[StaffRole, string[], string[]]>([
  ['analyst', ['Take the next package', 'Your packages', 'Queue'], ['Statistics', 'Jobs', 'Invite a colleague']],
  ['auditor', ['Statistics', 'Queue'], ['Take the next package', 'Your packages', 'Jobs']],
  ['operator', ['Invite a colleague', 'Create a partner', 'Jobs'], ['Take the next package', 'Queue', 'Statistics']],
])('offers the role %s %j, and not %j', async (role, offered, others) => {
  const window = await scene.enter({ role });
  await window.open('/');
  await openPalette(window);
  const labels = await optionsOf(window).locator(':scope > span:first-child').allTextContents();
  expect(labels).toEqual(expect.arrayContaining(offered));
  expect(labels.filter((label) => others.includes(label))).toEqual([]);
  if (role === 'operator') {
    await window.page.keyboard.type('acme');
    await window.page.getByRole('option', { name: 'Acme Payments' }).click();
    await window.page.getByRole('heading', { name: 'Acme Payments', level: 1 }).waitFor();
  }
  expect(window.complaints).toEqual([]);
});

test('finds a business and opens its package; taking the next package from there asks before it leaves it undecided', async () => {
  const { page } = ada;
  await ada.open('/search');
  await openPalette(ada);
  await page.keyboard.type('wholes');
  await page.getByRole('option', { name: 'Lagos Wholesale' }).waitFor();
  expect(await ada.look('palette-found')).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/packages/${ids['Lagos Wholesale']}`);
  await page.getByRole('heading', { name: 'Lagos Wholesale', level: 1 }).waitFor();
  await asStaff(scene, ada.person, 'POST', `/packages/${ids['Lagos Wholesale']}/claim`);
  await ada.open(`/packages/${ids['Lagos Wholesale']}`);
  await page.getByRole('button', { name: 'Release' }).waitFor();
  await openPalette(ada);
  expect(await ada.look('palette-package')).toEqual([]);
  await page.keyboard.type('next pack');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Leave Lagos Wholesale undecided?' });
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(page.url()).toContain(ids['Lagos Wholesale']);
  await openPalette(ada);
  await page.keyboard.type('release');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Claim', exact: true }).waitFor();
  expect(ada.complaints).toEqual([]);
});

test('takes the next package from any page, and says inside when there is none', async () => {
  const { page } = ada;
  for (const _package of Object.keys(ids)) {
    await ada.open('/search');
    await openPalette(ada);
    await page.keyboard.type('take');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/packages/*');
    await fieldOf(ada).waitFor({ state: 'detached' });
  }
  await ada.open('/search');
  await openPalette(ada);
  await page.keyboard.type('take');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Search' }).getByText('The queue is empty.').waitFor();
  expect(await ada.look('palette-nothing-to-take')).toEqual([]);
});

test('the key map lists Ctrl+K, which also works with shortcuts turned off', async () => {
  const { page } = ada;
  await ada.open('/queue');
  await page.keyboard.press('?');
  const map = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect
    .poll(() => map.getByRole('table', { name: 'Everywhere' }).textContent())
    .toContain('Ctrl + KSearch, or run a command');
  await map.getByRole('switch', { name: 'Use keyboard shortcuts' }).press('Space');
  await page.keyboard.press('Control+k');
  expect(await fieldOf(ada).count()).toBe(0);
  await page.keyboard.press('Escape');
  await map.waitFor({ state: 'detached' });
  await openPalette(ada);
});
