// The first day of a partner's developer, from the invitation mail to a webhook that arrives.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyWebhook } from '@onboarding/sdk';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCtl } from '../../harness/command-process.ts';
import { runBlocks } from '../../harness/page-blocks.ts';
import { openPortal, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';

const EMAIL = 'ada.keys@partner.example';
const PASSWORD = 'seven lamps on a boat';

let portal: SiteScene;
let window: SiteWindow;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'first-day-'));
  portal = await openPortal();
  window = await portal.visit();
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

const done = (count: number) => window.page.getByText(`${count} of 5 done`).waitFor();
const snippet = async (name: string) => (await window.page.getByRole('region', { name }).textContent()) ?? '';

test('the invitation leads through password and authenticator app to a checklist with nothing done', async () => {
  const { partnerId } = await portal.database.addPartner();
  const words = ['--partner', partnerId, '--role', 'admin', '--name', 'Ada Keys', '--email', EMAIL];
  const environment = { OPERATIONS_DATABASE_URL: portal.database.operationsUrl, ISSUER: portal.issuer };
  expect(await runCtl(['people', 'invite', ...words], environment)).toMatchObject({ code: 0 });
  const link = new RegExp(`${portal.issuer}/invitation/[\\w-]{43}`);
  const mail = await portal.mailbox.waitFor(({ to, text }) => to.includes(EMAIL) && link.test(text));
  const { page } = window;
  await page.goto(link.exec(mail.text)?.[0] ?? '');
  await page.getByLabel(/^New password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = ((await page.locator('#secret').textContent()) ?? '').replaceAll(' ', '');
  await page
    .getByLabel(/^Code shown in the app now/)
    .fill(generateSync({ secret, epoch: Math.floor(Date.now() / 1000) }));
  await page.getByRole('button', { name: 'Finish with this app' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();

  await page.getByRole('link', { name: 'I have saved them: continue to the partner portal' }).click();
  await page.getByRole('heading', { level: 1, name: 'Welcome, Ada Keys' }).waitFor();
  // Keeps the second factor fresh for the following tests, however slow the machine.
  await portal.database.owner.query(`update sessions set second_factor_at = second_factor_at + interval '1 hour'`);
  await page.reload();
  await done(0);
  expect(await window.look('home-nothing-done')).toEqual([]);
});

test('a new certificate, a token and a first business complete their steps as they happen', async () => {
  const { page } = window;
  await page.getByRole('link', { name: 'Register a certificate' }).click();
  await page.getByLabel('Name').fill('First server');
  await page.getByRole('button', { name: 'Generate key pair' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download first-server-key.pem' }).click(),
  ]);
  await download.saveAs(join(folder, download.suggestedFilename()));
  const token = await snippet('the commands that get a token');

  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await done(1);
  await runBlocks(folder, [token.replace('"iss":', '"issuer":')]);
  await page.getByText('iss must be the client id').waitFor();
  await page.getByText('Set iss and sub to your client id').waitFor();
  expect(await window.look('home-token-refused')).toEqual([]);
  await runBlocks(folder, [token]);
  await done(2);

  const business = await snippet('the command that creates a customer');
  expect(await window.look('home-business')).toEqual([]);
  expect(await runBlocks(folder, [token, business])).toContain('"verificationStatus":"PendingVerification"');
  await done(3);
  await page.getByText('Waiting for review').waitFor();
});

test('a registered webhook and its test event complete the checklist, and the page shows the current state', async () => {
  const { page } = window;
  await page.getByRole('link', { name: 'Register a webhook' }).click();
  await page.getByText('You have no webhook yet').waitFor();
  await page.getByRole('link', { name: 'Register a webhook' }).click();
  await page.getByLabel('URL of your receiver').fill(portal.receiver.url());
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save the secret' });
  const webhookSecret = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByLabel('I have saved the secret').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Send a test event', exact: true }).click();
  await page.getByText('The test event was delivered').waitFor();
  const [{ body, headers } = { body: Buffer.of(), headers: {} }] = portal.receiver.requests;
  expect((await verifyWebhook({ body, headers, secrets: webhookSecret })).eventType).toBe('webhook.test');

  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByText('All first steps are done').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.getByText('Your receiver accepts events.').waitFor();
  await page.getByText('One certificate is valid; none expires soon.').waitFor();
  expect(await window.look('home')).toEqual([]);
  expect(window.complaints).toEqual([]);
});
