// Forwarding events to a receiver: their source, retries, signatures and output.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type OnboardingClient, type VerificationStatus, verifyWebhook, type WebhookEvent } from '@onboarding/sdk';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CliHome, makeCliHome, runCli, serve, type TestServer } from '../../../../tests/harness/cli.ts';
import { waitForStatus } from './decisions.ts';
import { insist, reasonOf, Unavailable } from './insist.ts';
import { chooseReceiver, deliver, deliverOnce, isAccepted, makeTestEvent, toDeliveryLines } from './receiver.ts';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const never = new AbortController().signal;
const usage = (message: RegExp) => expect.objectContaining({ exitCode: 2, message: expect.stringMatching(message) });

describe('insist', () => {
  test('reports an outage once and its end once', async () => {
    const said: string[] = [];
    const attempts: number[] = [];
    const result = await insist({ who: 'The API', signal: never, say: (line) => said.push(line) }, async (attempt) => {
      attempts.push(attempt);
      if (attempt === 1) throw new Unavailable('ECONNREFUSED');
      return 'done';
    });
    expect([result, attempts]).toEqual(['done', [1, 2]]);
    expect(said).toEqual([
      'The API is unavailable (ECONNREFUSED). Retrying until it is back; nothing is lost.',
      'The API is back.',
    ]);
  });

  test('prints nothing on success, and rethrows any other error', async () => {
    const said: string[] = [];
    const about = { who: 'The API', signal: never, say: (line: string) => said.push(line) };
    expect(await insist(about, async () => 1)).toBe(1);
    await expect(insist(about, () => Promise.reject(new Error('other')))).rejects.toThrow('other');
    expect(said).toEqual([]);
  });

  test('ends silently when interrupted', async () => {
    const stop = new AbortController();
    const said: string[] = [];
    const about = { who: 'The API', signal: stop.signal, say: (line: string) => void said.push(line) };
    const work = async () => {
      stop.abort();
      throw new Unavailable('x');
    };
    await expect(insist(about, work)).rejects.toThrow(/aborted/);
    expect(said).toEqual([]);
  });
});

test.each([
  [
    Object.assign(new Error('failed'), { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
    'ECONNREFUSED',
  ],
  [Object.assign(new Error('own'), { code: 'EPIPE' }), 'EPIPE'],
  [Object.assign(new Error('coded'), { code: 5 }), 'coded'],
  [new DOMException('long', 'TimeoutError'), 'timeout'],
  [new Error('plain'), 'plain'],
  ['text', 'text'],
])('shortens the reason for a failure: %s', (thrown, reason) => {
  expect(reasonOf(thrown)).toBe(reason);
});

test.each([
  [{}, /^--forward-to is missing/],
  [{ forwardTo: 'hooks' }, /^--forward-to must be an address/],
  [{ forwardTo: 'https://hooks.example/x' }, /^hooks\.example is not this machine/],
])('rejects the receiver %j', (options, message) => {
  expect(() => chooseReceiver(options)).toThrow(usage(message));
});

test('a receiver on another machine needs --allow-remote', () => {
  expect(chooseReceiver({ forwardTo: 'https://hooks.example/x', allowRemote: true }).href).toBe(
    'https://hooks.example/x',
  );
  expect(chooseReceiver({ forwardTo: 'http://localhost:1/x' }).href).toBe('http://localhost:1/x');
});

describe('a delivery', () => {
  let receiver: TestServer;
  let got: { headers: IncomingMessage['headers']; body: string }[];
  let answer: { status: number; body: string; location?: string };
  beforeEach(async () => {
    got = [];
    answer = { status: 204, body: '' };
    receiver = await serve(async (request, response) => {
      got.push({ headers: request.headers, body: await text(request) });
      const { status, body, location } = answer;
      response.writeHead(status, location === undefined ? {} : { location }).end(body);
    });
  });
  afterEach(() => receiver.close());

  const event = makeTestEvent('hello');
  const delivery = { event, body: JSON.stringify(event), secret: SECRET };
  const send = (more = {}) => deliver(new URL(receiver.url), { ...delivery, ...more }, never);

  test('is signed like a real one', async () => {
    expect(await send({ deliveryId: 'd-1', attempt: 3, isReplay: true })).toMatchObject({ status: 204, firstLine: '' });
    const [{ headers, body } = { headers: {}, body: '' }] = got;
    expect(verifyWebhook({ body, headers: headers as Record<string, string>, secrets: SECRET })).toEqual(event);
    expect(headers).toMatchObject({ 'svc-delivery-id': 'd-1', 'svc-attempt': '3', 'svc-replay': 'true' });
  });

  test('defaults to attempt 1 and no replay, and caps the attempt at 8', async () => {
    await send();
    await send({ attempt: 9 });
    expect(got.map(({ headers }) => [headers['svc-attempt'], headers['svc-replay']])).toEqual([
      ['1', got[0]?.headers['svc-replay']],
      ['8', got[0]?.headers['svc-replay']],
    ]);
    expect(got[0]?.headers['svc-replay']).not.toBe('true');
  });

  test.each([
    ['\n\n  first \nsecond', 'first'],
    [`a\u001b[31m\tb`, 'a [31m b'],
    ['x'.repeat(500), 'x'.repeat(160)],
    ['', ''],
  ])('shows the first line of the response body without control characters', async (body, firstLine) => {
    answer = { status: 200, body };
    expect((await send()).firstLine).toBe(firstLine);
  });

  test('does not follow a redirect', async () => {
    answer = { status: 302, body: '', location: `${receiver.url}/other` };
    expect((await send()).status).toBe(302);
    expect(got).toHaveLength(1);
  });

  test('without an answer throws Unavailable, and exits with 3', async () => {
    const nobody = new URL('http://127.0.0.1:9/hooks');
    await expect(deliver(nobody, delivery, never)).rejects.toThrow(Unavailable);
    await expect(deliverOnce(nobody, delivery, never)).rejects.toThrow(
      expect.objectContaining({
        exitCode: 3,
        message: expect.stringContaining('http://127.0.0.1:9/hooks is unavailable'),
      }),
    );
  });

  test.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [500, false],
  ])('answered with %i is accepted: %s, and otherwise reported as to be retried', (status, accepted) => {
    const told = { status, tookMs: 5, firstLine: status === 500 ? 'oops' : '' };
    expect(isAccepted(told)).toBe(accepted);
    const lines = toDeliveryLines({ width: 80, paint: (colour, words) => `<${colour}>${words}` }, event, told).split(
      '\n',
    );
    expect(lines.slice(0, 2)).toEqual([
      `${event.occurredAt.slice(11, 19)}  webhook.test  ${event.eventId}`,
      `  -> <${accepted ? 'green' : 'red'}>${status} in 5 ms${status === 500 ? ': oops' : ''}`,
    ]);
    expect(lines.slice(2)).toEqual(accepted ? [] : ['     not a 2xx: a real delivery would be retried']);
  });
});

