// The lifetime of a session on an open page: signing in, expiry in the middle of a form, the warning before it expires when
// idle, and pages that refresh automatically.
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts, PASSWORD, type TestAccounts } from '../../harness/accounts.ts';
import { makeCertificate, registerCertificate } from '../../harness/clients.ts';
import { settled } from '../../harness/open-pages.ts';
import { openPortal, type SiteScene } from '../../harness/scenes/site.ts';
import { giveCode, givePassword } from '../../harness/sign-in-pages.ts';

type Person = Awaited<ReturnType<TestAccounts['join']>>;

let portal: SiteScene;
let users: TestAccounts;
beforeAll(async () => {
  portal = await openPortal();
  users = openAccounts(portal.database, portal.issuer);
  // They joined a while ago. Each join advances the clock by a step, so on a fast machine one of them would already have used
  // the code for its sign-in.
  users.pass(-10 * 60);
});
afterAll(async () => {
  await users.close();
  await portal.close();
});

/** A page with a form that requires a recent second factor. */
const FORM = () => `${portal.origin}/portal/credentials/new?way=paste`;

/**
 * On the pages of the identity service. The code of the next time step is accepted too, since the current one may have been
 * used.
 */
async function signIn(page: Page, person: Person, proof: { code: string } | { recovery: string }): Promise<void> {
  await givePassword(page, person.email, PASSWORD);
  await confirm(page, proof);
}

async function confirm(page: Page, proof: { code: string } | { recovery: string }): Promise<void> {
  if ('code' in proof) await giveCode(page, proof.code);
  else {
    await page.getByLabel('One of your recovery codes').fill(proof.recovery);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
  }
}

const nextCode = ({ secret }: Person) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });

/** Backdates the last use of the session and of its sign-in. */
async function idle(accountId: string, minutes: number): Promise<void> {
  for (const table of ['sessions', 'sign_ins']) {
    await portal.database.owner.query(
      `update ${table} set last_seen_at = now() - make_interval(mins => $2) where account_id = $1`,
      [accountId, minutes],
    );
  }
}

const lastSeen = async (accountId: string): Promise<number> => {
  const { rows } = await portal.database.owner.query(
    'select max(last_seen_at) as at from sessions where account_id = $1',
    [accountId],
  );
  return rows[0].at.getTime();
};

test('a session expires in the middle of a form: the user signs in again in a separate window, and keeps what they typed', async () => {
  const { partnerId } = await portal.database.addPartner();
  const person = await users.join(partnerId);
  const window = await portal.visit();
  const { page, context } = window;
  await page.goto(FORM());
  await signIn(page, person, { code: nextCode(person) });
  // Back at the requested page.
  const certificate = await makeCertificate();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed before the end');
  await page.getByRole('textbox', { name: 'Certificate', exact: true }).fill(certificate.pem);
  // A request that ends later would count as use.
  await settled(page);
  await idle(person.accountId, 31);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await ended.waitFor();
  expect(await window.look('session-ended')).toEqual([]);

  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    ended.getByRole('button', { name: 'Sign in again' }).click(),
  ]);
  const [recovery = ''] = person.codes;
  const closed = popup.waitForEvent('close');
  await signIn(popup, person, { recovery });
  await closed;
  await ended.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue())
    .toBe('Typed before the end');
  await expect.poll(() => page.url()).toBe(FORM());
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.getByText('“Typed before the end” is registered').waitFor();
  expect(window.complaints).toEqual([]);
});

test('a failed sign-in is reported on a page that looks like the portal', async () => {
  const window = await portal.visit();
  await window.page.goto(`${portal.origin}/api/session/partner/callback`);
  await window.page.getByRole('heading', { name: 'Sign-in was not completed' }).waitFor();
  expect(await window.look('sign-in-problem')).toEqual([]);
  await window.page.getByRole('link', { name: 'Sign in again' }).click();
  await window.page.getByRole('heading', { name: 'Sign in to the partner portal' }).waitFor();
  expect(await window.look('sign-in')).toEqual([]);
  expect(window.complaints).toEqual([]);
});

