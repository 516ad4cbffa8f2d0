// A real Chromium that is used by keyboard only, and looks at every page: with axe-core, in light and dark, wide and narrow.
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import axe from 'axe-core';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

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

export interface Window {
  page: Page;
  /** Presses Tab until the control with this name has the focus. */
  tabTo(name: string | RegExp): Promise<void>;
  /** Types into the field of this name. */
  fill(name: string | RegExp, text: string): Promise<void>;
  /** Goes to the link or button of this name, presses Enter and waits for the next page. */
  press(name: string | RegExp): Promise<void>;
  heading(): Promise<string>;
  problem(): Promise<string>;
  text(selector: string): Promise<string>;
  /** Looks at the page in every way and answers what is wrong with it. */
  inspect(name: string): Promise<string[]>;
  /** Gives the browser an authenticator that always says yes. */
  plugInAuthenticator(): Promise<void>;
  close(): Promise<void>;
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

// What runs in the page is written as text, for the types of a page are not those of Node.
const FOCUSED_NAME = `(() => {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return '';
  const name = focused.getAttribute('aria-label') ?? focused.labels?.[0]?.textContent ?? focused.textContent;
  return name.trim();
})()`;
const RUN_AXE = `axe.run(document).then(({ violations }) =>
  violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(({ target }) => target.join(' ')).join(', ') })))`;

const focusedName = (page: Page): Promise<string> => page.evaluate(FOCUSED_NAME);

async function inspect(page: Page, name: string): Promise<string[]> {
  const findings: string[] = [];
  const size = page.viewportSize();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1024, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (wide > width) findings.push(`${name} at ${width}: scrolls sideways to ${wide}`);
      findings.push(...(await findBarriers(page)).map((found) => `${name} ${colorScheme} at ${width}: ${found}`));
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size !== null) await page.setViewportSize(size);
  return findings;
}

/** What axe-core calls serious or critical. */
async function findBarriers(page: Page): Promise<string[]> {
  // Evaluated and not added as a script, which the page's own policy would refuse.
  await page.evaluate(axe.source);
  const violations = await page.evaluate<{ id: string; impact: string | null; where: string }[]>(RUN_AXE);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, where }) => `${impact} ${id} (${where})`);
}
