import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiFailure } from './failure.ts';
import { type Notice, onNotice } from './notices.ts';
import type { Operation } from './operation.ts';
import { send } from './send.ts';

let server: Server;
let origin: string;
let asked: { method: string | undefined; headers: IncomingMessage['headers']; body: string }[];
let answer: { status: number; body: string; headers?: Record<string, string> };
let notices: Notice[];
let stop: () => void;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    asked.push({ method: request.method, headers: request.headers, body: await text(request) });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  asked = [];
  notices = [];
  answer = { status: 200, body: '{"isSuccess":true,"value":7}' };
  stop = onNotice((notice) => void notices.push(notice));
});
afterEach(() => stop());

const operation = (method: Operation['method']): Operation => ({
  method,
  path: `${origin}/thing`,
  roles: [],
  stepUp: false,
});
const refused = (status: number, code: string) => {
  answer = { status, body: JSON.stringify({ isSuccess: false, error: { code, description: 'No.', requestId: 'r1' } }) };
  return send(operation('POST'), {}).catch((error: ApiFailure) => error) as Promise<ApiFailure>;
};
const kinds = () => notices.map(({ kind }) => kind);

test('a read has no X-CSRF header and no body; a write has the header, and a body if given', async () => {
  expect(await send(operation('GET'), {})).toBe(7);
  await send(operation('POST'), { body: { name: 'x' } });
  await send(operation('POST'), {});
  expect(asked.map(({ headers, body }) => [headers['x-csrf'], headers['content-type'], body])).toEqual([
    [undefined, undefined, ''],
    ['1', 'application/json', '{"name":"x"}'],
    ['1', undefined, ''],
  ]);
});

test('a background request has the X-Background header and does not count as use of the session', async () => {
  await send(operation('GET'), {}, { background: true });
  expect([asked[0]?.headers['x-background'], kinds()]).toEqual(['1', []]);
  await send(operation('GET'), {});
  expect([asked[1]?.headers['x-background'], kinds()]).toEqual([undefined, ['used']]);
});

test("announces the server's build", async () => {
  answer = { ...answer, headers: { 'x-build': 'b2' } };
  await send(operation('GET'), {});
  expect(notices).toContainEqual({ kind: 'build', build: 'b2' });
});

test.each([
  [401, 'Session.Missing', ['used', 'signed-out']],
  [403, 'Session.StepUpRequired', ['used', 'step-up']],
  [403, 'Session.RoleMissing', ['used']],
  [409, 'Review.DecisionOpen', ['used']],
  [429, 'Request.TooMany', ['used']],
])('a response %d %s throws a failure with its code, and announces %j', async (status, code, announced) => {
  const failure = await refused(status, code);
  expect(failure).toMatchObject({ name: 'ApiFailure', status, code, message: 'No.', requestId: 'r1' });
  expect(kinds()).toEqual(announced);
});

test('does not retry a refused write', async () => {
  await refused(503, 'Service.Unavailable');
  expect(asked).toHaveLength(1);
});

test.each([
  [502, '<html>'],
  [200, '<html>'],
  [200, '{"value":1}'],
])('a response %d %s in another format throws Network.Unreadable', async (status, body) => {
  answer = { status, body, headers: { 'x-request-id': 'r9' } };
  await expect(send(operation('GET'), {})).rejects.toMatchObject({ code: 'Network.Unreadable', requestId: 'r9' });
});

test('does not follow a redirect', async () => {
  answer = { status: 302, body: '', headers: { location: '/elsewhere' } };
  await expect(send(operation('GET'), {})).rejects.toMatchObject({ code: 'Network.Unreachable' });
  expect(asked).toHaveLength(1);
});
