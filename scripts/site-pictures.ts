// Creates the small images of docs/portal and docs/console from the screenshots of the browser tests: npm run pictures.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { chromium } from 'playwright-core';

/** Names that tests pass to `look`; windows are 1440 wide and light unless the name says otherwise. */
const PICTURES = {
  portal: [
    'sign-in',
    'home-token-refused',
    'home-at-work',
    'home-at-work-320-light',
    'webhook-failing-1440-dark',
    'webhook-failing',
    'webhook-overlap',
    'webhook-events',
    'deliveries-failing',
    'delivery-failing',
    'signature',
    'replay-confirm',
    'replay-running',
    'credentials',
    'new-certificate-works',
    'token-requests',
    'api-requests',
    'customers',
    'customer',
    'customer-people',
    'customer-documents',
    'customer-timeline',
    'requirements',
    'team',
    'person',
    'activity',
    'you',
    'session-ended',
  ],
  console: [
    'queue',
    'queue-confirm',
    'search',
    'keys',
    'package-mine',
    'document',
    'evidence-hits',
    'evidence-changes',
    'decision',
    'decision-dialog',
    'second-analyst',
    'sent-back',
    'evidence-changed',
    'voided',
    'package-mine-1440-dark',
    'trail',
    'statistics',
    'reads',
    'reassign',
    'partners',
    'partner',
    'staff',
    'colleague',
    'countries',
    'country',
    'reference',
    'jobs',
  ],
};
const OTHER_WINDOW = /-(\d+)-(light|dark)$/;
/** The width of an image, unless the window itself was smaller. */
const WIDTH = 900;
/** About the height of a window. */
const MOST_HEIGHT = 620;

const asked = process.argv.slice(2).filter((word) => word in PICTURES);
if (process.argv.includes('--help')) {
  console.log(
    'usage: npm run pictures [-- portal|console]\nRun "npm test -- tests/browser" first: it takes the screenshots.',
  );
  process.exit(0);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: MOST_HEIGHT } });
  for (const [site, names] of Object.entries(PICTURES).filter(([name]) => asked.length === 0 || asked.includes(name))) {
    await mkdir(`docs/${site}`, { recursive: true });
    for (const name of names) {
      const window = OTHER_WINDOW.exec(name);
      const source = resolve(`.test/screenshots/${site}-${name}${window === null ? '-1440-light' : ''}.png`);
      if (!existsSync(source)) throw new Error(`${source} is missing: run "npm test -- tests/browser/${site}" first`);
      const width = Math.min(WIDTH, Number(window?.[1] ?? WIDTH));
      const data = readFileSync(source).toString('base64');
      await page.setContent(
        `<body style="margin:0"><img style="display:block;width:${width}px" src="data:image/png;base64,${data}"></body>`,
      );
      const box = await page.locator('img').boundingBox();
      const height = Math.min(Math.ceil(box?.height ?? MOST_HEIGHT), MOST_HEIGHT);
      const path = `docs/${site}/${name}.png`;
      await page.screenshot({ path, clip: { x: 0, y: 0, width, height } });
      console.log(path);
    }
  }
} finally {
  await browser.close();
}
