// A real Chromium, operated by keyboard only, which inspects every page: with axe-core, in light and dark, wide and
// narrow.
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { PAGE_PATIENCE_MS } from './patience.ts';

const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const SCREENSHOTS = resolve('.test/screenshots');
/** The height of the window in which pages are inspected. */
const HEIGHT = 800;
/** The maximum height of a screenshot. */
const MOST_HEIGHT = 6_000;

export interface Window {
  page: Page;
  /** Presses Tab until the control with this name has the focus. */
  tabTo(name: string | RegExp): Promise<void>;
  /** Types into the field with this name. */
  fill(name: string | RegExp, text: string): Promise<void>;
  /** Focuses the link or button with this name, presses Enter and waits for the next page. */
  press(name: string | RegExp): Promise<void>;
  heading(): Promise<string>;
  problem(): Promise<string>;
  text(selector: string): Promise<string>;
  /** Inspects the page in every mode and returns its faults. */
  inspect(name: string): Promise<string[]>;
  /** Gives the browser an authenticator that always approves. */
  plugInAuthenticator(): Promise<void>;
  close(): Promise<void>;
}

/** One browser for many users: each gets a separate context with its own cookies. */
export function launchChromium(): Promise<Browser> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  return chromium.launch({ executablePath: PROGRAM, args: ARGUMENTS });
}

/** What the browser reports from now on: policy violations and script errors. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The browser also reports error statuses, but the tests check those themselves.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

export async function openChromium(): Promise<{ newWindow(): Promise<Window>; close(): Promise<void> }> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const open: { context: BrowserContext; folder: string }[] = [];
  async function end({ context, folder }: { context: BrowserContext; folder: string }): Promise<void> {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
  return {
    async newWindow() {
      const folder = await mkdtemp(join(tmpdir(), 'chromium-'));
      const context = await chromium.launchPersistentContext(folder, {
        executablePath: PROGRAM,
        args: ARGUMENTS,
        viewport: { width: 1024, height: 800 },
      });
      // Longer than the library's default, for a machine that is busy with other tests.
      context.setDefaultTimeout(PAGE_PATIENCE_MS);
      const opened = { context, folder };
      open.push(opened);
      return createWindow(context, context.pages()[0] ?? (await context.newPage()), () => end(opened));
    },
    async close() {
      await Promise.all(open.map(end));
    },
  };
}

function createWindow(context: BrowserContext, page: Page, close: () => Promise<void>): Window {
  const text = async (selector: string) => (await page.locator(selector).first().textContent()) ?? '';
  async function tabTo(name: string | RegExp): Promise<void> {
    const seen: string[] = [];
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      const focused = await focusedName(page);
      if (typeof name === 'string' ? focused === name : name.test(focused)) return;
      seen.push(focused);
    }
    throw new Error(`The keyboard does not reach ${name}, only ${[...new Set(seen)].join(' | ')}`);
  }
  return {
    page,
    tabTo,
    async fill(name, text) {
      await tabTo(name);
      await page.keyboard.type(text);
    },
    async press(name) {
      await tabTo(name);
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    },
    heading: () => text('h1'),
    problem: () => text('#problem'),
    text,
    inspect: (name) => inspect(page, name),
    async plugInAuthenticator() {
      const session = await context.newCDPSession(page);
      await session.send('WebAuthn.enable');
      await session.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
    },
    close,
  };
}

// Code for the page is a string, because its types are not those of Node.
const FOCUSED_NAME = `(() => {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return '';
  const name = focused.getAttribute('aria-label') ?? focused.labels?.[0]?.textContent ?? focused.textContent;
  return name.trim();
})()`;
const RUN_AXE = `axe.run(document, { resultTypes: ['violations'], elementRef: false, rules: { 'target-size': { enabled: true } } }).then(({ violations }) =>
  violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(({ target, any }) => target.join(' ') + ': ' + (any[0]?.message ?? '')).join(', ') })))`;

/** The height of a window that shows the whole page, or the whole dialog in front of it. */
const WHOLE_HEIGHT = `(() => {
  const dialog = document.querySelector('[role="dialog"][aria-modal="true"]');
  if (dialog === null) return document.documentElement.scrollHeight;
  return innerHeight + dialog.scrollHeight - dialog.clientHeight;
})()`;

