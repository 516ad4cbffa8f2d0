// Covers what the shared list of cases cannot: types, and the arguments of fetch.
import { generateKeyPairSync } from 'node:crypto';
import { expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import {
  type Answer,
  type BusinessProfile,
  OnboardingClient,
  OnboardingError,
  ServiceError,
  UnknownFileTypeError,
} from './index.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

interface Sent {
  url: string;
  init: RequestInit;
}

/** A client with a fake fetch. */
function open(value: unknown, { onAnswer, ...more }: { onAnswer?: (answer: Answer) => void; warnings?: unknown } = {}) {
  const sent: Sent[] = [];
  const client = new OnboardingClient({
    baseUrl: 'https://api.example.com/prefix/',
    issuer: 'https://identity.example.com',
    clientId: 'acme-1',
    privateKey,
    userAgent: 'acme/2',
    ...(onAnswer !== undefined && { onAnswer }),
    fetch: async (input, init = {}) => {
      if (String(input).endsWith('/oauth2/token')) return Response.json({ access_token: 'token', expires_in: 300 });
      sent.push({ url: String(input), init });
      return Response.json({ isSuccess: true, value, ...more }, { headers: { 'x-request-id': 'request-1' } });
    },
  });
  return { client, sent };
}

test('uses the given fetch for tokens and calls', async () => {
  const { client, sent } = open([]);
  await client.listBusinessProfiles({ verificationStatus: ['Approved', 'Rejected'], limit: 5 });
  const [{ url, init } = { url: '', init: {} }] = sent;
  expect(url).toBe(
    'https://api.example.com/prefix/api/partner/v1/business-profiles?verificationStatus=Approved&verificationStatus=Rejected&limit=5',
  );
  const headers = new Headers(init.headers);
  expect(headers.get('authorization')).toBe('Bearer token');
  expect(headers.get('user-agent')).toMatch(/^acme\/2 onboarding-sdk\/\d/);
  expect([init.redirect, init.body]).toEqual(['manual', undefined]);
  expect(await client.token()).toBe('token');
});

test('calls onAnswer of both the client and the call', async () => {
  const told: Answer[] = [];
  const { client } = open([], { onAnswer: (answer) => told.push(answer) });
  await client.listCountries({ onAnswer: (answer) => told.push(answer) });
  expect(told).toHaveLength(2);
  expect(told[0]).toEqual({
    operation: 'listCountries',
    status: 200,
    requestId: 'request-1',
    etag: undefined,
    warnings: [],
    isReplayed: false,
    attempts: 1,
  });
});

test('waits until a review is decided, and passes each answer to the caller', async () => {
  const statuses = ['PendingVerification', 'StartedNotCompleted', 'Approved', 'Rejected'];
  const told: Answer[] = [];
  const { client, sent } = open({ toJSON: () => ({ verificationStatus: statuses.shift() }) });
  const decided = await client.waitForDecision('c-1', { pollMs: 1, onAnswer: (answer) => told.push(answer) });
  expect([decided.verificationStatus, sent.length]).toEqual(['Approved', 3]);
  expect(told.map(({ operation }) => operation)).toEqual(Array(3).fill('readVerificationStatus'));
});

test('a waiting call ends when the caller aborts it', async () => {
  const stop = new AbortController();
  const { client, sent } = open({ verificationStatus: 'PendingVerification' });
  const waiting = client.waitForDecision('c-1', {
    pollMs: 60_000,
    waitMs: 20_000,
    signal: stop.signal,
    onAnswer: () => stop.abort(new Error('enough')),
  });
  await expect(waiting).rejects.toThrow('enough');
  expect(sent).toHaveLength(1);
});

test.each<[string, (client: OnboardingClient, signal: AbortSignal) => Promise<unknown>]>([
  ['could be repeated', (client, signal) => client.listCountries({ signal })],
  [
    'could not be repeated',
    (client, signal) => client.patchBusinessProfile('c-1', {}, { signal, idempotencyKey: false }),
  ],
])('a call that %s rejects with the reason of the caller who aborts it, and is sent once', async (_, call) => {
  const caller = new AbortController();
  const reason = new Error('enough');
  let calls = 0;
  const client = new OnboardingClient({
    baseUrl: 'https://api.example.com',
    issuer: 'https://identity.example.com',
    clientId: 'acme-1',
    privateKey,
    fetch: async (input, init = {}) => {
      if (String(input).endsWith('/oauth2/token')) return Response.json({ access_token: 'token', expires_in: 300 });
      calls++;
      caller.abort(reason);
      init.signal?.throwIfAborted();
      throw new Error('The request has no signal');
    },
  });
  await expect(call(client, caller.signal)).rejects.toBe(reason);
  expect(calls).toBe(1);
});

test('refuses a file of unknown type with an error of its own, before it sends anything', async () => {
  const { client, sent } = open({});
  const upload = client.uploadDocument('a', new Blob(['hello']), { documentCategory: 'BankStatement' });
  await expect(upload).rejects.toThrow(UnknownFileTypeError);
  await expect(upload).rejects.toThrow(OnboardingError);
  expect(sent).toEqual([]);
});

/** Answers 503 until the nth call. */
function unavailable(until: number, limits: { maxRetries?: number; retryForMs?: number }, onCall = () => {}) {
  let calls = 0;
  const client = new OnboardingClient({
    baseUrl: 'https://api.example.com',
    issuer: 'https://identity.example.com',
    clientId: 'acme-1',
    privateKey,
    backoffMs: 0.1,
    ...limits,
    fetch: async (input) => {
      if (String(input).endsWith('/oauth2/token')) return Response.json({ access_token: 'token', expires_in: 300 });
      calls++;
      onCall();
      return calls < until ? new Response('', { status: 503 }) : Response.json({ isSuccess: true, value: [] });
    },
  });
  return { client, calls: () => calls };
}

test('outlasts eight refusals by default', async () => {
  expect(await unavailable(9, {}).client.listCountries()).toEqual([]);
});

test('stops retrying after retryForMs of the client or of the call, however many retries are left', async () => {
  const atOnce = unavailable(Number.POSITIVE_INFINITY, { maxRetries: 1_000_000, retryForMs: 0 });
  await expect(atOnce.client.listCountries()).rejects.toThrow(ServiceError);
  expect(atOnce.calls()).toBe(1);
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const later = unavailable(Number.POSITIVE_INFINITY, { maxRetries: 1_000_000 }, () => {
    now += 40;
  });
  await expect(later.client.listCountries({ retryForMs: 100 })).rejects.toThrow(ServiceError);
  // At 40, the first failure; then at 80 and 120. At 160, more than 100 have passed since the first.
  expect(later.calls()).toBe(4);
});

test('logs warnings unless onAnswer receives them', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const warnings = [
    { pointer: '/fax', code: 'Field.Unknown', message: 'The field is unknown.' },
    { pointer: '', code: 'Customer.RequestUnanswered', message: 'Something is still requested.' },
  ] as const;
  await open([], { warnings }).client.listCountries();
  const told: Answer[] = [];
  await open([], { warnings, onAnswer: (answer) => told.push(answer) }).client.listCountries();
  await open([], { warnings }).client.listCountries({ onAnswer: (answer) => told.push(answer) });
  expect(log.mock.calls).toEqual([
    ['onboarding-sdk: listCountries: Field.Unknown at /fax: The field is unknown.'],
    ['onboarding-sdk: listCountries: Customer.RequestUnanswered: Something is still requested.'],
  ]);
  expect(told.map((answer) => answer.warnings)).toEqual([warnings, warnings]);
  log.mockRestore();
});

