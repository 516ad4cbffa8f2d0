// What all pages of the console share: serving, sign-in, the shell.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsole, type SiteScene } from '../../harness/scenes/site.ts';

let scene: SiteScene;
beforeAll(async () => {
  scene = await openConsole();
});
afterAll(() => scene?.close());

test('an analyst starts with the queue, accessible and within the policy', async () => {
  const window = await scene.enter({ role: 'analyst' });
  await window.open('/');
  expect(new URL(window.page.url()).pathname).toBe('/console/queue');
  expect(await window.look('frame')).toEqual([]);
  expect(window.complaints).toEqual([]);
});

test('redirects to the identity service without a session, and shows "Page not found" for an unknown page', async () => {
  const outsider = await scene.visit();
  await outsider.page.goto(`${scene.origin}/console/some/where?x=1`);
  await outsider.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(outsider.page.url()).origin).toBe(scene.issuer);
  const window = await scene.enter();
  await window.open('/some/where');
  await expect.poll(() => window.page.getByRole('heading', { level: 1 }).textContent()).toBe('Page not found');
  expect(window.complaints).toEqual([]);
});
