// A partner's webhook from its first day to a receiver that breaks and is repaired, as seen in the portal.
import { verifyWebhook } from '@onboarding/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordEvents } from '../../harness/dispatching.ts';
import { until } from '../../harness/patience.ts';
import { openPortal, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import { answerWith } from '../../harness/servers/receiver.ts';

let portal: SiteScene;
let partnerId: string;
let admin: SiteWindow;
let developer: SiteWindow;
beforeAll(async () => {
  portal = await openPortal();
  ({ partnerId } = await portal.database.addPartner());
  admin = await portal.enter({ partnerId });
  developer = await portal.enter({ partnerId, role: 'developer' });
});
afterAll(() => portal.close());

const says = (window: SiteWindow, text: string | RegExp) => window.page.getByText(text).first().waitFor();
const press = (window: SiteWindow, name: string) => window.page.getByRole('button', { name, exact: true }).click();
const state = (window: SiteWindow) => window.page.getByRole('region', { name: 'State' });
/** Records events of businesses, all at once, as the API does. */
const happen = (events: number) => recordEvents(portal.database, Array(events).fill(partnerId));

async function takeSecret({ page }: SiteWindow): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Save the secret' });
  const secret = await dialog.locator('code').textContent();
  // It cannot be lost by accident: neither by a key press nor before the user confirms that it is saved.
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await dialog.getByLabel('I have saved the secret').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
  return secret ?? '';
}

test('an admin registers a webhook, sees its secret once, and receives a test event that the secret verifies', async () => {
  const { page } = admin;
  await admin.open('/webhooks');
  await says(admin, 'You have no webhook yet');
  await page.getByRole('link', { name: 'Register a webhook' }).click();
  const address = page.getByLabel('URL of your receiver');
  await address.fill('http://hooks.partner.example/');
  await press(admin, 'Register');
  await says(admin, /must begin with https/);
  await page.getByText(/Request number/).waitFor();
  expect(await admin.look('webhook-register')).toEqual([]);
  await address.fill(portal.receiver.url());
  await address.press('Enter');
  const secret = await takeSecret(admin);
  expect(secret).toMatch(/^whsec_/);
  expect(await page.content()).not.toContain(secret);
  await says(admin, 'Nothing delivered yet');

  await press(admin, 'Send a test event');
  await says(admin, 'The test event was delivered');
  await says(admin, 'Your receiver is accepting our deliveries');
  const [{ body, headers } = { body: Buffer.of(), headers: {} }] = portal.receiver.requests;
  expect((await verifyWebhook({ body, headers, secrets: secret })).eventType).toBe('webhook.test');
  // The URL contains the whole state: another window shows the same.
  await page.reload();
  await says(admin, 'The test event was delivered');
  expect(new URL(page.url()).searchParams.get('test')).toMatch(/^[\da-f-]{36}$/);
});

test('the chart counts deliveries, and its bars link to the history of that hour', async () => {
  const { page } = admin;
  await happen(3);
  await until(async () => portal.receiver.requests.length >= 4, 'the events arrive');
  await admin.open('/webhooks?range=7d');
  const chart = page.getByRole('region', { name: 'Deliveries over time' }).first();
  await chart.locator('svg.recharts-surface').first().waitFor();
  await chart.getByText('Show as a table').click();
  // In one hour, or in two if one has just begun.
  const delivered = chart.locator('tbody td:nth-child(2)');
  const counted = async () => (await delivered.allTextContents()).reduce((sum, text) => sum + Number(text), 0);
  await until(async () => (await counted()) === 4, 'four are counted');
  await chart.getByText('30 days').click();
  await page.waitForURL(/range=30d/);
  await page.goBack();
  await page.waitForURL(/range=7d/);
  const bar = chart.locator('.recharts-bar-rectangle path').first();
  await bar.hover();
  await chart.locator('.recharts-tooltip-wrapper').getByText('Delivered').waitFor();
  await bar.click();
  await page.waitForURL(/\/webhooks\/deliveries\?from=.*&to=/);
  const bounds = new URL(page.url()).searchParams;
  const [from, to] = ['from', 'to'].map((name) => Date.parse(bounds.get(name) ?? ''));
  expect([Number(to) - Number(from), Number(from) <= Date.now()]).toEqual([3_600_000, true]);
});

