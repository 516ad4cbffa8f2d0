// Every page of the console in every possible state, and with invalid URLs.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE_ROLES } from '../../harness/cases/console-access.ts';
import { filterAway, goAstray, lookIn, STATES } from '../../harness/scenes/page-states.ts';
import { openConsole, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import { pagesOf } from '../../harness/site-pages.ts';

/** Without the home page, which redirects. */
const PAGES = pagesOf('console').filter((page) => page !== '/');
const isFor = (role: 'supervisor' | 'operator') => (page: string) => PAGE_ROLES[page]?.includes(role) === true;
/** Pages that a supervisor, who can open all pages about businesses, cannot open. */
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
  test.each(STATES)('%s: is shown accessibly, at both widths, in light and dark', (state) =>
    lookIn('console', windowFor(page), page, state),
  );
});

describe('a filter without matches', () => {
  test.each([
    ['/reads', 'from=9998-01-01'],
    ['/queue', 'country=NGA'],
  ])('%s?%s: says so and can be cleared', async (path, search) => {
    expect(PAGES).toContain(path);
    await filterAway('console', windowFor(path), path, search);
  });
});

test('an invalid URL never breaks a page', async () => {
  await goAstray('console', supervisor, PAGES.filter(isFor('supervisor')), 50);
  if (OPERATORS_PAGES.length > 0) await goAstray('console', operator, OPERATORS_PAGES, 25);
});
