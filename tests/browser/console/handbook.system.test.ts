// The operators' guide as our staff read it: behind the session of the console.
import { HANDBOOK_PATH } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { glance, inspect } from '../../harness/chromium.ts';
import { until } from '../../harness/patience.ts';
import { missedBy, openSearch, pagesOf, questionsOf } from '../../harness/scenes/documentation.ts';
import { openConsole, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';

let scene: SiteScene;
let operator: SiteWindow;
beforeAll(async () => {
  scene = await openConsole();
  operator = await scene.enter({ role: 'operator' });
});
afterAll(() => scene?.close());

async function open(path: string): Promise<void> {
  await operator.page.goto(`${scene.origin}${HANDBOOK_PATH}/${path}`);
  await operator.page.getByRole('heading', { level: 1 }).waitFor();
  await until(
    () => operator.page.evaluate(`document.querySelector('#app').__vue_app__ !== undefined`),
    'the page runs',
  );
}

test('the console links to it for operators only', async () => {
  await operator.open('/jobs');
  const opened = operator.context.waitForEvent('page');
  await operator.page.getByRole('link', { name: "Operators' guide" }).click();
  const guide = await opened;
  await guide.getByRole('heading', { level: 1, name: 'For operators' }).waitFor();
  // The page is a static file, but its scripts need the session too.
  await guide.getByRole('link', { name: 'Runbooks' }).first().click();
  await guide.getByRole('heading', { level: 1, name: 'Runbooks' }).waitFor();
  expect(new URL(guide.url()).pathname).toBe(`${HANDBOOK_PATH}/runbooks/`);
  await guide.close();
  const analyst = await scene.enter({ role: 'analyst' });
  await analyst.open('/queue');
  expect(await analyst.page.getByRole('link', { name: "Operators' guide" }).count()).toBe(0);
});

test('the runbook link of an alert asks an outsider to sign in', async () => {
  const outsider = await scene.visit();
  await outsider.page.goto(`${scene.origin}${HANDBOOK_PATH}/runbooks/OutboxStuck`);
  await outsider.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(outsider.page.url()).origin).toBe(scene.issuer);
});

describe('a page', () => {
  test.each([
    ['operators', 'overview'],
    ['keys', 'steps'],
    ['runbooks/OutboxStuck', 'runbook'],
  ])('%s (%s) is accessible, wide and narrow, in light and dark', async (path, kind) => {
    await open(path);
    expect(await inspect(operator.page, `handbook-${kind}`, [1440, 390, 320])).toEqual([]);
  });

  const shared = pagesOf('integrators');
  test.each(pagesOf('operators').filter((page) => !shared.includes(page)))(
    '%s is accessible and does not scroll horizontally',
    async (path) => {
      await open(path);
      expect(await glance(operator.page, [1440, 320])).toEqual([]);
    },
  );
});

test('the search lists the right page among the first three for every question of an operator', async () => {
  await open('operators');
  await openSearch(operator.page);
  expect(await missedBy(operator.page, `${HANDBOOK_PATH}/`, questionsOf('operators'))).toEqual([]);
});

test('the browser reports no errors', () => {
  expect(operator.complaints).toEqual([]);
});
