import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkSignature, type Given, type Sent } from './signature.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const KEY = Buffer.from(SECRET.slice(6), 'base64');
const ID = '0193a2b4-7c11-7d43-8e88-9f0a1b2c3d45';
const BODY = '{"eventId":"x","b":1,"a":{"d":"é","c":[1,2]}}';

const signed = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content).digest('base64');
const right = signed(KEY, `${ID}.1614265330.${BODY}`);
const sent: Sent = {
  eventId: ID,
  body: BODY,
  attempts: [
    { attemptNo: 1, svcTimestamp: 1614265330, signatures: [`v1,${right}`] },
    { attemptNo: 2, svcTimestamp: 1614265361, signatures: null },
  ],
};

const headers = (signature = `v1,${right}`, timestamp = '1614265330', id = ID) =>
  `Content-Type: application/json\nSvc-Id: ${id}\nSvc-Timestamp: ${timestamp}\nSvc-Signature: ${signature}`;
const check = (given: Partial<Given>, other: Partial<Sent> = {}) =>
  checkSignature({ ...sent, ...other }, { secret: SECRET, headers: headers(), computed: '', ...given });

test('accepts the test vector of Standard Webhooks', async () => {
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  const vector = { eventId: id, body: '{"test": 2432232314}' };
  const given = headers('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=', '1614265330', id);
  expect(await check({ headers: given }, vector)).toEqual({ kind: 'Right', previous: false });
});

test('reads pasted headers in lower case, with the prefix webhook- or as JSON', async () => {
  for (const pasted of [
    headers().toLowerCase().replace(`v1,${right.toLowerCase()}`, `v1,${right}`),
    headers().replaceAll('Svc-', 'webhook-'),
    `{ "svc-id": "${ID}",\n "svc-timestamp": "1614265330",\n "svc-signature": "v1,${right}" }`,
  ]) {
    expect(await check({ headers: pasted }), pasted).toEqual({ kind: 'Right', previous: false });
  }
});

test('recognises the second signature as that of the previous secret', async () => {
  expect(await check({ headers: headers(`v1,${signed('other', 'x')} v1,${right}`) })).toEqual({
    kind: 'Right',
    previous: true,
  });
});

test('names an unreadable secret, a missing header, another event or another secret', async () => {
  expect(await check({ secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })).toEqual({ kind: 'SecretUnreadable' });
  expect(await check({ secret: 'whsec_!' })).toEqual({ kind: 'SecretUnreadable' });
  expect(await check({ headers: '' })).toEqual({ kind: 'HeaderMissing', header: 'Svc-Id' });
  expect(await check({ headers: `Svc-Id: ${ID}\nSvc-Timestamp: 1` })).toEqual({
    kind: 'HeaderMissing',
    header: 'Svc-Signature',
  });
  expect(await check({ headers: headers(undefined, undefined, 'other') })).toEqual({
    kind: 'OtherEvent',
    eventId: 'other',
  });
  expect(await check({ secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` })).toEqual({ kind: 'OtherSecret' });
  expect(await check({ headers: headers('v1,AAAA') })).toEqual({ kind: 'Unknown' });
});

const content = `${ID}.1614265330.${BODY}`;
const pretty = JSON.stringify(JSON.parse(BODY), null, 2);
const python = '{"eventId": "x", "b": 1, "a": {"d": "é", "c": [1, 2]}}';
test.each([
  ['UndecodedSecret', signed(SECRET.slice(6), content)],
  ['PrefixInKey', signed(SECRET, content)],
  ['RewrittenBody', signed(KEY, `${ID}.1614265330.${pretty}`)],
  ['RewrittenBody', signed(KEY, `${ID}.1614265330.${python}`)],
  ['RewrittenBody', signed(KEY, `${ID}.1614265330.${BODY}\n`)],
  ['RewrittenBody', signed(KEY, `${ID}.1614265330.{"a":{"c":[1,2],"d":"é"},"b":1,"eventId":"x"}`)],
  ['OtherTimestamp', signed(KEY, `${ID}.1614265361.${BODY}`)],
  ['BodyOnly', signed(KEY, BODY)],
  ['HexOutput', createHmac('sha256', KEY).update(content).digest('hex')],
  ['UrlSafeOutput', createHmac('sha256', KEY).update(content).digest('base64url')],
] as const)('detects the mistake %s', async (mistake, computed) => {
  expect(await check({ computed })).toEqual({ kind: 'Mistakes', mistakes: [mistake] });
  expect(await check({ computed: `v1,${computed}` })).toEqual({ kind: 'Mistakes', mistakes: [mistake] });
});

test('names several mistakes at once, and returns Unknown for an unexplained signature', async () => {
  const computed = createHmac('sha256', SECRET.slice(6)).update(`${ID}.1614265330.${pretty}`).digest('hex');
  expect(await check({ computed })).toEqual({
    kind: 'Mistakes',
    mistakes: ['UndecodedSecret', 'RewrittenBody', 'HexOutput'],
  });
  expect(await check({ computed: signed('x', 'y') })).toEqual({ kind: 'Unknown' });
});

test("detects a header with another attempt's timestamp", async () => {
  expect(await check({ headers: headers(`v1,${right}`, '1614265361') })).toEqual({
    kind: 'Mistakes',
    mistakes: ['OtherTimestamp'],
  });
});
