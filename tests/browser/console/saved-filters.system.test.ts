// An analyst keeps filters of the queue and searches for another day.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsole, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';

let scene: SiteScene;
let ada: SiteWindow;
beforeAll(async () => {
  scene = await openConsole();
  ada = await scene.enter({ role: 'analyst' });
});
afterAll(() => scene?.close());

test.each([
  ['/queue', '?view=claimed&country=GHA', 'Ghana'],
  ['/search', '?q=zurcher', 'The cheese dairy'],
])('a filter of %s is saved and opened, and nothing else of the URL', async (path, search, name) => {
  const { page } = ada;
  await ada.open(`${path}${search}`);
  const button = page.getByRole('button', { name: 'Saved', exact: true });
  await button.click();
  await page.getByRole('menuitem', { name: 'Save this filter' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await ada.open(path);
  await button.click();
  expect(await ada.look(`saved-filters${path.replaceAll('/', '-')}`)).toEqual([]);
  await page.getByRole('menuitem', { name }).click();
  await expect.poll(() => new URL(page.url()).search).toBe(search);
  expect(ada.complaints).toEqual([]);
});
