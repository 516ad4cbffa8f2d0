// The documentation as readers see it: the built site in a real browser, served by a real API.
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SIDEBAR } from '../../apps/docs/build/navigation.ts';
import { buildStaleSites } from '../../scripts/build-sites.ts';
import { glance, inspect, launchChromium } from '../harness/chromium.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { PAGE_PATIENCE_MS, until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';

interface Question {
  question: string;
  page: string;
}
const QUESTIONS: Question[] = JSON.parse(readFileSync('apps/docs/questions.json', 'utf8'));

/** Every page of the handbook, but only the last of the runbooks and decisions, which are all alike. */
const PAGES = Object.values(SIDEBAR).flatMap((chapters, at, all) => {
  const links = chapters.flatMap(({ items }) => items.map(({ link }) => link.slice(1)));
  return at === all.length - 1 ? links : links.slice(-1);
});

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
      await page.locator(`.vp-doc p a[href="#${anchor}"]`).first().click();
      await heading.waitFor({ state: 'visible' });
      expect(await shown()).toHaveLength(1);
      expect(await inspect(page, `docs-quickstart-${anchor}`, [1440, 320])).toEqual([]);
    },
  );
});

describe('the search', () => {
  beforeAll(async () => {
    await open('');
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox', { name: 'Search' }).waitFor();
  });
  const found = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll('.VPLocalSearchBox .result')].map(({ href }) => href)`);

  /** The pages found for a question, without duplicates, best first. */
  async function ask(question: string): Promise<string[]> {
    const box = page.getByRole('searchbox');
    await box.fill('');
    await until(async () => (await found()).length === 0, 'the last answer is gone');
    await box.fill(question);
    await until(async () => (await found()).length > 0, `an answer to ${question}`);
    return [...new Set((await found()).map((href) => new URL(href).pathname.replace('/docs/', '')))];
  }

  test('has at least thirty test questions', () => {
    expect(new Set(QUESTIONS.map(({ question }) => question)).size).toBeGreaterThanOrEqual(30);
  });

  test('finds the right page among the first three for every question of an integrator', async () => {
    const missed: string[] = [];
    for (const { question, page: right } of QUESTIONS) {
      const pages = await ask(question);
      if (!pages.slice(0, 3).includes(right)) missed.push(`${question}: ${right} is not in ${pages.slice(0, 5)}`);
    }
    expect(missed).toEqual([]);
  });

  test('is accessible', async () => {
    await ask('rotate webhook secret');
    expect(await inspect(page, 'docs-search', [1440, 320])).toEqual([]);
  });

  test('opens the right section of the page', async () => {
    await ask('rotate webhook secret');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Rotate the secret' }).waitFor();
    await expect.poll(() => page.url()).toMatch(/\/docs\/webhooks#rotate-the-secret$/);
  });
});

test('sends no request to other origins, and the browser reports no errors', () => {
  expect(outside).toEqual([]);
  expect(complaints).toEqual([]);
});
