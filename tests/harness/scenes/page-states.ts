// Every possible state of a page: intercepts its requests and decides how they end.
import fc from 'fast-check';
import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import { glance } from '../chromium.ts';
import { settled } from '../open-pages.ts';
import { patient } from '../patience.ts';
import { type Site, searchFieldsOf } from '../site-pages.ts';
import type { SiteWindow } from './site.ts';

export const REQUEST_ID = 'the-number-for-support';
/** At most six requests, one of which is the session. */
const MOST_READS = 5;
/** A request repeated after this time is a refresh, which a page does every few seconds. */
const AGAIN_MS = 2_000;

/** With an unknown id. */
export const addressOf = (page: string) => page.replaceAll(/\$\w+/g, '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f');

export const failing = (status: number, code: string) => (route: Route) =>
  route.fulfill({
    status,
    contentType: 'application/json',
    body: JSON.stringify({
      value: null,
      isSuccess: false,
      error: { code, description: 'These words come from the service.', requestId: REQUEST_ID },
    }),
  });

/** How a page's requests end; undefined passes them to the service, which has no data yet. */
const ENDS: Record<string, ((route: Route) => Promise<void>) | undefined> = {
  'nothing yet': undefined,
  failed: failing(503, 'Service.Unavailable'),
  'not allowed': failing(403, 'Session.RoleMissing'),
  // Answered when the page is closed.
  slow: async () => {},
};
export const STATES = Object.keys(ENDS);

/** The requests of pages, as opposed to those of the frame around them. */
const DATA: Record<Site, RegExp> = {
  portal: /\/api\/(customer\/|session\/partner\/list)/,
  console: /\/api\/(compliance|operations)\//,
};

/** Pages that load nothing until the user enters something. */
const READ_NOTHING: Record<Site, readonly string[]> = { portal: [], console: ['/search'] };

/** Collects the matching requests of the page from now on, and decides how they end. */
async function watchReads(which: RegExp, window: SiteWindow, end: (typeof ENDS)[string]): Promise<string[]> {
  const reads: string[] = [];
  const readAt = new Map<string, number>();
  await window.page.route(which, async (route) => {
    const url = route.request().url();
    const before = readAt.get(url) ?? Number.NaN;
    readAt.set(url, performance.now());
    if (route.request().method() === 'GET' && !(performance.now() - before > AGAIN_MS)) reads.push(url);
    return end === undefined ? route.fallback() : end(route);
  });
  return reads;
}

/** Opens a page with data: it must need no more requests than an empty one. */
export async function expectFewReads(site: Site, window: SiteWindow, path: string): Promise<void> {
  const reads = await watchReads(DATA[site], window, undefined);
  await window.open(path);
  await settled(window.page);
  await window.page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(reads.length, reads.join('\n')).toBeGreaterThan(0);
  expect(reads.length, reads.join('\n')).toBeLessThanOrEqual(MOST_READS);
}

/** Opens the page in that state, and expects no faults at any width, in light and dark. */
export async function lookIn(
  site: Site,
  window: SiteWindow,
  page: string,
  state: string,
  which: RegExp = DATA[site],
): Promise<void> {
  window.complaints.length = 0;
  const reads = await watchReads(which, window, ENDS[state]);
  await window.open(addressOf(page));
  const isRead = !READ_NOTHING[site].includes(page);
  if (state !== 'slow') await settled(window.page);
  else if (isRead) await window.page.getByRole('status', { name: 'Loading' }).first().waitFor();
  expect(reads.length > 0, `${page} reads something`).toBe(isRead);
  expect(reads.length, reads.join('\n')).toBeLessThanOrEqual(MOST_READS);
  const words = { failed: REQUEST_ID, 'not allowed': 'Your role does not allow this' }[state];
  if (words !== undefined && isRead)
    await expect.poll(() => window.page.locator('main').textContent()).toContain(words);
  expect(await glance(window.page, site === 'portal' ? [1440, 1024, 320] : [1440, 1024])).toEqual([]);
  expect(window.complaints).toEqual([]);
  await window.page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Opens invalid URLs of these pages: each shows a page, without an error of script or service. */
export async function goAstray(site: Site, window: SiteWindow, pages: readonly string[], runs: number): Promise<void> {
  const { page } = window;
  const broken: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 500) broken.push(`${answer.status()} ${answer.url()}`);
  });
  await window.open(pages[0] ?? '/');
  const text = fc.oneof(
    fc.constantFrom(
      'Failed',
      'Active',
      '2026-02-31',
      '9999-12-31T23:59:59Z',
      '-1',
      '1e9',
      'NaN',
      '[]',
      '{"a":1}',
      '%',
      '__proto__',
    ),
    fc.uuid(),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constant('x'.repeat(400)),
  );
  const name = fc.oneof(
    fc.constantFrom(...searchFieldsOf(site)),
    fc.constantFrom('__proto__', 'constructor', 'then'),
    fc.string({ maxLength: 8 }),
  );
  const visit = fc.record({
    page: fc.constantFrom(...pages),
    id: text.filter((one) => one !== '' && one !== '.' && one !== '..'),
    search: fc.array(fc.tuple(name, text), { maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(visit, async (one) => {
      const path = one.page.replaceAll(/\$\w+/g, () => encodeURIComponent(one.id.toWellFormed()));
      const search = new URLSearchParams(
        one.search.map(([key, value]): [string, string] => [key.toWellFormed(), value.toWellFormed()]),
      );
      // Cleared, so that shrinking can find a shorter URL that breaks it too.
      window.complaints.length = broken.length = 0;
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/${site}${path}?${search}`)})`);
      await settled(page);
      // While the page changes, there may be no heading.
      await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await page.getByText('This page is not working').count()).toBe(0);
      expect([...window.complaints, ...broken]).toEqual([]);
    }),
    // On a machine that is far too slow, the remaining runs are skipped and the test fails.
    { numRuns: runs, interruptAfterTimeLimit: patient(150_000), markInterruptAsFailure: true },
  );
}

/** Opens a list with a filter that nothing matches: it must say so, and the filter can be cleared. */
export async function filterAway(site: Site, window: SiteWindow, path: string, search: string): Promise<void> {
  await window.open(`${path}?${search}`);
  await settled(window.page);
  const clear = window.page.getByRole('button', { name: 'Clear the filters' }).first();
  await clear.waitFor();
  expect(await glance(window.page, site === 'portal' ? [1440, 1024, 320] : [1440, 1024])).toEqual([]);
  await clear.click();
  await window.page.waitForURL((url) => !url.search.includes(search));
}