const MESSAGES = `document.querySelectorAll('.mantine-Notifications-root, .mantine-Notifications-root *')`;

const focusedName = (page: Page): Promise<string> => page.evaluate(FOCUSED_NAME);

/** Inspects the page in light and dark at each width, takes a screenshot of each, and returns the faults. */
export async function inspect(page: Page, name: string, widths: readonly number[] = [1024, 320]): Promise<string[]> {
  const size = page.viewportSize();
  const findings = await lookAround(page, widths, async (width, colorScheme) => {
    if (process.env.NO_PICTURES !== undefined) return;
    await takePicture(page, width, join(SCREENSHOTS, `${name}-${width}-${colorScheme}.png`));
  });
  if (size !== null) await page.setViewportSize(size);
  return findings.map((found) => `${name} ${found}`);
}

/** The same for many states of many pages, without screenshots. */
export async function glance(page: Page, widths: readonly number[] = [1440, 1024, 320]): Promise<string[]> {
  const findings = await lookAround(page, widths, async () => {});
  await page.setViewportSize({ width: widths[0] ?? 1440, height: 900 });
  return findings;
}

/** The page is loaded only once: width and colours change in place. */
async function lookAround(
  page: Page,
  widths: readonly number[],
  keep: (width: number, colorScheme: string) => Promise<void>,
): Promise<string[]> {
  const findings: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHT });
      const look = async () => {
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        return [...(wide > width ? [`scrolls sideways to ${wide}`] : []), ...(await findBarriers(page))];
      };
      findings.push(...(await lasting(page, look)).map((one) => `${colorScheme} at ${width}: ${one}`));
      await keep(width, colorScheme);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return findings;
}

/**
 * The whole page from the top, without temporary messages over it. The window grows for it, because in a screenshot longer than
 * the window, elements of the window's height would be cut off.
 */
async function takePicture(page: Page, width: number, path: string): Promise<void> {
  const scrolled = await page.evaluate<number>('scrollY');
  const height = Math.min(await page.evaluate<number>(WHOLE_HEIGHT), MOST_HEIGHT);
  await page.setViewportSize({ width, height });
  await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
  // Not with a style of the library, which the page's own policy would refuse.
  await page.evaluate(`${MESSAGES}.forEach(({ style }) => { style.visibility = 'hidden'; })`);
  await page.screenshot({ path });
  await page.evaluate(`${MESSAGES}.forEach(({ style }) => { style.visibility = ''; })`);
  await page.setViewportSize({ width, height: HEIGHT });
  await page.evaluate(`scrollTo({ top: ${scrolled}, behavior: 'instant' })`);
}

/** Faults found repeatedly, not only while the page is still changing its colours or content. */
async function lasting(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  let found = await look();
  for (let looks = 1; looks < 4 && found.length > 0; looks++) {
    await page.waitForTimeout(1_000);
    const again = await look();
    found = found.filter((one) => again.includes(one));
  }
  return found;
}

/** Violations that axe-core rates serious or critical, and two landmarks with the same name. */
async function findBarriers(page: Page): Promise<string[]> {
  // Evaluated instead of added as a script, which the page's own policy would refuse.
  if (await page.evaluate<boolean>(`typeof axe === 'undefined'`)) await page.evaluate(axe.source);
  const violations = await page.evaluate<{ id: string; impact: string | null; where: string }[]>(RUN_AXE);
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'landmark-unique')
    .map(({ id, impact, where }) => `${impact} ${id} (${where})`);
}

/**
 * Presses the keys of a sequence such as "g then q" without the pauses of a busy machine, because the second must follow in
 * time.
 */
export async function pressSequence(page: Page, ...keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}
