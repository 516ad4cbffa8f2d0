// Every page of the portal in every possible state, and with invalid URLs.
import type { Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filterAway, goAstray, lookIn, STATES } from '../../harness/scenes/page-states.ts';
import { openPortal, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import { pagesOf, searchFieldsOf } from '../../harness/site-pages.ts';

const PAGES = pagesOf('portal');

let portal: SiteScene;
let window: SiteWindow;
beforeAll(async () => {
  portal = await openPortal({ environment: { RATE_LIMIT_SESSION: '1000000' } });
  window = await portal.enter();
});
afterAll(() => portal.close());

describe.each(PAGES)('%s', (page) => {
  test.each(STATES)('%s: is shown accessibly, at every width, in light and dark', (state) =>
    lookIn('portal', window, page, state),
  );
});

describe('/requirements of a country', () => {
  const OF_A_COUNTRY = '/requirements?country=NGA';
  test.each(STATES)('%s: is shown accessibly, at every width, in light and dark', (state) =>
    lookIn('portal', window, OF_A_COUNTRY, state),
  );
  test.each(STATES)('%s, once the countries are loaded', (state) =>
    lookIn('portal', window, OF_A_COUNTRY, state, /\/partner-profile\/requirements\//),
  );
  test.each([
    ['XXX', 'No country has the code XXX'],
    ['ATA', 'Only businesses can be onboarded in Antarctica'],
    ['IRN', 'Islamic Republic of Iran is not served'],
  ])('%s: the page says why there are no rules, and requests none', async (country, words) => {
    const asked: string[] = [];
    const note = (request: Request) => asked.push(request.url());
    window.page.on('request', note);
    await lookIn('portal', window, `/requirements?country=${country}`, 'nothing yet');
    await window.page.getByRole('heading', { name: words }).waitFor();
    window.page.off('request', note);
    expect(asked.filter((url) => url.includes('/partner-profile/requirements/'))).toEqual([]);
  });
});

describe('a filter without matches', () => {
  test.each([
    ['/customers', 'q=nobody-has-this-name'],
    ['/webhooks/deliveries', 'status=Exhausted'],
    ['/credentials/requests', 'outcome=Refused'],
    ['/api-requests', 'requestId=no-such-request'],
    ['/activity', 'from=2026-01-01'],
  ])('%s?%s: says so and can be cleared', async (path, search) => {
    expect(PAGES).toContain(path);
    await filterAway('portal', window, path, search);
  });
});

test('an error stays on the page during a retry, and disappears when that succeeds', async () => {
  const { page } = window;
  let reads = 0;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/customer/v1/partner-profile/activity*', async (route) => {
    if (reads++ === 0) return route.fulfill({ status: 503, contentType: 'text/plain', body: 'no' });
    await answered;
    return route.fallback();
  });
  await window.open('/activity');
  const failure = page.getByText('This could not be loaded', { exact: true });
  await failure.waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => reads).toBe(2);
  await expect.poll(() => page.getByRole('button', { name: 'Try again' }).isDisabled()).toBe(true);
  expect(await failure.count()).toBe(1);
  expect(await window.look('retried')).toEqual([]);
  answer();
  await failure.waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('an invalid URL never breaks a page', () => {
  // Search fields of the pages, including those imported from other modules.
  expect(searchFieldsOf('portal')).toEqual(
    expect.arrayContaining(['range', 'status', 'q', 'country', 'tab', 'before']),
  );
  return goAstray('portal', window, PAGES, 80);
});