test('waiting for a review reports each status once, and ends with a wanted status or on timeout', async () => {
  const wait = async (...statuses: string[]) => {
    let looks = 0;
    const client = {
      readVerificationStatus: async () => ({ verificationStatus: statuses[looks++] ?? statuses.at(-1) }),
    };
    const told: string[] = [];
    const onStatus = ({ verificationStatus }: VerificationStatus) => void told.push(verificationStatus);
    const waiting = { statuses: ['Approved'], timeoutMs: 20, signal: never, onStatus };
    const ended = await waitForStatus(client as unknown as OnboardingClient, 'x', waiting).catch((error) => error);
    return [told, ended.verificationStatus ?? ended.exitCode];
  };
  expect(await wait('New', 'Approved')).toEqual([['New', 'Approved'], 'Approved']);
  expect(await wait('New')).toEqual([['New'], 4]);
});

describe('with a change feed', () => {
  const events: WebhookEvent[] = ['one', 'two', 'three'].map((message) => makeTestEvent(message));
  let home: CliHome;
  let service: TestServer;
  let asked: URLSearchParams[];
  let failures: number[];
  let received: { body: string; headers: IncomingMessage['headers'] }[];
  let refuse: boolean;
  beforeAll(() => {
    home = makeCliHome();
  });
  afterAll(() => home.remove());
  beforeEach(async () => {
    asked = [];
    failures = [];
    received = [];
    refuse = false;
    service = await serve(async (request, response) => {
      const url = new URL(request.url ?? '', 'http://x');
      const send = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (url.pathname === '/oauth2/token') return send(200, { access_token: 't', expires_in: 300 });
      if (url.pathname === '/hooks') {
        received.push({ headers: request.headers, body: await text(request) });
        return send(refuse ? 500 : 200, {});
      }
      asked.push(url.searchParams);
      const failure = failures.shift();
      if (failure !== undefined) return send(failure, { error: { code: 'Service.Unavailable', message: 'x' } });
      const first = url.searchParams.has('since');
      const items = first ? events.slice(0, 2) : url.searchParams.get('cursor') === 'c1' ? events.slice(2) : [];
      send(200, { isSuccess: true, value: { items, nextCursor: first ? 'c1' : 'c2', hasMore: first } });
    });
  });
  afterEach(() => service.close());

  const environment = () => ({
    HOME: home.folder,
    ONBOARDING_API: service.url,
    ONBOARDING_ISSUER: service.url,
    ONBOARDING_CLIENT_ID: 'acme-1',
    ONBOARDING_KEY: home.keyFile,
    ONBOARDING_WEBHOOK_SECRET: SECRET,
  });
  /** Interrupts the command, like Ctrl-C, once it has caught up. */
  const untilReady = (words: string[], ready: string) => {
    const stop = new AbortController();
    const onPrint = ({ err }: { err: string }) => err.includes(ready) && stop.abort();
    return runCli(words, { environment: environment(), signal: stop.signal, onPrint });
  };

  test('listen forwards every event once, in order, and exits with 0 on Ctrl-C', async () => {
    const outcome = await untilReady(
      ['listen', '--forward-to', `${service.url}/hooks`, '--since', '1h', '--json'],
      'Ready.',
    );
    expect(outcome.code).toBe(0);
    expect(received.map(({ body }) => JSON.parse(body))).toEqual(events);
    for (const { body, headers } of received)
      verifyWebhook({ body, headers: headers as Record<string, string>, secrets: SECRET });
    const lines = outcome.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject(events.map(({ eventId }) => ({ eventId, status: 200 })));
    expect(outcome.err).toMatch(/Signed with the secret of the profile "sandbox"/);
    expect(outcome.err).toMatch(/Ready\.\nStopped\. 3 events were forwarded\.\n$/);
    const age = Date.now() - Date.parse(asked[0]?.get('since') ?? '');
    expect(Math.round(age / 60_000)).toBe(60);
    expect(asked[1]?.get('cursor')).toBe('c1');
  });

  test('events tail prints matching events, and continues after an outage', async () => {
    failures = [503];
    const outcome = await untilReady(['events', 'tail', '--since', '1h', '--json'], 'Waiting for events');
    expect(
      outcome.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(events);
    expect(outcome.err).toMatch(
      /^The API is unavailable \(it answered 503\)\..*\nThe API is back\.\nWaiting.*\nStopped\.\n$/,
    );
    expect((await untilReady(['events', 'tail', '--since', '1h', '--type', 'other'], 'Waiting for events')).out).toBe(
      '',
    );
  });

  test('events tail exits with 1 if the API answers 403', async () => {
    failures = [403];
    expect(await runCli(['events', 'tail'], { environment: environment() })).toMatchObject({ code: 1, out: '' });
  });

  test('events resend sends an event of the feed as a replay, and exits with 1 if the receiver refuses it', async () => {
    const id = events[1]?.eventId ?? '';
    const words = ['events', 'resend', id, '--forward-to', `${service.url}/hooks`];
    expect(await runCli(words, { environment: environment() })).toMatchObject({ code: 0 });
    expect(received).toMatchObject([{ body: JSON.stringify(events[1]), headers: { 'svc-replay': 'true' } }]);
    refuse = true;
    expect(await runCli(words, { environment: environment() })).toMatchObject({ code: 1 });
  });

  test('events resend rejects invalid and unknown event ids', async () => {
    const to = ['--forward-to', `${service.url}/hooks`];
    expect(await runCli(['events', 'resend', 'x', ...to], { environment: environment() })).toMatchObject({
      code: 2,
      err: expect.stringContaining('"x" is not an event id'),
    });
    const id = '019a0000-0000-7000-8000-000000000000';
    expect(await runCli(['events', 'resend', id, ...to], { environment: environment() })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The change feed has no event/),
    });
    expect(asked[0]?.get('since')).toBe(new Date(0x019a00000000 - 1_000).toISOString());
    expect(received).toEqual([]);
  });

  test('trigger webhook.test exits with 1 if the receiver refuses', async () => {
    const words = ['trigger', 'webhook.test', '--forward-to', `${service.url}/hooks`];
    expect(await runCli(words, { environment: environment() })).toMatchObject({ code: 0 });
    refuse = true;
    expect(await runCli(words, { environment: environment() })).toMatchObject({
      code: 1,
      out: expect.stringContaining('not a 2xx'),
    });
  });

  test('listen --print-secret prints the secret and nothing else', async () => {
    expect(await runCli(['listen', '--print-secret'], { environment: environment() })).toEqual({
      code: 0,
      out: `${SECRET}\n`,
      err: '',
    });
  });
});
