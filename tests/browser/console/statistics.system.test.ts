// A supervisor's work: monitoring the queue, reassigning a package, and finding out who read what.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount } from '../../harness/account-rows.ts';
import { settled } from '../../harness/open-pages.ts';
import { asStaff } from '../../harness/scenes/businesses.ts';
import { addPartnerSystem } from '../../harness/scenes/partner-system.ts';
import { openConsole, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import type { SignedIn } from '../../harness/session.ts';
import { storePastReviews } from './past-reviews.ts';

const NAMES = ['Ada Analyst', 'Ben Osei', 'Chidi Eze'];

let scene: SiteScene;
let supervisor: SiteWindow & { person: SignedIn };
let analysts: string[];
beforeAll(async () => {
  scene = await openConsole();
  analysts = await Promise.all(NAMES.map(() => addAccount(scene.database, { realm: 'staff', role: 'analyst' })));
  for (const [at, name] of NAMES.entries()) await rename(analysts[at] ?? '', name);
  supervisor = await scene.enter({ role: 'supervisor' });
  await rename(supervisor.person.accountId, 'Sade Supervisor');
});
afterAll(() => scene?.close());

const rename = (accountId: string, name: string) =>
  scene.database.owner.query('update accounts set name = $2 where account_id = $1', [accountId, name]);

test('the statistics show a month of work as charts and tables, for the range in the URL', async () => {
  await storePastReviews(scene.database, analysts);
  const { page } = supervisor;
  await supervisor.open('/lead');
  await settled(page);
  for (const title of ['In and out', 'Outcomes', 'Time to decision', 'Waiting by age']) {
    const chart = page.getByRole('region', { name: title, exact: true });
    await chart.locator('svg.recharts-surface').first().waitFor();
    await chart.getByText('Show as a table').click();
  }
  const days = page.getByRole('region', { name: 'In and out', exact: true }).locator('tbody tr');
  await expect.poll(() => days.count()).toBe(7);
  const figures = (await days.allTextContents()).map((row) => row.replace(/^.*?\d+(?=\d)/, ''));
  expect(figures.some((row) => row !== '00')).toBe(true);
  for (const title of ['In and out', 'Outcomes', 'Time to decision', 'Waiting by age']) {
    await page.getByRole('region', { name: title, exact: true }).getByText('Show as a table').click();
  }
  await expect
    .poll(() => page.getByRole('region', { name: 'Top reasons' }).first().textContent())
    .toContain('Document: unreadable');
  await expect
    .poll(() => page.getByRole('region', { name: 'Waiting by flag' }).first().textContent())
    .toContain('Similar name');
  const work = page.getByRole('region', { name: 'Work by analyst' }).first();
  await expect.poll(() => work.locator('tbody tr').count()).toBe(NAMES.length);
  // By keyboard: the range is in the URL, and going back restores it.
  await page.getByRole('radio', { name: '7 days' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/range=30d/);
  await page.getByRole('heading', { name: 'Work by analyst, 30 days' }).waitFor();
  await expect.poll(() => days.count()).toBe(30);
  expect(await supervisor.look('statistics')).toEqual([]);
  const short = page.getByRole('region', { name: 'Time to decision in short' });
  await expect.poll(() => short.textContent()).toMatch(/Within target, 30 days\d+(\.\d)?%/);
  // Two dates instead of a range, in the URL too.
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('From (UTC)').fill(day(9));
  await page.getByLabel('From (UTC)').press('Enter');
  await page.getByLabel('To (UTC)').fill(day(5));
  await page.getByLabel('To (UTC)').press('Enter');
  await page.waitForURL(new RegExp(`from=${day(9)}&to=${day(5)}`));
  await expect.poll(() => days.count()).toBe(5);
  await expect.poll(() => page.getByRole('radio', { checked: true }).count()).toBe(0);
  expect(await supervisor.look('statistics-dates')).toEqual([]);
  await page.getByText('7 days', { exact: true }).first().click();
  await page.waitForURL(/lead\?range=7d$/);
  expect(supervisor.complaints).toEqual([]);
});

test('a supervisor can look up who was shown what, by person, business and day', async () => {
  const { page } = supervisor;
  await supervisor.open('/queue');
  await settled(page);
  await supervisor.open('/reads');
  await settled(page);
  const rows = page.getByRole('region', { name: 'Reads' }).locator('tbody tr');
  await expect.poll(() => rows.first().textContent()).toContain('Sade Supervisor');
  await expect.poll(() => rows.first().textContent()).toContain('Saw it in a list');
  const pageSize = await rows.count();
  expect(pageSize).toBeGreaterThan(20);
  expect(await supervisor.look('reads')).toEqual([]);
  await rows.first().getByRole('link', { name: 'All reads' }).click();
  await page.waitForURL(/customer=/);
  await expect.poll(() => rows.count()).toBeLessThan(pageSize);
  await page.getByLabel('From').fill('2030-01-01');
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect.poll(() => rows.count()).toBe(pageSize);
  expect(supervisor.complaints).toEqual([]);
});

test('a supervisor reassigns a claimed package to another analyst, from the queue and from the package', async () => {
  const { page } = supervisor;
  const analyst = await scene.enter({ role: 'analyst' });
  await rename(analyst.person.accountId, 'Dora Dee');
  const acme = await addPartnerSystem(scene, 'Acme Payments');
  const { customerId } = await acme.create({ companyName: 'Kadoma Textiles Ltd' });
  await asStaff(scene, analyst.person, 'POST', `/packages/${customerId}/claim`);
  await supervisor.open('/queue?view=claimed');
  const row = page.getByRole('region', { name: 'Packages claimed by others' }).locator('tbody tr').first();
  await row.getByRole('button', { name: 'Reassign' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Dora Dee has claimed it.').waitFor();
  expect(await supervisor.look('reassign')).toEqual([]);
  await dialog.getByLabel('New analyst').selectOption({ label: 'Ben Osei, analyst' });
  await dialog.getByRole('button', { name: 'Reassign' }).click();
  await row.getByText('Ben Osei').waitFor();
  const { rows } = await scene.database.owner.query('select claimed_by from reviews where customer_id = $1', [
    customerId,
  ]);
  expect(rows).toEqual([{ claimed_by: analysts[1] }]);
  // On the package itself, an analyst learns who can.
  await analyst.open(`/packages/${customerId}`);
  await analyst.page.getByText('A supervisor can release or reassign it.').waitFor();
  await supervisor.open(`/packages/${customerId}`);
  await page.getByRole('button', { name: 'Reassign' }).click();
  await dialog.getByText('Ben Osei has claimed it.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect([...supervisor.complaints, ...analyst.complaints]).toEqual([]);
});

test('a supervisor reassigns all packages of an absent analyst at once, and learns which were refused', async () => {
  const { page } = supervisor;
  const absent = await scene.enter({ role: 'analyst' });
  await rename(absent.person.accountId, 'Gina Gone');
  const acme = await addPartnerSystem(scene, 'Bulk Payments');
  const ids: string[] = [];
  for (const companyName of ['Kano Mills', 'Jos Minerals', 'Enugu Coal']) {
    const { customerId } = await acme.create({ companyName });
    await asStaff(scene, absent.person, 'POST', `/packages/${customerId}/claim`);
    ids.push(customerId);
  }
  await supervisor.open('/queue?view=claimed');
  await page.getByRole('link', { name: 'Reassign several packages' }).click();
  await page.getByRole('heading', { name: 'Reassign packages' }).waitFor();
  await page.getByLabel('Claimed by').selectOption({ label: 'Gina Gone' });
  await page.waitForURL(/from=/);
  await page.getByLabel('All 3 chosen').waitFor();
  await page.getByLabel('New analyst').selectOption({ label: 'Chidi Eze, analyst' });
  expect(await supervisor.look('reassign-several')).toEqual([]);
  // Meanwhile one has been given back.
  await asStaff(scene, absent.person, 'POST', `/packages/${ids[1]}/release`);
  await page.getByRole('button', { name: 'Reassign 3 packages' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reassign 3 packages to Chidi Eze?' });
  await dialog.waitFor();
  expect(await supervisor.look('reassign-several-question')).toEqual([]);
  await dialog.getByRole('button', { name: 'Reassign 3 packages' }).click();
  const refused = page.getByRole('alert').filter({ hasText: '1 package not reassigned, 2 reassigned' });
  await refused.getByText('Jos Minerals').waitFor();
  await page.getByText('Nothing to reassign').waitFor();
  expect(await supervisor.look('reassign-several-refused')).toEqual([]);
  const { rows } = await scene.database.owner.query(
    'select claimed_by from reviews where customer_id = any($1) and claimed_by is not null',
    [ids],
  );
  expect(rows).toEqual([{ claimed_by: analysts[2] }, { claimed_by: analysts[2] }]);
  expect(supervisor.complaints).toEqual([]);
});
