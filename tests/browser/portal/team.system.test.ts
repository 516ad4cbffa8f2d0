// A person joins an organisation, gets roles, and leaves: in the portal and at the real identity service.
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../harness/patience.ts';
import { openPortal, type SiteScene } from '../../harness/scenes/site.ts';
import { openSessionFor } from '../../harness/session.ts';

const PASSWORD = 'seven lamps on a boat';
const EMAIL = 'grace.otieno@people.example';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

let portal: SiteScene;
let partnerId: string;
let admin: Awaited<ReturnType<SiteScene['enter']>>;
let grace: Awaited<ReturnType<SiteScene['visit']>>;
beforeAll(async () => {
  portal = await openPortal();
  ({ partnerId } = await portal.database.addPartner());
  admin = await portal.enter({ partnerId });
  grace = await portal.visit();
});
afterAll(() => portal.close());

const PROFILE = '/api/customer/v1/partner-profile';

/** The API's response to a request of the page itself. */
const asks = (page: Page, path: string, method = 'POST') =>
  page.evaluate<string>(
    `fetch('${PROFILE}${path}', { method: '${method}', headers: { 'x-csrf': '1' } })
       .then(async (answer) => answer.status + ' ' + ((await answer.json()).error?.code ?? ''))`,
  );

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

test('an admin invites a person by keyboard; the list shows the invitation', async () => {
  const { page } = admin;
  await admin.open('/team');
  await page.getByText('Only one admin can sign in').waitFor();
  await button(page, 'Invite a person').focus();
  await page.keyboard.press('Enter');
  // The dialog focuses the field shortly after it is drawn; letters typed before would be lost.
  await dialog(page).getByLabel('Name').and(page.locator(':focus')).waitFor();
  await expect.poll(() => page.url()).toContain('invite=open');
  await page.keyboard.type('Grace Otieno');
  await page.keyboard.press('Tab');
  await page.keyboard.type('grace');
  await page.keyboard.press('Tab');
  // From developer to viewer.
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => dialog(page).getByRole('radio', { name: 'Viewer' }).isChecked()).toBe(true);
  await dialog(page).getByLabel('E-mail address').fill(EMAIL);
  expect(await admin.look('team-invite')).toEqual([]);
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: /Grace Otieno/ });
  await row.getByText('Invited').waitFor();
  await expect.poll(() => row.textContent()).toMatch(/Viewer.*The link expires in 6 days.*Never/);
  await page.getByText('We are sending a link to').waitFor();
  await expect.poll(() => page.url()).not.toContain('invite');
  expect(await admin.look('team')).toEqual([]);
});

