// The open pages of a browser: when they have finished loading, and what they show, so that a test that fails on another
// machine can be understood.
import type { Page, Request } from 'playwright-core';
import { until } from './patience.ts';

const TEXT_LENGTH = 1_500;
/** Each open page with its pending requests. */
const open = new Map<Page, Set<Request>>();

export function watchPage(page: Page): void {
  const asked = new Set<Request>();
  open.set(page, asked);
  page.on('request', (request) => {
    // Pending requests of the previous page are not always reported as ended.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) asked.clear();
    asked.add(request);
  });
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  page.once('close', () => open.delete(page));
}

/** How long a page must have no pending request and no loading indicator. */
const QUIET_MS = 500;
/** Present before it is visible: a page shows only after a moment that it is loading. */
const WAITING = '[role="status"][aria-label="Loading"]';

/** Waits until a page has finished loading. */
export async function settled(page: Page): Promise<void> {
  let quietSince = performance.now();
  await until(async () => {
    const isQuiet = open.get(page)?.size === 0 && (await page.locator(WAITING).count()) === 0;
    if (!isQuiet) quietSince = performance.now();
    return performance.now() - quietSince >= QUIET_MS;
  }, 'the page has stopped changing');
}

/** The URL and text of each open page. */
export async function describeOpenPages(): Promise<string> {
  const pages = [...open.keys()].map(async (page) => {
    const text = await page.evaluate<string>('document.body.innerText').catch(String);
    return `${page.url()}\n${text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, TEXT_LENGTH)}`;
  });
  return (await Promise.all(pages)).join('\n\n');
}