test('another user who signs in there gets a fresh page without data of the first', async () => {
  const { partnerId } = await portal.database.addPartner();
  const other = await users.join(partnerId);
  const { page, context, person } = await portal.enter();
  await page.goto(FORM());
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Typed by the first');
  await page.getByRole('textbox', { name: 'Certificate', exact: true }).fill('anything');
  // A request that ends later would count as use.
  await settled(page);
  await idle(person.accountId, 31);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  const again = page.getByRole('button', { name: 'Sign in again' });
  const [popup] = await Promise.all([context.waitForEvent('page'), again.click()]);
  const closed = popup.waitForEvent('close');
  await signIn(popup, other, { code: nextCode(other) });
  await closed;
  await again.waitFor({ state: 'detached' });
  await name.waitFor();
  await expect.poll(() => name.inputValue()).toBe('');
});

test('two minutes before an idle session expires, the user is asked, and one click keeps it', async () => {
  const { page, person, open } = await portal.enter();
  await page.clock.install();
  await open('/');
  // A request that ends later would count as use.
  await page.getByText('0 of 5 done').waitFor();
  await settled(page);
  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  await page.clock.fastForward('27:00');
  await expect.poll(() => warning.count()).toBe(0);
  await idle(person.accountId, 28);
  await page.clock.fastForward('02:00');
  await warning.getByText(/Your session ends in [12] minutes?\./).waitFor();
  expect(await lastSeen(person.accountId), 'the question itself does not count as use').toBeLessThan(
    Date.now() - 20 * 60_000,
  );
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await warning.waitFor({ state: 'detached' });
  expect(await lastSeen(person.accountId)).toBeGreaterThan(Date.now() - 5 * 60_000);
});

test('a page that refreshes automatically does not keep an idle session alive, and reports when it has expired', async () => {
  const partner = await portal.database.addPartner();
  const certificate = await makeCertificate();
  await registerCertificate(portal.database, partner, certificate);
  const { page, person, open } = await portal.enter({ partnerId: partner.partnerId });
  await page.clock.install();
  await open(`/credentials/new?certificate=${certificate.certificateId}`);
  await page.getByText('Get a token').waitFor();
  await settled(page);
  await idle(person.accountId, 10);
  const before = await lastSeen(person.accountId);
  const polls: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) polls.push(request.headers()['x-background']);
  });
  for (let minute = 0; polls.length < 3; minute++) {
    if (minute > 30) throw new Error('The page does not read automatically');
    const answered = page.waitForResponse(/\/api\//);
    await page.clock.fastForward('01:00');
    await answered;
  }
  expect(new Set(polls)).toEqual(new Set(['1']));
  expect(await lastSeen(person.accountId)).toBe(before);
  await idle(person.accountId, 31);
  await page.clock.fastForward('01:00');
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
});

test('behind the question to sign in again, neither the open page nor the next one shows failures', async () => {
  const { page, person, open } = await portal.enter();
  await page.clock.install();
  await open('/webhooks/deliveries');
  await settled(page);
  await idle(person.accountId, 31);
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  // The list is read again automatically, and keeps what it had.
  await page.clock.fastForward('01:00');
  await ended.waitFor();
  expect(await page.getByRole('alert', { includeHidden: true }).allTextContents()).toEqual([]);
  await page.getByText('Nothing was sent in the last 24 hours').waitFor();
  // The dialog covers the links.
  await page.evaluate("history.pushState(null, '', '/portal/team'); dispatchEvent(new PopStateEvent('popstate'))");
  await page.getByRole('status', { name: 'Loading', includeHidden: true }).waitFor({ state: 'attached' });
  expect(await page.getByRole('alert', { includeHidden: true }).allTextContents()).toEqual([]);
});

test('a page of an older build offers to reload', async () => {
  const { page, open } = await portal.enter();
  await page.route('**/api/customer/**', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), 'x-build': 'another' } });
  });
  await open('/credentials');
  await page.getByText('A new version of this site is available.').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  await expect.poll(() => page.getByText('A new version of this site is available.').count()).toBe(0);
});