test('a person who accepts the invitation from the mail with an authenticator app is signed in to the portal', async () => {
  const link = new RegExp(`${portal.issuer}/invitation/[\\w-]{43}`);
  const mail = await portal.mailbox.waitFor(({ to, text }) => to.includes(EMAIL) && link.test(text));
  const { page } = grace;
  await page.goto(link.exec(mail.text)?.[0] ?? '');
  await page.getByLabel(/^New password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = ((await page.locator('#secret').textContent()) ?? '').replaceAll(' ', '');
  await page
    .getByLabel(/^Code shown in the app now/)
    .fill(generateSync({ secret, epoch: Math.floor(Date.now() / 1000) }));
  await page.getByRole('button', { name: 'Finish with this app' }).click();
  await heading(page, 'Your recovery codes');
  await page.getByRole('link', { name: 'I have saved them: continue to the partner portal' }).click();
  await page.getByRole('link', { name: 'Team' }).click();
  await heading(page, 'Team');
  const row = page.getByRole('row', { name: /Grace Otieno/ });
  await expect.poll(() => row.textContent()).toMatch(/\(you\).*Viewer.*Active.*Authenticator app.*1$/);
});

test('actions that the role does not allow are disabled, say who can, and are refused by the API', async () => {
  const { page } = grace;
  await expect.poll(() => button(page, 'Invite a person').isDisabled()).toBe(true);
  await page.getByText('Your role does not allow this. Ask an admin.').first().waitFor();
  await page.getByRole('link', { name: 'Ada Lind' }).click();
  await heading(page, 'Ada Lind');
  await expect.poll(() => button(page, 'Disable').isDisabled()).toBe(true);
  await page.getByText('Only admins and Ada Lind can see where Ada Lind is signed in.').waitFor();
  expect(await grace.look('person-as-viewer')).toEqual([]);
  for (const path of [`/people/${admin.person.accountId}/disable`, '/webhooks/rotate-secret', '/webhooks/test']) {
    expect(await asks(page, path), path).toBe('403 Session.RoleMissing');
  }
  expect(grace.complaints).toEqual([]);
});

test('a new role takes effect with the next click', async () => {
  const { page } = admin;
  await page.getByRole('link', { name: 'Grace Otieno' }).click();
  await heading(page, 'Grace Otieno');
  expect(await admin.look('person')).toEqual([]);
  await button(page, 'Change the role').click();
  await dialog(page).getByRole('radio', { name: 'Developer' }).check();
  expect(await admin.look('person-role')).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Change the role' }).click();
  await page.getByText('Grace Otieno is now a developer.').waitFor();
  await page.getByText('Developer. Sees everything').waitFor();
  expect(await asks(grace.page, '/webhooks/test')).not.toContain('RoleMissing');
});

test('users cannot change their own access, and the last admin cannot be disabled', async () => {
  const { page } = admin;
  await admin.open(`/team/${admin.person.accountId}?ask=disable`);
  await page.getByText('You cannot change your own access').waitFor();
  await expect.poll(() => dialog(page).count()).toBe(0);
  expect(await asks(page, `/people/${admin.person.accountId}/disable`)).toBe('409 Account.LastAdmin');
});

test('a disabled person loses access at once, and the log shows who did what', async () => {
  const { page } = admin;
  const { rows } = await portal.database.owner.query('select account_id from accounts where email = $1', [EMAIL]);
  await admin.open(`/team/${rows[0].account_id}?ask=disable`);
  await dialog(page).getByText('they can no longer sign in').waitFor();
  expect(await admin.look('person-disable')).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Disable' }).click();
  await button(page, 'Enable').waitFor();
  await page.goBack();
  await grace.page.getByRole('link', { name: 'Activity' }).click();
  await grace.page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  expect(await asks(grace.page, '/people', 'GET')).toBe('401 Partner.NotAuthenticated');
  await page.getByRole('link', { name: 'Activity' }).click();
  await heading(page, 'Activity');
  await page.getByText('Disabled Grace Otieno').waitFor();
  const told = await page.getByRole('row').allTextContents();
  expect(told.slice(1, 5)).toEqual([
    expect.stringMatching(/Ada LindDisabled Grace Otieno$/),
    expect.stringMatching(/Ada LindChanged the role of Grace Otieno to developer$/),
    expect.stringMatching(/Grace OtienoAccepted the invitation$/),
    expect.stringMatching(/Ada LindInvited Grace Otieno as viewer$/),
  ]);
  expect(await admin.look('activity')).toEqual([]);
});

test('the log filters by kind, person and date in the URL, and going back restores them', async () => {
  const { page } = admin;
  await page.getByLabel('By', { exact: true }).selectOption({ label: 'Grace Otieno' });
  await until(async () => (await page.getByRole('row').count()) === 2, 'one change is left');
  await page.getByText('Certificates', { exact: true }).click();
  await page.getByText('No changes match these filters').waitFor();
  await expect.poll(() => page.url()).toMatch(/person=.*kind=Credential|kind=Credential.*person=/);
  expect(await admin.look('activity-none')).toEqual([]);
  await page.goBack();
  await page.getByText('Accepted the invitation').waitFor();
  await admin.open('/activity?kind=nonsense&person=nobody&from=never&cursor=x');
  await page.getByText('could not be loaded').waitFor();
});

test('a person ends one of their own sessions, and chooses their mails', async () => {
  const { page, person } = admin;
  const there = await openSessionFor(portal.database, person.accountId, 'partner', new Date());
  await portal.database.owner.query('update sessions set user_agent = $1 where session_id = $2', [
    CHROME,
    there.sessionId,
  ]);
  await admin.open('/you');
  const row = page.getByRole('row', { name: /Chrome on Linux/ });
  await row.waitFor();
  expect(await admin.look('you')).toEqual([]);
  await row.getByRole('button', { name: 'End' }).click();
  await dialog(page).getByRole('button', { name: 'End the session' }).click();
  await until(async () => (await row.count()) === 0, 'the session is gone from the list');
  await page.getByText('This one').waitFor();
  const mails = page.getByRole('switch', { name: /Mail me when a review ends/ });
  await expect.poll(() => mails.isChecked()).toBe(true);
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/you/notifications') && answer.request().method() === 'PUT' && answer.ok(),
  );
  await mails.press('Space');
  await saved;
  await admin.open('/you');
  await expect.poll(() => mails.isChecked()).toBe(false);
  expect(admin.complaints).toEqual([]);
});
