// Tooltips explain something without covering it, and can be read and closed by keyboard and pointer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled } from '../../harness/open-pages.ts';
import { asStaff } from '../../harness/scenes/businesses.ts';
import { addPartnerSystem } from '../../harness/scenes/partner-system.ts';
import { openConsole, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import type { SignedIn } from '../../harness/session.ts';
import { readTooltips } from '../../harness/tooltips.ts';

let scene: SiteScene;
let ada: SiteWindow & { person: SignedIn };
let customerId: string;

beforeAll(async () => {
  scene = await openConsole();
  const partner = await addPartnerSystem(scene, 'Acme Payments');
  ({ customerId } = await partner.create({ companyName: 'Lagos Wholesale' }));
  ada = await scene.enter({ role: 'analyst' });
  await asStaff(scene, ada.person, 'POST', `/packages/${customerId}/claim`);
});
afterAll(() => scene?.close());

test.each([
  ['/queue?view=mine', 'Refresh the list'],
  ['/search?q=lagos', 'UTC'],
  ['/packages/:id', 'Return it to the queue'],
  ['/packages/:id/trail', 'UTC'],
])('no tooltip on %s covers what it explains', async (path, expected) => {
  await ada.open(path.replace(':id', customerId));
  await settled(ada.page);
  const { words, faults } = await readTooltips(ada.page);
  expect(faults).toEqual([]);
  expect(words.join('\n')).toContain(expected);
});

test('a tooltip opens on focus, stays while the pointer is on it, and closes on Escape', async () => {
  const { page } = ada;
  await ada.open(`/packages/${customerId}`);
  const release = page.getByRole('button', { name: 'Release' });
  const tip = page.getByRole('tooltip');
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return page.evaluate('document.activeElement.textContent');
    })
    .toBe('Release');
  await tip.getByText('Return it to the queue').waitFor();
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'detached' });
  await release.hover();
  await tip.waitFor();
  await tip.hover();
  await page.waitForTimeout(500);
  expect(await tip.count()).toBe(1);
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'detached' });
});
