// Lists on a phone: rows are cards, filters are behind a button, and long names leave the other values visible.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeCustomers } from '../../harness/customers.ts';
import { openPortal, type SiteScene } from '../../harness/scenes/site.ts';

let portal: SiteScene;
let admin: Awaited<ReturnType<SiteScene['enter']>>;
beforeAll(async () => {
  portal = await openPortal();
  const { partnerId } = await portal.database.addPartner();
  await storeCustomers(portal.database.owner, { partnerIds: [partnerId], count: 3 });
  await portal.database.owner.query(
    `update customers set company_name = repeat('Wholesalers of Fine Textiles ', 8) || repeat('X', 23)
     where customer_id = (select max(customer_id::text)::uuid from customers)`,
  );
  admin = await portal.enter({ partnerId });
});
afterAll(() => portal.close());

// Code for the page is a string, because its types are not those of Node.
const LABELS = `[...document.querySelector('tbody tr').cells].map((cell) => getComputedStyle(cell, '::before').content)`;
const CUT_OFF = `[...document.querySelectorAll('tbody td > div, tbody .mantine-Badge-root')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)`;
const TALLEST_NAME = `Math.max(...[...document.querySelectorAll('tbody a')].map((one) => one.getBoundingClientRect().height))`;

test.each([390, 320])(
  'at %i px, each row is a card with the heading of each column, and nothing is cut off',
  async (width) => {
    const { page } = admin;
    await admin.open('/customers');
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('cell', { name: 'Waiting for review' }).first().waitFor();
    expect(await page.evaluate(LABELS)).toEqual([
      '"Customer"',
      '"Your reference"',
      '"Status"',
      '"Since"',
      '"Next step"',
    ]);
    expect(await page.evaluate(CUT_OFF)).toEqual([]);
    expect(await page.evaluate(TALLEST_NAME)).toBeLessThan(60);
    expect(await page.getByRole('table').getByRole('columnheader').count()).toBe(5);
    expect(await page.getByRole('row').count()).toBe(4);
  },
);

test('on a phone, filters are behind one button, which says how many are set', async () => {
  const { page } = admin;
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('searchbox', { name: 'Search' }).waitFor();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Created from').fill('2026-01-01');
  expect(await admin.look('customers-filters')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Filters (1)', exact: true }).waitFor();
});

test('a wide list leaves every column enough width beside a long name', async () => {
  await admin.open('/customers');
  expect(await admin.look('customers-long-name')).toEqual([]);
  await admin.page.setViewportSize({ width: 1440, height: 900 });
  expect(await admin.page.evaluate(CUT_OFF)).toEqual([]);
});

const ROW_HEIGHT = `document.querySelector('tbody tr').getBoundingClientRect().height`;
/** The width of other columns depends on their content. */
const SIZED = `[...document.querySelectorAll('thead th[style]')].map((one) => [one.textContent, Math.round(one.getBoundingClientRect().left)])`;

test('while a list loads, its skeleton has rows of the final height, and columns with a width in their final places', async () => {
  const { page } = admin;
  await portal.database.owner.query(`update customers set company_name = 'Acme', trading_name = 'Acme Trading'`);
  await admin.open('/customers');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByText('Acme Trading').first().waitFor();
  const [height, sized] = [await page.evaluate<number>(ROW_HEIGHT), await page.evaluate<unknown[]>(SIZED)];
  expect(sized).toHaveLength(3);
  const held = Promise.withResolvers<void>();
  await page.route(/\/customers\?/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await admin.open('/customers');
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  expect(Math.abs((await page.evaluate<number>(ROW_HEIGHT)) - height)).toBeLessThanOrEqual(2);
  expect(await page.evaluate(SIZED)).toEqual(sized);
  held.resolve();
  await page.getByText('Acme Trading').first().waitFor();
  expect(await page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
  await page.unroute(/\/customers\?/);
});
