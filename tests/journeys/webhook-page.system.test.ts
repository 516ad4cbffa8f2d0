// docs/webhooks.md matches the rules, and its example receiver works unchanged.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { DELIVERY_ATTEMPTS, ERROR_KINDS, EVENT_TYPES } from '@onboarding/contract';
import { deliveryHeaders, newSecret, nextAttemptAt, secretBytes } from '@onboarding/domain/webhooks';
import { expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { until } from '../harness/patience.ts';

const page = readFileSync('docs/webhooks.md', 'utf8');

/** The cells of each row of the table under a heading. */
function cells(heading: string): string[][] {
  const section = page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => row.split('|').map((cell) => cell.trim().replaceAll('`', '')));
}

const UNITS: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 };
const seconds = (text = '') =>
  [...text.matchAll(/(\d+) (s|min|h)\b/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0),
    0,
  );

test('the retry schedule matches the code', () => {
  const rows = cells('The schedule');
  expect(rows).toHaveLength(DELIVERY_ATTEMPTS);
  let elapsed = 0;
  for (const [, attempt, wait, sinceFirst] of rows.slice(1)) {
    const failedAt = new Date(0);
    const failedAttempt = Number(attempt) - 1;
    const next = nextAttemptAt({ failedAttempt, failedAt, statusCode: 500, retryAfter: null, random: () => 0 });
    expect(seconds(wait)).toBe(next.getTime() / 1000);
    elapsed += next.getTime() / 1000;
    // Longer times are rounded down to minutes.
    expect(Math.abs(seconds(sinceFirst) - elapsed)).toBeLessThan(60);
  }
});

test('every error kind, event type and header is explained', () => {
  expect(cells('When something is wrong').map(([, kind]) => kind)).toEqual([...ERROR_KINDS]);
  const body = '{}';
  const ids = { eventId: 'e', eventType: 't', deliveryId: 'd', attemptNo: 1, isReplay: true };
  const headers = Object.keys(deliveryHeaders({ ...ids, at: new Date(), body, secrets: [Buffer.alloc(32)] }));
  const told = cells('What you get').map(([, name = '']) => name);
  for (const name of headers.filter((one) => !/^webhook-(timestamp|signature)$/.test(one)))
    expect(told.join(' ')).toContain(name);
  for (const type of Object.keys(EVENT_TYPES)) expect(told).toContain(type);
});

test('the example receiver accepts a delivery and rejects a modified one', async () => {
  const code = /```js\n(.*?)```/s.exec(page)?.[1] ?? '';
  const file = `tests/journeys/receiver-of-the-page-${process.pid}.mjs`;
  await writeFile(file, code);
  const [port, secret] = [await freePort(), newSecret()];
  const receiver = spawn(process.execPath, [file], {
    env: { PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const body = JSON.stringify({ eventId: 'the-event', eventType: 'webhook.test', data: { message: 'Grüße' } });
    const ids = { eventId: 'the-event', eventType: 'webhook.test', deliveryId: 'd', attemptNo: 1, isReplay: false };
    const headers = deliveryHeaders({ ...ids, at: new Date(), body, secrets: [secretBytes(secret)] });
    const post = (text: string) => fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: text });
    await until(
      () =>
        post(body).then(
          (answer) => answer.status === 204,
          () => false,
        ),
      'the receiver accepts',
    );
    const refused = await post(`${body} `);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('No signature matches');
  } finally {
    receiver.kill();
    await once(receiver, 'exit');
    await rm(file);
  }
});
