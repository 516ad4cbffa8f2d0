// What a browser holds for us between two pages: forms, devices and confirmations that only we can read.
import type { Realm } from '@onboarding/contract';
import { openKeyRing } from '@onboarding/platform/crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { TEST_KEY_RING } from '../../../../tests/harness/values.ts';
import { pageHeaders, sendPage } from './answer.ts';
import { createFormGuard, openValue, sealValue } from './forms.ts';
import { rememberDevice, visitorSignedIn, visitorWithDevice } from './known-device.ts';
import { realmOf } from './realm.ts';
import { html } from './views/html.ts';
import { inWords } from './views/message-views.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let now: number;
let cookies: string[];
beforeEach(() => {
  now = Date.parse('2026-11-15T10:00:00Z');
  cookies = [];
});
const sealing = { keys: openKeyRing(TEST_KEY_RING), clock: { now: () => new Date(now) } };
const reply = { header: (_: string, value: string) => void cookies.push(value) } as unknown as FastifyReply;
const nameAndValue = () => cookies.at(-1)?.split(';')[0] ?? '';
const ask = (headers: Record<string, string> = {}, body?: Record<string, string>) =>
  ({ headers, ip: '198.51.100.1', body: body && new URLSearchParams(body) }) as unknown as FastifyRequest;

describe('a sealed value', () => {
  test('is opened for its purpose until its time is over', () => {
    const sealed = sealValue(sealing, 'one', 60, { a: 1 });
    expect(openValue(sealing, 'one', sealed)).toEqual({ a: 1 });
    expect(openValue(sealing, 'two', sealed)).toBeUndefined();
    now += 59_999;
    expect(openValue(sealing, 'one', sealed)).toEqual({ a: 1 });
    now += 1;
    expect(openValue(sealing, 'one', sealed)).toBeUndefined();
  });
  test('that is not ours is none', () => {
    for (const text of ['', 'x', sealValue(sealing, 'one', 60, 1).slice(2)])
      expect(openValue(sealing, 'one', text)).toBeUndefined();
  });
});

