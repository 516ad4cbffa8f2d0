// A receiver breaks: the failure is found, explained and repaired, and missed events are replayed. Signatures are checked in
// the browser.
import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../harness/patience.ts';
import { openPortal, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import { answerWith } from '../../harness/servers/receiver.ts';
import { storeDeliveries, storeEvents, WEBHOOKS } from '../../harness/webhooks.ts';

const HOUR = 3_600_000;
let portal: SiteScene;
let partnerId: string;
let secret: string;
let developer: SiteWindow;

beforeAll(async () => {
  portal = await openPortal();
  ({ partnerId } = await portal.database.addPartner());
  const admin = await portal.enter({ partnerId });
  secret = (await register(admin.person.headers)).webhookSecret;
  developer = await portal.enter({ partnerId, role: 'developer' });
});
afterAll(() => portal.close());

async function register(headers: Record<string, string>) {
  const answer = await fetch(`${portal.origin}${WEBHOOKS}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url: portal.receiver.url() }),
  });
  const { value } = (await answer.json()) as { value: { webhookSecret: string } };
  return value;
}

const event = (count: number, from: Date) => storeEvents(portal.database.owner, { partnerId, count, from });

/** Events whose delivery was abandoned while the receiver was broken. */
async function givenUp(count: number): Promise<void> {
  const events = await event(count, new Date(Date.now() - 2 * HOUR));
  await storeDeliveries(portal.database.owner, events, { status: 'Exhausted' });
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const figure = async (page: Page, label: string) =>
  Number((await page.getByLabel(new RegExp(`^${label}: `)).textContent())?.replaceAll(/\D/g, ''));

async function press(target: Locator): Promise<void> {
  await target.focus();
  await target.press('Enter');
}

test('a broken receiver can be found, diagnosed, repaired and caught up by a replay', async () => {
  const { page } = developer;
  await developer.open('/webhooks/deliveries');
  await page.getByText('Nothing was sent in the last 24 hours').waitFor();
  expect(await developer.look('deliveries-none')).toEqual([]);

  portal.receiver.answer(answerWith(500, {}, 'TypeError: signature is undefined'));
  const { owner } = portal.database;
  await storeEvents(owner, { partnerId, count: 2, from: new Date(), outgoing: true });
  await until(async () => portal.receiver.requests.length >= 2, 'the receiver has refused them');

  // Found: the reason is two clicks away.
  await page.reload();
  await page.getByRole('cell', { name: '500' }).first().waitFor();
  expect(await developer.look('deliveries-failing')).toEqual([]);
  await press(page.getByRole('link', { name: 'business.profile.updated' }).first());
  await page.getByRole('heading', { level: 1, name: 'business.profile.updated' }).waitFor();
  // After half a minute it is sent a second time, with the same response.
  await page.getByText('The response was an error (4xx or 5xx).').first().waitFor();
  await page.getByText('TypeError: signature is undefined').first().waitFor();
  await page.getByText('Attempt 2 of 8').waitFor();
  await page
    .getByText(/^(Next attempt in \d+ (second|minute)|The next attempt is due now)/)
    .first()
    .waitFor();
  expect(await developer.look('delivery-failing')).toEqual([]);

  // Repaired: sends the same event again; the page of the new delivery turns green without a reload.
  portal.receiver.answer(answerWith(200, {}, 'thanks'));
  const broken = page.url();
  await press(button(page, 'Send this event again'));
  await page.getByText('Your receiver accepted it.').first().waitFor();
  await expect.poll(() => page.url()).not.toBe(broken);
  expect(portal.receiver.requests.some(({ headers }) => headers['svc-replay'] === 'true')).toBe(true);
  await page.goBack();
  // It may have been sent again meanwhile.
  await page.getByText('TypeError: signature is undefined').first().waitFor();

  // Replayed: all abandoned events, counted, confirmed and followed to the end.
  await givenUp(40);
  await developer.open('/webhooks/deliveries?status=Exhausted');
  await page.getByText('1 to 40 of 40 deliveries').waitFor();
  await press(button(page, 'Replay all matches'));
  await page.getByText('This will resend 40 events.').waitFor();
  expect(await developer.look('replay-confirm')).toEqual([]);
  await press(button(page, 'Replay 40 events'));
  await page.getByRole('heading', { level: 1, name: 'Replay finished' }).waitFor();
  expect(await figure(page, 'Delivered')).toBe(40);
  expect(await developer.look('replay-finished')).toEqual([]);

  // Events delivered meanwhile are not sent again.
  await developer.open('/webhooks/deliveries?status=Exhausted');
  await press(button(page, 'Replay all matches'));
  await page.getByText('There is nothing to replay.').waitFor();
  expect(developer.complaints).toEqual([]);
});

test('a replay never exceeds 7 days: a longer filter is shortened, and the dialog says so', async () => {
  const { page } = developer;
  const since = new Date(Date.now() - 20 * 24 * HOUR).toISOString();
  await developer.open(`/webhooks/deliveries?status=Exhausted&from=${since}`);
  await givenUp(3);
  await press(button(page, 'Replay all matches'));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This will resend 3 events.').waitFor();
  await dialog.getByText('A replay covers up to 7 days, so this one starts later than your filter.').waitFor();
  expect(await developer.look('replay-cut')).toEqual([]);
  await press(dialog.getByRole('button', { name: 'Cancel' }));
  // Before the retention period.
  await developer.open('/webhooks/deliveries?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z');
  await page.getByText('Events are kept for 30 days, so nothing in this period can be replayed.').waitFor();
  await expect.poll(() => button(page, 'Replay all matches').isDisabled()).toBe(true);
  // A single event is sent again from its own page.
  await developer.open(`/webhooks/deliveries?event=${crypto.randomUUID()}`);
  await page.getByText('To resend one event, open its delivery.').waitFor();
  await expect.poll(() => button(page, 'Replay all matches').isDisabled()).toBe(true);
  expect(developer.complaints).toEqual([]);
});

test('events from before the webhook was registered are replayed on request', async () => {
  const { page } = developer;
  const type = 'business.profile.created';
  await storeEvents(portal.database.owner, { partnerId, count: 5, from: new Date(Date.now() - 3 * HOUR), type });
  await developer.open(`/webhooks/deliveries?eventType=${type}`);
  await press(button(page, 'Replay all matches'));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('There is nothing to replay.').waitFor();
  await dialog.getByLabel('Include events from before the webhook was registered').check();
  await dialog.getByText('This will resend 5 events.').waitFor();
  expect(await developer.look('replay-unrouted')).toEqual([]);
  await press(dialog.getByRole('button', { name: 'Replay 5 events' }));
  await page.getByRole('heading', { level: 1, name: 'Replay finished' }).waitFor();
  expect(await figure(page, 'Delivered')).toBe(5);
  // Not offered with filters that such events cannot match.
  await developer.open(`/webhooks/deliveries?eventType=${type}&status=Exhausted`);
  await press(button(page, 'Replay all matches'));
  await dialog.getByText('Clear the filters for status, business and replay to include them.').waitFor();
  await expect.poll(() => dialog.getByRole('checkbox').isDisabled()).toBe(true);
  expect(developer.complaints).toEqual([]);
});

test('cancelling a replay keeps what was sent and drops what was waiting', async () => {
  const { page } = developer;
  // Slow enough that some are still waiting when it is cancelled, however long the page check takes.
  portal.receiver.answer(async (request, response) => {
    await delay(2_000);
    await answerWith(200)(request, response);
  });
  const before = portal.receiver.requests.length;
  const sent = () => {
    const replayed = portal.receiver.requests.slice(before).filter(({ headers }) => headers['svc-replay'] === 'true');
    return new Set(replayed.map(({ headers }) => headers['svc-delivery-id'])).size;
  };
  // Three more are left from an earlier test.
  await givenUp(597);
  await developer.open('/webhooks/deliveries?status=Exhausted');
  await press(button(page, 'Replay all matches'));
  await press(button(page, 'Replay 600 events'));
  await page.getByRole('heading', { level: 1, name: 'Replay in progress' }).waitFor();
  await until(async () => (await figure(page, 'Delivered')) > 0, 'progress is shown without a reload');
  expect(await developer.look('replay-running')).toEqual([]);
  await press(button(page, 'Cancel the replay'));
  await page.getByText('Waiting deliveries are dropped within seconds.').waitFor();
  await press(page.getByRole('dialog').getByRole('button', { name: 'Cancel the replay' }));
  await page.getByRole('heading', { level: 1, name: 'Replay cancelled' }).waitFor();
  await until(async () => (await figure(page, 'Waiting')) === 0, 'nothing is waiting');
  await until(async () => {
    await page.reload();
    return (await figure(page, 'Delivered')) === sent();
  }, 'what was on its way has arrived');
  const [delivered, notSent] = [await figure(page, 'Delivered'), await figure(page, 'Not sent')];
  expect(delivered + notSent).toBe(600);
  expect(Math.min(delivered, notSent)).toBeGreaterThan(0);
  await press(page.getByLabel(/^Delivered: /).getByRole('link'));
  await page.getByText(`of ${delivered} deliveries`).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Replay cancelled' }).waitFor();
  expect(developer.complaints).toEqual([]);
});

test('a signature is checked in the browser, and each common mistake is named', async () => {
  const { page } = developer;
  const received = portal.receiver.requests.findLast(({ headers }) => headers['svc-replay'] === 'true');
  const { 'svc-id': id, 'svc-timestamp': timestamp, 'svc-signature': signature } = received?.headers ?? {};
  const body = String(received?.body);
  await developer.open(`/webhooks/deliveries/${received?.headers['svc-delivery-id']}`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.method() + request.url() + (request.postData() ?? '')));
  const headers = `Svc-Id: ${id}\nSvc-Timestamp: ${timestamp}\nSvc-Signature: ${signature}`;
  const check = async (given: { secret?: string; headers?: string; computed?: string }, answer: string | RegExp) => {
    await page.getByLabel('Secret').fill(given.secret ?? secret);
    await page.getByLabel('Received headers').fill(given.headers ?? headers);
    await page.getByLabel(/^Signature that your code computed/).fill(given.computed ?? '');
    await button(page, 'Check').click();
    await page.getByText(answer).waitFor();
  };
  await check({}, 'The signature is valid');
  const content = `${id}.${timestamp}.${body}`;
  const key = Buffer.from(secret.slice(6), 'base64');
  const signed = (by: string | Buffer, text: string) => createHmac('sha256', by).update(text).digest('base64');
  await check({ computed: signed(key, content) }, 'Your code computed the same signature.');
  await check({ computed: signed(secret.slice(6), content) }, 'Your code signs with the text of the secret.');
  await check({ computed: signed(key, `${content}\n`) }, /The body was parsed and serialised again/);
  await check(
    { headers: headers.replace(String(timestamp), '1600000000') },
    'The timestamp belongs to another attempt.',
  );
  await check({ secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }, 'Yours is an older one');
  await check({ headers: `Svc-Id: ${id}` }, 'The header Svc-Timestamp is missing.');
  expect(await developer.look('signature')).toEqual([]);
  expect(asked.filter((one) => one.includes('whsec') || one.startsWith('POST'))).toEqual([]);
  expect(developer.complaints).toEqual([]);
});

test('a viewer can read everything, and sees who can replay', async () => {
  const viewer = await portal.enter({ partnerId, role: 'viewer' });
  const asked: string[] = [];
  viewer.page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url());
  });
  await viewer.open('/webhooks/deliveries?from=2020-01-01&status=Delivered');
  await viewer.page.getByRole('table').first().waitFor();
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(6);
  await expect.poll(() => button(viewer.page, 'Replay all matches').isDisabled()).toBe(true);
  await viewer.page.getByText('Ask an admin or a developer.').waitFor();
  // Filters are part of the URL: a reload restores them, and going back undoes them.
  await viewer.page.getByLabel('Status').selectOption('Exhausted');
  await viewer.page.waitForURL(/status=Exhausted/);
  await viewer.page.reload();
  await until(
    async () => (await viewer.page.getByLabel('Status').inputValue()) === 'Exhausted',
    'the filter is restored',
  );
  await viewer.page.goBack();
  await until(
    async () => (await viewer.page.getByLabel('Status').inputValue()) === 'Delivered',
    'going back undoes it',
  );
  expect(viewer.complaints).toEqual([]);
});

test('random search parameters and unknown ids never break a page', async () => {
  const { page } = developer;
  const values = [
    '',
    'x',
    '%00',
    '-1',
    '1e9',
    '99999999',
    '2026-02-30',
    '2026-11-15T99:99Z',
    '0001-01-01',
    'Pending',
    '{"a":1}',
  ];
  const names = ['status', 'eventType', 'customer', 'event', 'replay', 'from', 'to', 'page', 'other'];
  const random = (list: readonly string[]) => list[Math.floor(Math.random() * list.length)] ?? '';
  for (let round = 0; round < 12; round++) {
    const search = Array.from({ length: 5 }, () => `${random(names)}=${encodeURIComponent(random(values))}`).join('&');
    await developer.open(`/webhooks/deliveries?${search}`);
    const heading = await page.getByRole('heading', { level: 1 }).textContent();
    expect([heading, ...developer.complaints], search).toEqual(['Deliveries']);
    await page
      .getByRole('table')
      .or(page.getByText(/match these filters|Nothing was sent|could not be loaded/))
      .first()
      .waitFor();
  }
  for (const path of ['/webhooks/deliveries/x', `/webhooks/deliveries/${crypto.randomUUID()}`]) {
    await developer.open(path);
    await page.getByText('Your organisation has no such delivery.').waitFor();
  }
  await developer.open(`/webhooks/replays/${crypto.randomUUID()}`);
  await page.getByText('Your organisation has no such replay.').waitFor();
  expect(developer.complaints).toEqual([]);
});
