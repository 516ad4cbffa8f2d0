// Parts of pages: one that cannot be loaded beside others that can, the number of requests of a page with data, the reader's
// time zone, and what moves while a page refreshes.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { recordEvents } from '../../harness/dispatching.ts';
import { settled } from '../../harness/open-pages.ts';
import { patient, until } from '../../harness/patience.ts';
import { addMachine, type Machine } from '../../harness/scenes/asking.ts';
import { expectFewReads, failing, REQUEST_ID } from '../../harness/scenes/page-states.ts';
import { openPortal, type SiteScene } from '../../harness/scenes/site.ts';
import { answerWith } from '../../harness/servers/receiver.ts';
import { WEBHOOKS } from '../../harness/webhooks.ts';

let portal: SiteScene;
let machine: Machine;
let admin: Awaited<ReturnType<SiteScene['enter']>>;
let testEvent: string;
beforeAll(async () => {
  portal = await openPortal({ environment: { RATE_LIMIT_SESSION: '1000000' } });
  machine = await addMachine(portal.database);
  const { partnerId } = machine.partner;
  admin = await portal.enter({ partnerId });
  portal.receiver.answer(answerWith(500, {}, 'out of order'));
  await send('', { url: portal.receiver.url() });
  await recordEvents(portal.database, Array(3).fill(partnerId));
  ({ eventId: testEvent = '' } = await send('/test'));
  await until(async () => {
    const { rows } = await portal.database.owner.query(
      'select attempt_count from webhook_deliveries where event_id = $1',
      [testEvent],
    );
    return rows[0]?.attempt_count > 0;
  }, 'the receiver has refused the test event');
});
afterAll(() => portal?.close());
afterEach(() => admin.page.unrouteAll({ behavior: 'ignoreErrors' }));

async function send(path: string, body?: unknown): Promise<{ eventId?: string }> {
  const headers = { ...admin.person.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const answer = await fetch(`${portal.origin}${WEBHOOKS}${path}`, {
    method: 'POST',
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { value: { eventId?: string } }).value;
}

describe('a part that cannot be loaded says so with its request id, and loads when retried', () => {
  test.each([
    ['the number of customers in each status', '/customers', /\/customers\/statistics$/],
    ['countries and business types', '/customers', /\/reference-data$/],
    ['the people to filter by', '/activity', /\/partner-profile\/people$/],
    ['the certificates to filter by', '/credentials/requests', /\/api-credentials$/],
    ['the event types to filter by', '/webhooks/deliveries', /\/event-types$/],
    ['the recent replays', '/webhooks/deliveries', /\/webhooks\/replays\?/],
    ['the certificate of the next step', '/', /\/api-credentials$/],
    [
      'the first token',
      () => `/credentials/new?certificate=${machine.certificate.certificateId}`,
      /\/token-requests\?/,
    ],
    ['the test event', () => `/webhooks?test=${testEvent}`, /\/webhooks\/deliveries\?/],
    ['the attempts of the test event', () => `/webhooks?test=${testEvent}`, /\/webhooks\/deliveries\/[\da-f-]+$/],
  ] as const)('%s', async (_part, at, read) => {
    const { page } = admin;
    await page.route(read, failing(503, 'Service.Unavailable'));
    await admin.open(typeof at === 'string' ? at : at());
    const alert = page.getByRole('alert').filter({ hasText: REQUEST_ID });
    await expect.poll(() => alert.count(), { timeout: patient(20_000) }).toBe(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // Some pages refresh automatically, and may have done so already.
    const again = alert.getByRole('button', { name: 'Try again' });
    await again.click({ timeout: patient(5_000) }).catch(() => {});
    await alert.waitFor({ state: 'detached' });
    expect(admin.complaints).toEqual([]);
  });
});

test('a refused certificate is marked at its field, with the request id', async () => {
  const { page } = admin;
  await admin.open('/credentials/new?way=paste');
  await page.getByLabel('Name').fill('Broken');
  await page.getByRole('textbox', { name: 'Certificate' }).fill('nonsense');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page
    .getByText(/must be|is not/)
    .first()
    .waitFor();
  await expect.poll(() => page.getByText(/Request number/).count(), { timeout: patient(20_000) }).toBe(1);
  expect(await admin.look('paste-refused')).toEqual([]);
});

test.each([
  ['a failing webhook with a test event', () => `/webhooks?range=7d&test=${testEvent}`],
  ['deliveries', () => '/webhooks/deliveries'],
  ['the home page', () => '/'],
])('%s: needs at most six requests', async (_page, path) => {
  await expectFewReads('portal', admin, path());
});

describe('times', () => {
  test("are shown in the reader's time zone, and in UTC on hover", async () => {
    const { rows } = await portal.database.owner.query(
      'select delivery_id, occurred_at from webhook_deliveries where event_id = $1',
      [testEvent],
    );
    const at: Date = rows[0].occurred_at;
    const utc = `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
    const shown: string[] = [];
    for (const timeZone of ['Asia/Kathmandu', 'America/St_Johns']) {
      const reader = await portal.enter({ partnerId: machine.partner.partnerId });
      const session = await reader.context.newCDPSession(reader.page);
      await session.send('Emulation.setTimezoneOverride', { timezoneId: timeZone });
      await reader.open(`/webhooks/deliveries/${rows[0].delivery_id}`);
      const time = reader.page.locator(`main time[datetime="${at.toISOString()}"]`).first();
      await time.hover();
      await reader.page.getByRole('tooltip').getByText(utc).waitFor();
      shown.push((await time.textContent()) ?? '');
      const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
      expect(shown.at(-1)?.replaceAll(/\s/g, ' ')).toBe(format.format(at).replaceAll(/\s/g, ' '));
      await reader.context.close();
    }
    expect(shown[0]).not.toBe(shown[1]);
  });
});

// A string, because it uses browser types.
const WATCH = `(() => {
  window.flickers = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes, removedNodes } of changes) {
      for (const node of addedNodes) {
        const waits = node.matches?.('[aria-label="Loading"]') || node.querySelector?.('[aria-label="Loading"]');
        if (waits) window.flickers.push('a skeleton');
      }
      // A chart redraws itself; any other removed element was there to be read.
      for (const node of removedNodes)
        if (node.nodeType === 1 && !target.closest('.recharts-wrapper')) window.flickers.push('gone: ' + node.outerHTML.slice(0, 200));
    }
  }).observe(document.querySelector('main'), { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.flickers.push('moved by ' + value + ': ' + sources.map(({ node }) => node?.parentElement?.textContent.slice(0, 100)).join(' | '));
  }).observe({ type: 'layout-shift' });
})()`;

test.each([
  ['the webhook', () => '/webhooks', /\/partner-profile\/webhooks$/],
  ['deliveries', () => '/webhooks/deliveries', /\/webhooks\/deliveries\?/],
  ['the home page', () => '/', /\/partner-profile\/overview$/],
])('%s: nothing flickers or moves while it refreshes', async (_page, path, read) => {
  const { page } = admin;
  // No retries meanwhile: new data may move the rest.
  await portal.database.owner.query(`update webhook_deliveries set next_attempt_at = now() + interval '1 day'
    where status = 'Pending'`);
  await admin.open(path());
  await settled(page);
  await page.evaluate(WATCH);
  let looks = 0;
  page.on('response', (answer) => {
    if (read.test(answer.url())) looks++;
  });
  await until(async () => looks >= 2, 'the page has looked twice');
  expect(await page.evaluate('window.flickers')).toEqual([]);
});
