// A developer looks a refused request up by its id, and sees which fields were at fault.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validBody } from '../../harness/bodies.ts';
import { until } from '../../harness/patience.ts';
import { addPartnerSystem } from '../../harness/scenes/partner-system.ts';
import { openPortal, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';

let portal: SiteScene;
let window: SiteWindow;
const REFUSED = 'order-4711.attempt-1';

beforeAll(async () => {
  portal = await openPortal();
  const system = await addPartnerSystem(portal);
  window = await portal.enter({ partnerId: system.partnerId, role: 'developer' });
  await window.open('/api-requests');
  await window.page.getByText('No API requests yet').waitFor();
  expect(await window.look('api-requests-none')).toEqual([]);
  await system.create({ companyName: 'Zürcher Käse AG' });
  await system.call('GET', '/api/partner/v1/business-profiles/by-reference/unknown');
  const body = validBody({ companyName: '', email: 'nobody', website: 'x y' });
  await system.call('POST', '/api/partner/v1/business-profiles', body, { 'x-request-id': REFUSED });
  const inLog = 'select from api_requests where partner_id = $1';
  await until(
    async () => (await portal.database.owner.query(inLog, [system.partnerId])).rowCount === 3,
    'all are in the log',
  );
});
afterAll(() => portal?.close());

test('lists writes and failures, each failure with its code, its fields and a link to the explanation', async () => {
  const { page } = window;
  await window.open('/');
  await page.getByRole('link', { name: 'API requests', exact: true }).click();
  await page.getByText('/companyName').waitFor();
  await page.getByText(`Request ${REFUSED}`).waitFor();
  const link = page.getByRole('link', { name: /^Customer\.NotFound/ });
  expect(await link.getAttribute('href')).toBe('/docs/errors#customernotfound');
  expect(await page.getByText('/business-profiles/by-reference/{partnerCustomerId}').count()).toBe(1);
  expect(await window.look('api-requests')).toEqual([]);
  await page.getByRole('link', { name: /^Customer [0-9a-f-]{36}$/ }).click();
  await page.getByRole('heading', { name: 'Zürcher Käse AG' }).waitFor();
  expect(window.complaints).toEqual([]);
});

test('finds a request by its id, marks what cannot be one, and filters by outcome', async () => {
  const { page } = window;
  await window.open('/api-requests');
  const rows = page.getByRole('row');
  await expect.poll(() => rows.count()).toBe(4);
  const search = page.getByLabel('Request id');
  await search.fill('a b');
  await page.getByText('A request id has 1 to 64 letters').waitFor();
  await search.fill(` ${REFUSED}`);
  await expect.poll(() => rows.count()).toBe(2);
  expect(page.url()).toContain(`requestId=${REFUSED}`);
  await search.fill('no-such-request');
  await page.getByText('No API requests match these filters').waitFor();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect.poll(() => rows.count()).toBe(4);
  await page.getByText('Failed', { exact: true }).click();
  await expect.poll(() => rows.count()).toBe(3);
  await page.getByText('Succeeded', { exact: true }).click();
  await expect.poll(() => rows.count()).toBe(2);
  expect(window.complaints).toEqual([]);
});
