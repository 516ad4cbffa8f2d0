import { afterEach, expect, test } from 'vitest';
import { type Receiver, type ReceiverOptions, startReceiver } from '../../../../tests/harness/receiver.ts';
import { createGuard } from './guard.ts';
import type { Sender } from './outcome.ts';
import { createSender } from './sender.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function pair(options: ReceiverOptions = {}): Promise<{ receiver: Receiver; sender: Sender }> {
  const receiver = await startReceiver(options);
  const guard = createGuard({ ports: [443, 8443], allowed: receiver.allowed });
  const sender = createSender({ guard, ca: [receiver.ca] });
  open.push(receiver, sender);
  return { receiver, sender };
}

test('a post arrives byte for byte at the host and path of its URL, and its answer comes back', async () => {
  const { receiver, sender } = await pair();
  const body = Buffer.from('{"name":"Zoë \u{1f600}"}');
  const outcome = await sender.post({ url: receiver.url(0, '/in?a=1#x'), headers: { 'svc-id': 'e1' }, body });
  expect(outcome).toEqual({
    ours: false,
    statusCode: 200,
    errorKind: null,
    excerpt: 'ok',
    retryAfter: null,
    durationMs: expect.any(Number),
  });
  expect(receiver.requests).toHaveLength(1);
  expect(receiver.requests[0]).toMatchObject({ method: 'POST', path: '/in?a=1', host: receiver.hosts[0], body });
  expect(receiver.requests[0]?.headers).toMatchObject({
    'svc-id': 'e1',
    'accept-encoding': 'identity',
    'content-length': String(body.length),
  });
});

test('posts one after the other travel on one connection, and at the same time on several', async () => {
  const { receiver, sender } = await pair();
  const message = { url: receiver.url(), headers: {}, body: '{}' };
  for (let count = 0; count < 20; count++) await sender.post(message);
  expect(receiver.connections()).toBe(1);
  await Promise.all(Array.from({ length: 6 }, () => sender.post(message)));
  expect(receiver.connections()).toBe(6);
  expect(receiver.requests).toHaveLength(26);
});
