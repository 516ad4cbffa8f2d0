// Pages of a site in a browser: how long each takes until its content is there, for two databases by turns.
import { type Browser, chromium } from 'playwright-core';
import { median } from './load.ts';

export type Size = 'small' | 'large';

/** A site that is served with a database of one size. */
export interface PageSubject {
  /** Of the site's first page. */
  site: string;
  /** Of a person who is signed in. */
  cookie: { name: string; value: string };
  /** A page that costs little, opened first for the sake of the browser's cache. */
  cheapPage: string;
  /** By the name of the page. */
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

/** Prints the median until the first content; returns what each page has read. */
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

/** A ratio of many to few, and what it should be. */
export const judged = (ratio: number) =>
  `ratio ${ratio.toFixed(2)} (goal: at most ${GOAL.ratio.toFixed(2)}${ratio > GOAL.ratio ? ', missed' : ''})`;

/** The order alternates, so that a busy moment of the machine favours neither. */
export const inTurn = (round: number): Size[] => (round % 2 === 0 ? ['small', 'large'] : ['large', 'small']);

/** In a window with a warm cache; waits until nothing on the page loads any more. */
async function open(browser: Browser, { site, cookie, cheapPage, pages }: PageSubject, name: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    // By its https address: browsers set such a cookie for no other, and send it to loopback all the same.
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

// Text, because its types are those of a browser: milliseconds since the navigation began.
const FIRST_CONTENT = `new Promise((resolve) => {
  const look = () => document.querySelector('main h1') && !document.querySelector('[aria-label="Loading"]')
    ? resolve(performance.now()) : requestAnimationFrame(look);
  look();
})`;
