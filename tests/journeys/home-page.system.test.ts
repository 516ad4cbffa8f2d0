// The home page in a real browser: sign in, see who is signed in, sign out. Cookies must have the attributes that browsers
// require.
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { addAccount } from '../harness/account-rows.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { PATIENCE_MS } from '../harness/patience.ts';
import { type RunningApi, runApi } from '../harness/process.ts';
import { type OtherProvider, runOtherProvider, SITE_SECRET } from '../harness/servers/other-provider.ts';

let database: TestDatabase;
let provider: OtherProvider;
let api: RunningApi;
let browser: Browser;

beforeAll(async () => {
  database = await cloneDatabase();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  provider = await runOtherProvider({ origins: { partner: origin, staff: origin } });
  api = await runApi({
    databaseUrl: database.appUrl,
    issuerUrl: provider.issuer,
    port,
    environment: {
      PORTAL_URL: origin,
      PORTAL_CLIENT_SECRET: SITE_SECRET,
      CONSOLE_URL: origin,
      CONSOLE_CLIENT_SECRET: SITE_SECRET,
      STAFF_DATABASE_URL: database.staffUrl,
    },
  });
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser.close();
  await api.stop();
  await provider.close();
  await database.close();
});

test('a person signs in, sees their name and signs out by keyboard, without violating the content security policy', async () => {
  provider.state.person = { accountId: await addAccount(database), realm: 'partner', amr: ['mfa'] };
  const page = await browser.newPage();
  // Longer than the library's default, for machines that are busy with other tests.
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Ignore the 401 that browsers log while nobody is signed in, and the provider's pages.
    const ours = message.location().url.startsWith(api.url) && !message.text().includes('401');
    if (message.type() === 'error' && ours) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(api.url);
  await page.getByRole('link', { name: 'Sign in as partner staff' }).press('Enter');
  const partner = page.getByRole('region', { name: 'Partner staff' });
  await partner.getByText('Signed in: Ada Lind, admin of Test partner.').waitFor();
  const cookies = await page.context().cookies(api.url);
  const session = cookies.find(({ name }) => name === '__Host-onboarding-partner');
  expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  expect(await page.evaluate('document.cookie')).toBe('');
  await expect(page.getByRole('region', { name: 'Our staff' }).getByText('Not signed in.').count()).resolves.toBe(1);
  await partner.getByRole('button', { name: 'Sign out', exact: true }).press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith('/protocol/logout'));
  await page.goto(api.url);
  await partner.getByText('Not signed in.').waitFor();
  expect((await page.context().cookies(api.url)).map(({ name }) => name)).not.toContain('__Host-onboarding-partner');
  expect(complaints).toEqual([]);
});
