// Pages of a site in a browser: how long each takes until its content is shown, alternating between two databases.
import { createHash } from 'node:crypto';
import { makeSessionValue } from '@onboarding/domain/accounts';
import { openKeyRing } from '@onboarding/platform/crypto';
import { uuidv7 } from '@onboarding/platform/ids';
import type pg from 'pg';
import { type Browser, chromium } from 'playwright-core';
import { sessionCookie } from '../../apps/api/src/http/cookies.ts';
import { median } from './load.ts';
import { KEY_RING } from './servers.ts';
import { inTurn, judged, type OfSizes } from './sizes.ts';

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
/** Of the ratio of large to small. */
export const PAGE_GOAL = 1.5;
const FIRST_CONTENT_GOAL_MS = 1_000;

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

/** Signs a person in without the provider. */
export async function signIn(
  owner: pg.Client,
  { realm, role, partnerId = null }: { realm: 'partner' | 'staff'; role: string; partnerId?: string | null },
): Promise<PageSubject['cookie']> {
  const now = new Date();
  const [accountId, value] = [uuidv7(now), makeSessionValue(openKeyRing(KEY_RING))];
  await owner.query(
    `insert into accounts (account_id, realm, partner_id, role, email, email_key, name, status, created_at)
     values ($1, $2, $3, $4, $5, $5, 'Ada', 'Active', now())`,
    [accountId, realm, partnerId, role, `${accountId}@bench.example`],
  );
  await owner.query(
    `insert into sessions (session_hash, session_id, account_id, realm, created_at, last_seen_at, expires_at, second_factor_at,
       address, user_agent)
     values ($1, $2, $3, $4, now(), now(), now() + interval '12 hours', now(), '127.0.0.1', 'bench')`,
    [createHash('sha256').update(value).digest(), uuidv7(now), accountId, realm],
  );
  return { name: sessionCookie(realm), value };
}

/** Prints the median until the first content; returns the requests of each page. */
export async function measureOpening(
  browser: Browser,
  subjects: OfSizes<PageSubject>,
  page: string,
): Promise<OfSizes<string[]>> {
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
    `${page.padEnd(12)} first content ${small.toFixed(0)} and ${large.toFixed(0)} ms${large > FIRST_CONTENT_GOAL_MS ? ' (missed)' : ''}, ${judged(large / small, PAGE_GOAL)}`,
  );
  return reads;
}

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