test('a broken receiver is shown with the reason and the remedy, until sending stops', async () => {
  portal.receiver.answer(answerWith(500, {}, 'out of order'));
  await happen(6);
  await developer.open('/webhooks');
  await says(developer, 'Your receiver is not accepting our deliveries');
  await state(developer).getByText('The response was an error (4xx or 5xx)').waitFor();
  await developer.page.getByText('Why attempts failed').waitFor();
  expect(await developer.look('webhook-failing')).toEqual([]);
  portal.receiver.answer(answerWith(410));
  await happen(3);
  await says(developer, 'We no longer send to your receiver');
  await state(developer)
    .getByText(/answered 410 Gone twice/)
    .waitFor();
});

test('a developer sees who can enable, replace and rotate', async () => {
  const { page } = developer;
  for (const name of ['Enable the webhook', 'Replace the URL', 'Rotate the secret']) {
    const control = page.getByText(name, { exact: true });
    expect(await control.locator('xpath=ancestor-or-self::*[@data-disabled or @disabled]').count(), name).toBe(1);
  }
  await expect.poll(() => page.getByText('Your role does not allow this. Ask an admin.').count()).toBe(3);
  // A link to the dialog says the same.
  await developer.open('/webhooks?action=rotate');
  await page.getByRole('dialog').getByText('Your role does not allow this. Ask an admin.').waitFor();
});

test('an admin enables it after the repair, and waiting events are delivered', async () => {
  portal.receiver.answer(answerWith(204));
  const before = portal.receiver.requests.length;
  await admin.open('/webhooks');
  await press(admin, 'Enable the webhook');
  await says(admin, 'Your receiver is accepting our deliveries');
  await until(async () => portal.receiver.requests.length > before, 'what waited is sent');
  await admin.page.getByRole('cell', { name: 'Enabled the webhook' }).waitFor();
  const stopped = admin.page.getByRole('cell', { name: 'Sending stopped: the receiver answered 410 twice' });
  await expect.poll(() => stopped.count()).toBe(1);
});

test('rotating shows a new secret once, and the page counts down to the expiry of the old one', async () => {
  const { page } = admin;
  await page.getByRole('link', { name: 'Rotate the secret' }).click();
  await press(admin, 'Create a new secret');
  const secret = await takeSecret(admin);
  await says(admin, /The old secret still works for/);
  await says(admin, /2[34] h \d+ min/);
  // Events that waited before are still being sent, also with both signatures.
  const tests = () => portal.receiver.requests.filter(({ body }) => body.includes('"webhook.test"'));
  const before = tests().length;
  await press(admin, 'Send a test event');
  await until(async () => tests().length > before, 'the test arrives');
  const { body = Buffer.of(), headers = {} } = tests().at(-1) ?? {};
  expect((await verifyWebhook({ body, headers, secrets: secret })).eventType).toBe('webhook.test');
  expect(String(headers['svc-signature']).split(' ')).toHaveLength(2);
  expect(await admin.look('webhook-overlap')).toEqual([]);
});

test('asks for the second factor before the form if the last one was too long ago', async () => {
  const late = await portal.enter({ partnerId, at: new Date(Date.now() - 10 * 60_000) });
  await late.open('/webhooks?action=replace');
  await late.page.getByRole('button', { name: 'Confirm that it is you' }).waitFor();
  await expect.poll(() => late.page.getByLabel('URL of your receiver').count()).toBe(0);
});

test('the catalogue shows the body and the schema of each event, with a link that can be shared', async () => {
  const { page } = developer;
  await developer.open('/webhooks/events');
  await page.getByRole('button', { name: /business\.verification\.updated/ }).click();
  await page.waitForURL(/type=business\.verification\.updated/);
  await page
    .getByRole('region', { name: 'an example of the body' })
    .getByText(/"verificationStatus"/)
    .waitFor();
  expect(await developer.look('webhook-events')).toEqual([]);
  await developer.open('/webhooks/events?type=business.document.confirmed&show=schema');
  await page
    .getByRole('region', { name: 'the JSON Schema of data' })
    .getByText(/"sha256"/)
    .waitFor();
  await developer.open('/webhooks/events?type=nothing&show=7&range=%00');
  await says(developer, 'business.profile.created');
  expect([admin.complaints, developer.complaints]).toEqual([[], []]);
});
