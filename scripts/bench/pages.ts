// Pages of a site in a browser: how long each takes until its content is shown, alternating between two databases.
import { type Browser, chromium } from 'playwright-core';
import { median } from './load.ts';

export type Size = 'small' | 'large';

/** A site that is served with a database of one size. */
export interface PageSubject {
  /** The URL of the site's home page. */
  site: string;
  /** The session of a signed-in user. */
  cookie: { name: string; value: string };
  /** A cheap page, opened first to fill the browser's cache. */
  cheapPage: string;
  /** Their paths, by name. */
  pages: Record<string, string>;
}

const OPENINGS = 7;
const GOAL = { ratio: 1.5, firstContentMs: 1_000 };

export async function withBrowser(work: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}

/** Prints the median until the first content; returns the requests of each page. */
export async function measureOpening(
  browser: Browser,
  subjects: Record<Size, PageSubject>,
  page: string,
): Promise<Record<Size, string[]>> {
  const times = { small: [] as number[], large: [] as number[] };
  const reads = { small: [] as string[], large: [] as string[] };
  for (let opening = 0; opening < OPENINGS; opening++) {
    for (const size of inTurn(opening)) {
      const opened = await open(browser, subjects[size], page);
      reads[size] = opened.reads;
      times[size].push(opened.firstContentMs);
    }
  }
  const [small, large] = [median(times.small), median(times.large)];
  console.log(
    `${page.padEnd(12)} first content ${small.toFixed(0)} and ${large.toFixed(0)} ms${missed(large > GOAL.firstContentMs)}, ${judged(large / small)}`,
  );
  return reads;
}

const missed = (is: boolean) => (is ? ' (missed)' : '');

/** A ratio of large to small, and the goal. */
export const judged = (ratio: number) =>
  `ratio ${ratio.toFixed(2)} (goal: at most ${GOAL.ratio.toFixed(2)}${ratio > GOAL.ratio ? ', missed' : ''})`;

/** The order alternates, so that a busy moment of the machine favours neither. */
export const inTurn = (round: number): Size[] => (round % 2 === 0 ? ['small', 'large'] : ['large', 'small']);

/** In a window with a warm cache; waits until the page has finished loading. */
async function open(browser: Browser, { site, cookie, cheapPage, pages }: PageSubject, name: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    // By the https URL: browsers accept such a cookie only for https, but also send it to loopback.
    const url = site.replace('http:', 'https:');
    await context.addCookies([{ ...cookie, url, secure: true, httpOnly: true, sameSite: 'Lax' }]);
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    await page.goto(site + cheapPage);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const reads = new Set<string>();
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.add(pathname + search);
    });
    await page.goto(site + pages[name]);
    const firstContentMs = await page.evaluate<number>(FIRST_CONTENT);
    return { reads: [...reads].filter((one) => !one.startsWith('/api/session/')), firstContentMs };
  } finally {
    await context.close();
  }
}

// A string, because it uses browser types: milliseconds since the navigation began.
const FIRST_CONTENT = `new Promise((resolve) => {
  const look = () => document.querySelector('main h1') && !document.querySelector('[aria-label="Loading"]')
    ? resolve(performance.now()) : requestAnimationFrame(look);
  look();
})`;