test('a result can be undefined only with ifNoneMatch', async () => {
  const { client } = open({});
  const plain = client.readBusinessProfile('a');
  const conditional = client.readBusinessProfile('a', { ifNoneMatch: '"1"' });
  expectTypeOf(plain).resolves.toEqualTypeOf<BusinessProfile>();
  expectTypeOf(conditional).resolves.toEqualTypeOf<BusinessProfile | undefined>();
  expect(await Promise.all([plain, conditional])).toEqual([{}, {}]);
});

// Callers without types are not told by a compiler.
const untyped = (options: Record<string, unknown>) => options as never;

test.each<[made: string, call: (client: OnboardingClient) => Promise<unknown>, meant: string]>([
  [
    'a write',
    (client) => client.patchBusinessProfile('a', {}, untyped({ 'If-Match': 1 })),
    'If-Match: did you mean ifMatch?',
  ],
  ['a read', (client) => client.readBusinessProfile('a', untyped({ timeout: 1 })), 'timeout: did you mean timeoutMs?'],
  [
    'a wait',
    (client) => client.waitForDecision('a', untyped({ maxWaitMs: 1, waitMs: 0 })),
    'maxWaitMs: did you mean waitMs?',
  ],
  [
    'an upload',
    (client) => client.uploadDocument('a', new TextEncoder().encode('%PDF'), untyped({ document_category: 'Other' })),
    'document_category: did you mean documentCategory?',
  ],
  [
    'an iteration',
    (client) =>
      client
        .iterateChanges({}, untyped({ folow: true }))
        .pages()
        .next(),
    'folow: did you mean follow?',
  ],
  ['a read with an option like no other', (client) => client.listCountries(untyped({ zzz: 1 })), 'zzz.'],
])('a misspelled option of %s is refused before anything is sent', async (_made, call, meant) => {
  const { client, sent } = open({});
  await expect(call(client)).rejects.toThrow(new TypeError(`Unknown option ${meant}`));
  expect(sent).toEqual([]);
});

test('a misspelled option of the client is refused', () => {
  const options = untyped({ baseUrl: 'https://api.example.com', clientId: 'acme-1', privateKey, maxRetrys: 1 });
  expect(() => new OnboardingClient(options)).toThrow(
    new TypeError('Unknown option maxRetrys: did you mean maxRetries?'),
  );
});
