// An operator's day: a partner is onboarded and deactivated, a colleague joins and leaves, rules change, a dead letter is
// retried.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validBody } from '../../harness/bodies.ts';
import { commandsOn, saveKey } from '../../harness/new-certificate.ts';
import { runBlocks } from '../../harness/page-blocks.ts';
import { until } from '../../harness/patience.ts';
import { addDeadLetter } from '../../harness/scenes/operations-situations.ts';
import { openConsole, type SiteScene } from '../../harness/scenes/site.ts';
import { signIn } from '../../harness/session.ts';

const PASSWORD = 'seven lamps on a boat';
const GRACE = 'grace.otieno@zebra.example';
const ADA = 'ada.analyst@service.example';

let scene: SiteScene;
let operator: Awaited<ReturnType<SiteScene['enter']>>;
let partnerId: string;
let token: string;
let tokenCommands: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'operators-'));
  scene = await openConsole();
  operator = await scene.enter({ role: 'operator' });
});
afterAll(async () => {
  await scene?.close();
  await rm(folder, { recursive: true, force: true });
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

test('an operator starts with the partners and creates one by keyboard, which is pending approval', async () => {
  const { page } = operator;
  await operator.open('/');
  expect(new URL(page.url()).pathname).toBe('/console/partners');
  const menu = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await expect
    .poll(() => menu.allTextContents())
    .toEqual(['Partners', 'Staff', 'Reference data', 'Jobs', "Operators' guide"]);
  await page.getByText('There are no partners yet').waitFor();
  await button(page, 'Create a partner').focus();
  await page.keyboard.press('Enter');
  // The dialog focuses the field shortly after it is drawn; letters typed before would be lost.
  await dialog(page).getByLabel('Name of the business').and(page.locator(':focus')).waitFor();
  await expect.poll(() => page.url()).toContain('ask=create');
  await page.keyboard.type('Zebra Payments');
  expect(await operator.look('partner-create')).toEqual([]);
  await page.keyboard.press('Enter');
  await heading(page, 'Zebra Payments');
  await page.getByText('It has no access until it is approved.').waitFor();
  partnerId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByText(`zebra-payments-${partnerId.replaceAll('-', '')}`).waitFor();
  expect(await operator.look('partner-pending')).toEqual([]);
});

test('approves it with a reason and invites its first admin, whose system then gets a token and creates a business', async () => {
  const { page } = operator;
  await button(page, 'Approve').click();
  await dialog(page).getByLabel('Reason').fill('Contract signed.');
  expect(await operator.look('partner-approve')).toEqual([]);
  await confirm(page, 'Approve');
  await page.getByText('Its systems and users have access.').waitFor();
  await page.getByRole('row', { name: /Approved the partner.*Contract signed\./ }).waitFor();
  await button(page, 'Invite an admin').click();
  await dialog(page).getByLabel('Name').fill('Grace Otieno');
  await dialog(page).getByLabel('E-mail address').fill(GRACE);
  await confirm(page, 'Send the invitation');
  await page.getByRole('row', { name: /Grace Otieno.*Invited/ }).waitFor();
  const link = new RegExp(`${scene.issuer}/invitation/[\\w-]{43}`);
  const mail = await scene.mailbox.waitFor(({ to, text }) => to.includes(GRACE) && link.test(text));
  const grace = await scene.visit();
  await grace.page.goto(link.exec(mail.text)?.[0] ?? '');
  await grace.page.getByLabel(/^New password/).fill(PASSWORD);
  await grace.page.getByRole('button', { name: 'Continue' }).click();
  const secret = ((await grace.page.locator('#secret').textContent()) ?? '').replaceAll(' ', '');
  await grace.page
    .getByLabel(/^Code shown in the app now/)
    .fill(generateSync({ secret, epoch: Math.floor(Date.now() / 1000) }));
  await grace.page.getByRole('button', { name: 'Finish with this app' }).click();
  await heading(grace.page, 'Your recovery codes');
  await grace.page.getByRole('link', { name: 'I have saved them: continue to the partner portal' }).click();
  await grace.page.getByRole('link', { name: 'Team' }).click();
  await heading(grace.page, 'Team');
  await grace.page.getByRole('row', { name: /Grace Otieno.*Admin.*Active/ }).waitFor();
  await grace.page.getByRole('link', { name: 'API credentials', exact: true }).click();
  await grace.page.getByRole('link', { name: 'New certificate' }).first().click();
  await grace.page.getByLabel('Name').fill('First server');
  await grace.page.getByRole('button', { name: 'Generate key pair' }).click();
  await saveKey(grace.page, folder);
  tokenCommands = await commandsOn(grace.page);
  token = JSON.parse(await runBlocks(folder, [tokenCommands])).access_token;
  await grace.page.getByText('It works: a token was issued').waitFor();
  expect(await ask(validBody({ companyName: 'Zebra Crossings Ltd' }))).toBe(200);
  await grace.page.getByRole('link', { name: 'Customers', exact: true }).click();
  await grace.page.getByRole('link', { name: 'Zebra Crossings Ltd' }).waitFor();
  await grace.context.close();
});

test('revokes a certificate whose key leaked, and resets the second factors of the only admin', async () => {
  const { page } = operator;
  await operator.open(`/partners/${partnerId}`);
  await button(page, 'Revoke First server').click();
  await dialog(page).getByText('can no longer get tokens').waitFor();
  expect(await operator.look('partner-revoke')).toEqual([]);
  await dialog(page).getByLabel('Reason').fill('The key was in a public repository.');
  await confirm(page, 'Revoke');
  await page.getByRole('row', { name: /First server.*Revoked/ }).waitFor();
  await expect.poll(() => button(page, 'Revoke First server').count()).toBe(0);
  await page.getByRole('row', { name: /Revoked a certificate.*public repository/ }).waitFor();
  expect(JSON.parse(await runBlocks(folder, [tokenCommands]))).toMatchObject({ error: 'invalid_client' });
  await button(page, 'Access for Grace Otieno').click();
  await expect
    .poll(() => page.getByRole('menuitem').allTextContents())
    .toEqual(['Sign out everywhere', 'Reset second factors', 'Disable']);
  await page.getByRole('menuitem', { name: 'Reset second factors' }).click();
  await dialog(page).getByText('a mail proves nothing').waitFor();
  expect(await operator.look('partner-person-reset')).toEqual([]);
  await dialog(page).getByLabel('Reason').fill('Called back on the number in the contract.');
  await confirm(page, 'Reset and invite again');
  await page.getByRole('row', { name: /Grace Otieno.*Invited/ }).waitFor();
  await page.getByRole('row', { name: /Reset a person's second factors.*Called back/ }).waitFor();
  const invitations = () =>
    scene.mailbox.mails().filter(({ to, text }) => to.includes(GRACE) && /invitation/.test(text));
  await expect.poll(() => invitations().length).toBeGreaterThan(1);
});

/** The status of the Partner API for the partner's machine: creates a business, or lists all. */
async function ask(business?: object): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = business === undefined ? {} : { method: 'POST', body: JSON.stringify(business) };
  return (await fetch(`${scene.origin}/api/partner/v1/business-profiles`, { headers, ...sent })).status;
}

test('changes its limits, and deactivates it with a reason: its valid token stops working at once', async () => {
  const { page } = operator;
  await operator.open(`/partners/${partnerId}?ask=limits`);
  await dialog(page).getByLabel('Reads per second').fill('7');
  expect(await operator.look('partner-limits')).toEqual([]);
  await dialog(page).getByLabel('Reason').fill('A small pilot.');
  await confirm(page, 'Change the limits');
  await page.getByText('7 per second', { exact: true }).waitFor();
  await page.getByRole('row', { name: /Changed the limits: reads 7.*A small pilot\./ }).waitFor();
  await button(page, 'Deactivate').click();
  await dialog(page).getByText('even with a valid token').waitFor();
  // Without a reason, the browser itself asks for one.
  await confirm(page, 'Deactivate');
  await expect.poll(() => dialog(page).isVisible()).toBe(true);
  expect(await ask()).toBe(200);
  await dialog(page).getByLabel('Reason').fill('The contract ended.');
  await confirm(page, 'Deactivate');
  await page.getByText('Every request from its systems and users is refused.').waitFor();
  expect(await ask()).toBe(409);
  await page.getByRole('row', { name: /Deactivated the partner.*The contract ended\./ }).waitFor();
  expect(await operator.look('partner')).toEqual([]);
  await operator.open('/partners?q=zebra&standing=inactive');
  await page.getByRole('row', { name: /Zebra Payments.*Deactivated/ }).waitFor();
  expect(await operator.look('partners')).toEqual([]);
  await operator.open('/partners?q=nothing-like-it');
  await page.getByText('No partners match these filters').waitFor();
});

test('invites a colleague, changes their role and disables them', async () => {
  const { page } = operator;
  await page.getByRole('link', { name: 'Staff' }).click();
  await heading(page, 'Staff');
  await page.getByText('Only one operator can sign in').waitFor();
  await button(page, 'Invite a colleague').click();
  await dialog(page).getByLabel('Name').fill('Ada Analyst');
  await dialog(page).getByLabel('E-mail address').fill(ADA);
  expect(await operator.look('staff-invite')).toEqual([]);
  await confirm(page, 'Send the invitation');
  await page.getByRole('row', { name: /Ada Analyst.*Analyst.*Invited/ }).waitFor();
  await scene.mailbox.waitFor(({ to }) => to.includes(ADA));
  expect(await operator.look('staff')).toEqual([]);
  await page.getByRole('link', { name: 'Ada Analyst' }).click();
  await heading(page, 'Ada Analyst');
  await button(page, 'Change the role').click();
  await dialog(page).getByRole('radio', { name: 'Auditor' }).check();
  await confirm(page, 'Change the role');
  await page.getByText('Ada Analyst’s role is now auditor.').waitFor();
  await button(page, 'Disable').click();
  await confirm(page, 'Disable');
  await button(page, 'Enable').waitFor();
  await page.getByRole('row', { name: /Ada Lind Disabled/ }).waitFor();
  expect(await operator.look('colleague')).toEqual([]);
  await operator.open(`/staff/${operator.person.accountId}?ask=disable`);
  await page.getByText('You cannot change your own access').waitFor();
  await expect.poll(() => dialog(page).count()).toBe(0);
});

test("compares two versions of a country's rules, and activates the draft", async () => {
  const { page } = operator;
  await scene.database.owner.query(
    `insert into requirement_sets (country_code, version, status, entries)
     select country_code, 2, 'Draft', jsonb_set(entries, '{0,label}', '"Another label"') from requirement_sets
     where country_code = 'NGA' and version = 1`,
  );
  await page.getByRole('link', { name: 'Reference data' }).click();
  await heading(page, 'Reference data');
  await page.getByLabel('Country').fill('nigeria');
  await page.getByRole('link', { name: 'Nigeria' }).click();
  await page.getByRole('heading', { level: 2, name: 'Nigeria' }).waitFor();
  await operator.open('/reference?q=nigeria&country=NGA&before=1&after=2');
  await page.getByRole('row', { name: /label.*Another label/ }).waitFor();
  await page.getByText('National ID', { exact: true }).waitFor();
  expect(await operator.look('reference')).toEqual([]);
  await button(page, 'Activate version 2').click();
  await dialog(page).getByLabel('Reason').fill('Words of the new passport office.');
  await confirm(page, 'Activate');
  await page.getByRole('row', { name: /^2 Active/ }).waitFor();
});

const fact = (page: Page, text: string | RegExp) => page.getByRole('definition').filter({ hasText: text });

test('sees which countries are served, and decides on one with a reason: close, open, prohibit, allow, high risk', async () => {
  const { page } = operator;
  await scene.database.owner.query(
    `update countries set standing = 'New', decided_at = null, decided_by = null where country_code = 'NOR'`,
  );
  await scene.database.owner.query(
    `update requirement_sets set status = 'Draft', activated_at = null where country_code = 'NOR'`,
  );
  await operator.open('/reference');
  await page.getByRole('row', { name: /^Jersey JEY Open None, residents are refused/ }).waitFor();
  await page.getByRole('row', { name: /^Norway NOR New None, residents are refused/ }).waitFor();
  await page.getByRole('row', { name: /Iran IRN Prohibited/ }).waitFor();
  expect(await operator.look('countries')).toEqual([]);
  await operator.open('/reference?status=prohibited');
  await expect.poll(() => page.getByRole('row', { name: /Jersey/ }).count()).toBe(0);
  await page.getByRole('link', { name: /Iran/ }).click();
  await fact(page, 'Every request that names the country is refused.').waitFor();
  await expect.poll(() => button(page, 'Open the country').count()).toBe(0);
  await operator.open('/reference?country=NOR');
  await fact(page, 'Nobody is accepted until an operator opens it.').waitFor();
  await button(page, 'Activate version 1').click();
  await dialog(page).getByText('This also opens Norway').waitFor();
  expect(await operator.look('country-activate')).toEqual([]);
  await confirm(page, 'Cancel');
  const decide = async (word: string, says: string, entry: RegExp) => {
    await button(page, word).click();
    await dialog(page).getByText(says).waitFor();
    // Without a reason, the browser itself asks for one.
    await confirm(page, word);
    await expect.poll(() => dialog(page).isVisible()).toBe(true);
    await dialog(page).getByLabel('Reason').fill(`${word}, as agreed.`);
    if (word === 'Prohibit') expect(await operator.look('country-prohibit')).toEqual([]);
    await confirm(page, word);
    await page.getByRole('row', { name: entry }).first().waitFor();
  };
  await decide(
    'Open the country',
    'accepted within 30 seconds',
    /Ada Lind Opened the country Open the country, as agreed\./,
  );
  await fact(page, /^Open ?Its businesses are accepted\./).waitFor();
  await decide('Mark as high risk', 'analysts see them first', /Marked the country as high risk/);
  await fact(page, /by Ada Lind: Mark as high risk, as agreed\./).waitFor();
  await decide('Prohibit', 'return to the queue', /Prohibited the country Prohibit, as agreed\./);
  await fact(page, /by Ada Lind: Prohibit, as agreed\./).waitFor();
  expect(await operator.look('country')).toEqual([]);
  await page.getByRole('link', { name: 'All countries' }).click();
  await page
    .getByRole('row', { name: /^Norway NOR Prohibited High risk Version 1, 1 document.*by Ada Lind/ })
    .waitFor();
  await operator.open('/reference?country=NOR');
  await decide('Allow', 'The country is open', /Allowed the country/);
  await decide('Mark as ordinary risk', 'The flag is removed', /Marked the country as ordinary risk/);
  await decide('Close the country', 'its rules are retired', /Closed the country/);
  await fact(page, 'New businesses and residents of the country are refused.').waitFor();
});

test('sees the state of background work, and retries a dead letter, which a worker then returns to its queue', async () => {
  const { page } = operator;
  // Its content cannot be decrypted, so it fails again and stays in its queue for a while.
  const jobId = await addDeadLetter(scene.database, { data: { sealed: 'nobody reads this' } });
  await page.getByRole('link', { name: 'Jobs' }).click();
  await heading(page, 'Jobs');
  await page.getByRole('row', { name: /mail\.send.*Error ECONNREFUSED.*21/ }).waitFor();
  await page.getByText('1 running').waitFor();
  await page.getByRole('row', { name: /housekeeping/ }).waitFor();
  await expect.poll(() => page.getByText('nobody reads this').count()).toBe(0);
  expect(await operator.look('jobs')).toEqual([]);
  await button(page, 'Retry the job from mail.send').click();
  await confirm(page, 'Retry');
  await page.getByText('None. A job appears here when its last attempt fails.').waitFor();
  await until(async () => {
    const { rows } = await scene.database.owner.query(
      `select count(*) filter (where id = $1)::int as dead, count(*) filter (where name = 'mail.send')::int as mails
       from pgboss.job where data->>'sealed' = 'nobody reads this'`,
      [jobId],
    );
    return rows[0].dead === 0 && rows[0].mails === 1;
  }, 'the job is in its queue again');
  expect(operator.complaints).toEqual([]);
});

test('an analyst cannot open these pages, and an operator cannot open the analysts’', async () => {
  const analyst = await scene.enter({ role: 'analyst' });
  for (const path of ['/partners', `/partners/${partnerId}`, '/staff', '/reference', '/jobs']) {
    await analyst.open(path);
    await analyst.page.getByText('Your role does not allow this').first().waitFor();
    expect(await analyst.page.getByText(/Zebra|Ada Analyst/).count(), path).toBe(0);
  }
  const menu = analyst.page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await expect.poll(() => menu.allTextContents()).not.toContain('Partners');
  await operator.open('/queue');
  await operator.page.getByText('Your role does not allow this').first().waitFor();
});

test('a change asks for the second factor first if the last one was too long ago', async () => {
  const late = await signIn(scene.database, {
    realm: 'staff',
    role: 'operator',
    at: new Date(Date.now() - 10 * 60_000),
  });
  const window = await scene.visit();
  const [name = '', value = ''] = late.cookie.cookie.split('=');
  await window.context.addCookies([
    { name, value, url: scene.origin.replace('http:', 'https:'), secure: true, httpOnly: true, sameSite: 'Lax' },
  ]);
  await window.open(`/partners/${partnerId}?ask=activate`);
  await button(window.page, 'Confirm that it is you').waitFor();
  await expect.poll(() => dialog(window.page).getByLabel('Reason').count()).toBe(0);
});
