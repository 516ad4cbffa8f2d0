// The documentation as readers see it: the built site in a real browser, served by a real API.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildStaleSites } from '../../scripts/build-sites.ts';
import { glance, inspect, launchChromium } from '../harness/chromium.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { PAGE_PATIENCE_MS, until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { askSearch, missedBy, openSearch, pagesOf, questionsOf } from '../harness/scenes/documentation.ts';

const QUESTIONS = questionsOf('integrators');
const PAGES = pagesOf('integrators');

let database: TestDatabase;
let issuer: RunningIssuer;
let api: RunningApi;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Requests to other origins, and what the browser reported: policy violations and script errors. */
const outside: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  [database, issuer, browser] = await Promise.all([cloneDatabase(), runIssuer(), launchChromium(), buildStaleSites()]);
  api = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url });
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(PAGE_PATIENCE_MS);
  page = await context.newPage();
  page.on('request', (request) => {
    if (!request.url().startsWith(api.url) && !request.url().startsWith('data:')) outside.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
  await issuer?.close();
  await database?.close();
});

async function open(path: string): Promise<void> {
  await page.goto(`${api.url}/docs/${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The scripts of the page are running.
  await until(() => page.evaluate(`document.querySelector('#app').__vue_app__ !== undefined`), 'the page runs');
}

describe('the documentation', () => {
  test.each([
    ['', 'home'],
    ['concepts', 'pictures'],
    ['retries', 'code and tables'],
    ['receiving', 'wide tables'],
    ['going-live', 'a checklist'],
    ['quickstart', 'tabs'],
    ['sdks', 'two languages'],
    ['errors', 'a long list'],
    ['cli', 'screens'],
  ])('/docs/%s (%s) is accessible, wide and narrow, in light and dark', async (path, kind) => {
    await open(path);
    expect(await inspect(page, `docs-${kind.replaceAll(' ', '-')}`, [1440, 1024, 320])).toEqual([]);
  });

  test.each(PAGES)('/docs/%s is accessible and does not scroll horizontally', async (path) => {
    await open(path);
    expect(await glance(page, [1440, 320])).toEqual([]);
  });

  test("keeps the reader's choice of colours", async () => {
    await open('');
    const isDark = () => page.evaluate<boolean>(`document.documentElement.classList.contains('dark')`);
    expect(await isDark()).toBe(false);
    await page.getByRole('switch', { name: 'Appearance' }).first().click();
    await expect.poll(isDark).toBe(true);
    await page.reload();
    expect(await isDark()).toBe(true);
    await page.evaluate('localStorage.clear()');
  });

  test('remembers ticked items of a checklist', async () => {
    await open('going-live');
    const boxes = page.getByRole('checkbox');
    await boxes.nth(1).check();
    await boxes.nth(2).check();
    await boxes.nth(2).uncheck();
    await open('going-live');
    const ticked = await Promise.all([0, 1, 2].map((at) => boxes.nth(at).isChecked()));
    expect(ticked).toEqual([false, true, false]);
    await page.evaluate('localStorage.clear()');
  });

  test('links to the reference and back, and redirects old URLs', async () => {
    await open('');
    await page.getByRole('link', { name: 'Reference' }).first().click();
    await page.waitForURL(`${api.url}/docs/reference/`);
    expect(await page.getByRole('button', { name: /Compliance|Operations|Dashboard/ }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Errors', exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Guides and quickstart' }).click();
    await page.waitForURL(`${api.url}/docs/`);
    const paths = ['/docs', '/docs/js/scalar.js', '/docs/openapi.json'];
    const answers = await Promise.all(paths.map((path) => fetch(`${api.url}${path}`, { redirect: 'manual' })));
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual([
      '/docs/',
      '/docs/reference/js/scalar.js',
      '/api/openapi.json',
    ]);
  });

  test('shows 404 for an unknown page', async () => {
    const answer = await page.goto(`${api.url}/docs/no-such-page`);
    expect(answer?.status()).toBe(404);
    await page.getByText('404').first().waitFor();
    // The browser reports the status as an error, as expected.
    complaints.length = 0;
  });
});

describe('the quickstart', () => {
  const WAYS = ['curl', 'TypeScript', 'Python', 'Command line'];
  const shown = async () => {
    const headings = await page.locator('.ways h2').all();
    const visible = await Promise.all(
      headings.map(async (one) => ((await one.isVisible()) ? [await one.innerText()] : [])),
    );
    return visible.flat().map((text) => text.replace(/\u200b/g, '').trim());
  };

  test('has a tab for each way, with one open', async () => {
    await open('quickstart');
    expect(await page.locator('.ways > .tabs label').allInnerTexts()).toEqual(WAYS);
    expect(await shown()).toEqual(['With curl']);
    for (const way of WAYS.toReversed()) {
      await page.locator('.ways > .tabs').getByText(way, { exact: true }).click();
      const [only, ...others] = await shown();
      expect([only?.toLowerCase().endsWith(way.toLowerCase()), others]).toEqual([true, []]);
    }
  });

  test.each(['with-curl', 'with-typescript', 'with-python', 'with-the-command-line'])(
    'opens the tab of #%s, by URL and by a link on the page',
    async (anchor) => {
      const heading = page.locator(`#${anchor}`);
      await page.goto('about:blank');
      await open(`quickstart#${anchor}`);
      await heading.waitFor({ state: 'visible' });
      await open('quickstart');
      await page.locator(`.vp-doc :is(p, li) a[href="#${anchor}"]`).first().click();
      await heading.waitFor({ state: 'visible' });
      expect(await shown()).toHaveLength(1);
      expect(await inspect(page, `docs-quickstart-${anchor}`, [1440, 320])).toEqual([]);
    },
  );
});

describe('the search', () => {
  beforeAll(async () => {
    await open('');
    await openSearch(page);
  });

  test('has at least thirty test questions', () => {
    expect(new Set(QUESTIONS.map(({ question }) => question)).size).toBeGreaterThanOrEqual(30);
  });

  test('finds the right page among the first three for every question of an integrator', async () => {
    expect(await missedBy(page, '/docs/', QUESTIONS)).toEqual([]);
  });

  test('is accessible', async () => {
    await askSearch(page, '/docs/', 'rotate webhook secret');
    expect(await inspect(page, 'docs-search', [1440, 320])).toEqual([]);
  });

  test('opens the right section of the page', async () => {
    await askSearch(page, '/docs/', 'rotate webhook secret');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Rotate the secret' }).waitFor();
    await expect.poll(() => page.url()).toMatch(/\/docs\/webhooks#rotate-the-secret$/);
  });
});

test('sends no request to other origins, and the browser reports no errors', () => {
  expect(outside).toEqual([]);
  expect(complaints).toEqual([]);
});