describe('a form', () => {
  const issuer = 'https://id.example';
  const guard = () => createFormGuard(sealing, issuer);
  /** What a browser sends with the form of a page. */
  const filled = (headers = {}, page = 'sign-in') => {
    const token = guard().token(ask(), reply, page);
    return ask({ cookie: nameAndValue(), origin: issuer, 'sec-fetch-site': 'same-origin', ...headers }, { token });
  };

  test('is accepted from its page in its browser, for an hour', () => {
    const sent = filled();
    expect(guard().accepts(sent, 'sign-in')).toBe(true);
    now += HOUR_MS;
    expect(guard().accepts(sent, 'sign-in')).toBe(false);
  });
  test('is accepted from browsers that do not state where it comes from', () => {
    const { headers, body } = filled();
    const { cookie } = headers;
    expect(guard().accepts({ headers: { cookie }, body } as FastifyRequest, 'sign-in')).toBe(true);
  });
  test.each([
    ['another page', {}, 'account'],
    ['another site', { origin: 'https://evil.example' }, 'sign-in'],
    ['no site at all', { origin: 'null' }, 'sign-in'],
    ['a site beside ours', { 'sec-fetch-site': 'same-site' }, 'sign-in'],
    ['a browser without the cookie', { cookie: '' }, 'sign-in'],
    ['another browser', { cookie: `__Host-form=${'a'.repeat(22)}` }, 'sign-in'],
    ['a cookie that is none of ours', { cookie: '__Host-form=a' }, 'sign-in'],
  ])('is refused from %s', (_, headers, page) => {
    expect(guard().accepts(filled(headers), page)).toBe(false);
  });
  test('is refused without a token or a body', () => {
    const { headers } = filled();
    expect(guard().accepts({ headers, body: new URLSearchParams() } as FastifyRequest, 'sign-in')).toBe(false);
    expect(guard().accepts({ headers } as FastifyRequest, 'sign-in')).toBe(false);
  });
  test('keeps the cookie that the browser has, which scripts cannot read', () => {
    guard().token(ask(), reply, 'one');
    const first = nameAndValue();
    guard().token(ask({ cookie: first }), reply, 'two');
    expect(nameAndValue()).toBe(first);
    expect(cookies[0]).toMatch(/^__Host-form=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    createFormGuard(sealing, 'http://localhost').token(ask(), reply, 'one');
    expect(cookies.at(-1)).toMatch(/^form=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/);
  });
});

describe('a browser in which someone signed in', () => {
  const pages = { issuer: 'https://id.example', context: sealing } as unknown as Parameters<typeof rememberDevice>[0];
  const remember = (accountId: string) => rememberDevice(pages, ask({ cookie: nameAndValue() }), reply, accountId);
  const device = () => visitorWithDevice(pages, ask({ cookie: nameAndValue(), 'user-agent': 'UA' })).device;
  const ids = Array.from({ length: 6 }, () => crypto.randomUUID());

  test('is known by its cookie for 90 days', () => {
    expect(device()).toBeUndefined();
    const [id = ''] = ids;
    remember(id);
    expect(cookies[0]).toMatch(/^__Host-device=[\w-]+; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/);
    expect([...(device()?.signedInAt ?? [])]).toEqual([[id, new Date(now)]]);
    now += 90 * DAY_MS - 1;
    expect(device()?.signedInAt.size).toBe(1);
    now += 1;
    expect(device()?.signedInAt.size).toBe(0);
  });
  test('keeps its id, and forgets first the user who signed in longest ago', () => {
    for (const id of ids.slice(0, 5)) {
      now += 1_000;
      remember(id);
    }
    const { deviceId } = device() ?? {};
    now += 1_000;
    remember(ids[0] ?? '');
    expect([...(device()?.signedInAt.keys() ?? [])]).toEqual([0, 4, 3, 2, 1].map((at) => ids[at]));
    now += 1_000;
    remember(ids[5] ?? '');
    expect([...(device()?.signedInAt.keys() ?? [])]).toEqual([5, 0, 4, 3, 2].map((at) => ids[at]));
    expect(device()?.deviceId).toBe(deviceId);
  });
  test('is described with its address; asking again has attempts of its own for each session', () => {
    expect(visitorWithDevice(pages, ask({ 'user-agent': 'UA' }))).toEqual({
      address: '198.51.100.1',
      userAgent: 'UA',
      device: undefined,
    });
    const [one, two] = ['a', 'b'].map((uid) => visitorSignedIn(ask(), uid).signInKey);
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(two).not.toBe(one);
  });
});

describe('a page', () => {
  const send = (content: object, options = {}) => {
    const sent: { status?: number; headers?: Record<string, string>; body?: string } = {};
    const taking = {
      status(status: number) {
        sent.status = status;
        return taking;
      },
      headers(headers: Record<string, string>) {
        sent.headers = headers;
        return taking;
      },
      send(body: string) {
        sent.body = body;
      },
    };
    sendPage(taking as unknown as FastifyReply, { title: 'T', body: html`<p>x</p>`, ...content }, options);
    return sent;
  };
  test('has status 200, 400 with a problem, or the one that is given', () => {
    expect([send({}).status, send({ problem: { text: 'P' } }).status, send({}, { status: 401 }).status]).toEqual([
      200, 400, 401,
    ]);
  });
  test('runs only our own scripts, cannot be framed or stored, and submits forms only to allowed addresses', () => {
    expect(pageHeaders()).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    });
    expect(pageHeaders()['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(send({}, { mayLeadTo: ['https://p'] }).headers?.['content-security-policy']).toContain(
      "form-action 'self' https://p;",
    );
  });
  test('has scripts, a link to sign out and a problem only if they are given', () => {
    const plain = send({}).body ?? '';
    expect([/<script/, /Sign out/, /There is a problem/, /<title>Problem: /].map((one) => one.test(plain))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    const full = send({ scripts: 'passkeys', signedIn: true, problem: { text: 'P', field: 'code' } }).body ?? '';
    expect(full.match(/<script defer/g)).toHaveLength(2);
    expect(full).toContain('<title>Problem: T');
    expect(full).toContain('<a href="#code">P</a>');
    expect(full).toContain('href="/oauth2/sign-out"');
  });
});

test.each([
  [1, '1 second'],
  [2, '2 seconds'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [120, '2 minutes'],
  [121, '3 minutes'],
])('%i seconds are "%s"', (seconds, words) => {
  expect(inWords(seconds)).toBe(words);
});

test.each([
  ['partner', 'partner'],
  ['staff', 'staff'],
  ['other', undefined],
  [undefined, undefined],
] as [string | undefined, Realm | undefined][])('a client of the realm %s signs in users of %s', (realm, expected) => {
  expect(realmOf({ realm } as never)).toBe(expected);
  expect(realmOf(undefined)).toBeUndefined();
});
