// Every page of the console in every state that a page can be in, and with addresses that make no sense.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE_ROLES } from '../../harness/cases/console-access.ts';
import { filterAway, goAstray, lookIn, STATES } from '../../harness/scenes/page-states.ts';
import { openConsole, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import { pagesOf } from '../../harness/site-pages.ts';

/** Without the first one, which leads to another. */
const PAGES = pagesOf('console').filter((page) => page !== '/');
const isFor = (role: 'supervisor' | 'operator') => (page: string) => PAGE_ROLES[page]?.includes(role) === true;
/** Of a supervisor, who may open all pages about businesses; the others are an operator's. */
const OPERATORS_PAGES = PAGES.filter((page) => !isFor('supervisor')(page));

let scene: SiteScene;
let supervisor: SiteWindow;
let operator: SiteWindow;
beforeAll(async () => {
  scene = await openConsole({ environment: { RATE_LIMIT_SESSION: '1000000' } });
  supervisor = await scene.enter({ role: 'supervisor' });
  operator = await scene.enter({ role: 'operator' });
});
afterAll(() => scene?.close());

const windowFor = (page: string) => (OPERATORS_PAGES.includes(page) ? operator : supervisor);

describe.each(PAGES)('%s', (page) => {
  test.each(STATES)('%s: says so, without a barrier, at both widths, in light and dark', (state) =>
    lookIn('console', windowFor(page), page, state),
  );
});

describe('nothing with this filter', () => {
  test.each([
    ['/reads', 'from=9998-01-01'],
    ['/queue', 'country=NGA'],
  ])('%s?%s: says so, and the filter can be cleared', async (path, search) => {
    expect(PAGES).toContain(path);
    await filterAway('console', windowFor(path), path, search);
  });
});

test('an address that makes no sense never breaks a page', async () => {
  await goAstray('console', supervisor, PAGES.filter(isFor('supervisor')), 50);
  if (OPERATORS_PAGES.length > 0) await goAstray('console', operator, OPERATORS_PAGES, 25);
});
