import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Operation } from './operation.ts';
import { receive } from './receive.ts';

const MIB = 1024 * 1024;
const FILE = randomBytes(3 * MIB);
const tagOf = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('hex')}"`;

let server: Server;
let operation: Operation;
let asked: IncomingHttpHeaders[];
/** The response to each request in turn: the file, with or without an ETag, the bytes sent before the connection breaks, or an error status. */
let plan: { file?: Buffer; cutAfter?: number; status?: number; isMade?: boolean }[];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.headers);
    answer(response, request.headers, plan[asked.length - 1] ?? {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const path = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
  operation = { method: 'GET', path, roles: [], stepUp: false, file: true };
});
afterAll(() => void server.close());
beforeEach(() => {
  asked = [];
  plan = [];
});

function answer(
  response: ServerResponse,
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  { file = FILE, cutAfter, status, isMade = false }: (typeof plan)[number],
): void {
  if (status !== undefined) {
    const error = { code: 'Service.Unavailable', description: 'Away.', requestId: 'r1' };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ isSuccess: false, value: null, error }));
    return;
  }
  const start = range !== undefined && ifRange === tagOf(file) ? Number(/\d+/.exec(range)?.[0]) : 0;
  const part = file.subarray(start);
  response.writeHead(start === 0 ? 200 : 206, {
    'content-type': 'application/pdf',
    'content-length': part.length,
    'content-disposition': 'inline; filename="a.pdf"',
    ...(isMade ? {} : { etag: tagOf(file) }),
  });
  if (cutAfter === undefined) response.end(part);
  else response.write(part.subarray(0, cutAfter), () => setImmediate(() => response.destroy()));
}

const bytesOf = async (file: File) => Buffer.from(await file.arrayBuffer());

describe('a download', () => {
  test('returns the whole file with its name and type, and reports progress', async () => {
    const progress: number[] = [];
    const file = await receive(operation, {}, { onProgress: (bytes) => progress.push(bytes) });
    expect([file.name, file.type, (await bytesOf(file)).equals(FILE)]).toEqual(['a.pdf', 'application/pdf', true]);
    expect(progress.at(-1)).toBe(FILE.length);
    expect(asked).toMatchObject([{ 'x-csrf': '1' }]);
    expect(asked[0]?.range).toBeUndefined();
  });

  test('resumes where the connection broke', async () => {
    plan = [{ cutAfter: 2 * MIB }];
    expect((await bytesOf(await receive(operation, {}))).equals(FILE)).toBe(true);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toMatchObject({ range: expect.stringMatching(/^bytes=\d{7}-$/), 'if-range': tagOf(FILE) });
  });

  test('restarts if little has arrived, because sending the beginning records the opening', async () => {
    plan = [{ cutAfter: 100_000 }];
    expect((await bytesOf(await receive(operation, {}))).equals(FILE)).toBe(true);
    expect(asked.map(({ range }) => range)).toEqual([undefined, undefined]);
  });

  test('never combines bytes of two files', async () => {
    const other = randomBytes(3 * MIB);
    plan = [{ cutAfter: 2 * MIB }, { file: other }];
    expect((await bytesOf(await receive(operation, {}))).equals(other)).toBe(true);
  });

  test('gives up after four attempts, and passes on a refusal of the API', async () => {
    plan = Array.from({ length: 9 }, () => ({ cutAfter: 2 * MIB, file: randomBytes(3 * MIB) }));
    await expect(receive(operation, {})).rejects.toMatchObject({ code: 'Network.Unreachable' });
    expect(asked).toHaveLength(4);
    asked = [];
    plan = [{ cutAfter: 2 * MIB }, { status: 503 }];
    await expect(receive(operation, {})).rejects.toMatchObject({ status: 503, message: 'Away.', requestId: 'r1' });
  });

  test('is not repeated if the file has no ETag, because each request would be another export', async () => {
    plan = [{ cutAfter: 2 * MIB, isMade: true }];
    await expect(receive(operation, {})).rejects.toMatchObject({ code: 'Network.Unreachable' });
    expect(asked).toHaveLength(1);
  });

  test('stops when it is aborted', async () => {
    const leaving = new AbortController();
    const received = receive(operation, {}, { signal: leaving.signal, onProgress: () => leaving.abort() });
    await expect(received).rejects.toMatchObject({ name: 'AbortError' });
    expect(asked).toHaveLength(1);
  });
});
