import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ConnectionError, RequestTimeoutError } from './errors.ts';
import {
  explainRefusal,
  type FileSending,
  findType,
  refuseHopeless,
  sendFile,
  toBytes,
  type UploadProgress,
} from './upload.ts';

const link = {
  documentId: 'document-1',
  uploadUrl: 'https://storage.example.com/file?signature=1',
  method: 'PUT',
  headers: { 'content-type': 'application/pdf' },
  maxSizeBytes: 10,
} as unknown as FileSending['link'];

describe('the bytes of a file', () => {
  const bytes = Uint8Array.from([1, 2, 3]);
  const shared = new Uint8Array(new SharedArrayBuffer(3));
  shared.set(bytes);

  test.each(['certificate.pdf', undefined, null, 7])('cannot be given as %j, such as a path', async (file) => {
    await expect(toBytes(file as never)).rejects.toThrow(/^A file is given as its bytes/);
  });

  test.each<[string, Parameters<typeof toBytes>[0]]>([
    ['a Uint8Array', bytes],
    ['a part of a larger buffer', Uint8Array.from([0, 1, 2, 3, 4]).subarray(1, 4)],
    ['a Buffer', Buffer.from(bytes)],
    ['an ArrayBuffer', bytes.buffer],
    ['a Blob', new Blob([bytes])],
    ['a SharedArrayBuffer', shared],
  ])('are read from %s, into memory that fetch accepts', async (_, file) => {
    const read = await toBytes(file);
    expect([...read]).toEqual([1, 2, 3]);
    expect(read.buffer).toBeInstanceOf(ArrayBuffer);
  });
});

test.each([
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d]],
  [undefined, [0x25, 0x50, 0x44]],
  [undefined, [0x00, 0x25, 0x50, 0x44, 0x46]],
  [undefined, []],
])('detects the type %s from the first bytes %j', (type, bytes) => {
  expect(findType(Uint8Array.from(bytes))).toBe(type);
});

test.each([
  ['Unscannable', /^A virus scanner could not finish the file\. .*new scan or print\.$/],
  ['SomethingNew', /^The file was refused: SomethingNew\.$/],
])('explains the outcome %s', (refusal, message) => {
  expect(explainRefusal(refusal)).toMatch(message);
});

test('refuses an empty file and one that is a byte too large before sending', () => {
  expect(() => refuseHopeless(link, new Uint8Array(0))).toThrow(expect.objectContaining({ refusal: 'Empty' }));
  expect(() => refuseHopeless(link, new Uint8Array(11))).toThrow(expect.objectContaining({ refusal: 'TooLarge' }));
  expect(() => refuseHopeless(link, new Uint8Array(10))).not.toThrow();
});

describe('sending', () => {
  type Answer = () => Response | Promise<Response>;
  const accepted: Answer = () => new Response();
  const refused = (status: number, code: string) => () =>
    new Response(`<Error><Code>${code}</Code></Error>`, { status });
  const broken: Answer = () => {
    throw new TypeError('fetch failed');
  };

  /** Returns the answers in turn, and then repeats the last one. */
  function sending(answers: Answer[], changes: Partial<FileSending> = {}) {
    const call = vi.fn<typeof fetch>(async () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === undefined) throw new Error('there is no answer');
      return answer();
    });
    const bytes = new Uint8Array(150_000);
    const usual = {
      link,
      bytes,
      timeoutMs: 60_000,
      limits: { maxRetries: 2, retryForMs: 60_000 },
      backoffMs: 0,
      signal: undefined,
    };
    return { call, sent: sendFile({ ...usual, fetch: call, onProgress: undefined, ...changes }) };
  }

  const NONE = { maxRetries: 0, retryForMs: 60_000 };

  test.each<[string, Answer]>([
    ['a broken connection', broken],
    ['500', refused(500, 'InternalError')],
    ['503', refused(503, 'SlowDown')],
    ['429', refused(429, 'TooManyRequests')],
  ])('is retried after %s, up to maxRetries', async (_, passing) => {
    const recovering = sending([passing, passing, accepted]);
    await recovering.sent;
    expect(recovering.call).toHaveBeenCalledTimes(3);
    const failing = sending([passing]);
    await expect(failing.sent).rejects.toThrow();
    expect(failing.call).toHaveBeenCalledTimes(3);
  });

  test('is retried after an attempt that took longer than retryForMs, but not if that much has passed since', async () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const slow: Answer = () => {
      now += 70_000;
      return broken();
    };
    const { call, sent } = sending([slow], { limits: { maxRetries: 20, retryForMs: 60_000 } });
    await expect(sent).rejects.toBeInstanceOf(ConnectionError);
    expect(call).toHaveBeenCalledTimes(2);
  });

  test('is not retried when the storage refuses the link, and the error says what to do', async () => {
    const { call, sent } = sending([refused(403, 'AccessDenied')]);
    await expect(sent).rejects.toMatchObject({
      status: 403,
      message: expect.stringMatching(/answered 403 \(AccessDenied\).*Request a new link/),
    });
    expect(call).toHaveBeenCalledOnce();
  });

  test('says what probably caused the refusal of a foreign Authorization header', async () => {
    await expect(sending([refused(400, 'InvalidArgument')]).sent).rejects.toMatchObject({
      code: 'InvalidArgument',
      message: expect.stringMatching(
        /answered 400 \(InvalidArgument\)\. .*Authorization header.*\. Storage needs only the link\. Remove the header\.$/,
      ),
    });
  });

  test('reports the status of an unknown response', async () => {
    await expect(sending([() => new Response('busy', { status: 400 })]).sent).rejects.toThrow(
      'The storage answered 400.',
    );
  });

  test('distinguishes a broken connection from a timeout', async () => {
    await expect(sending([broken], { limits: NONE }).sent).rejects.toBeInstanceOf(ConnectionError);
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
    await expect(sending([], { fetch: never, timeoutMs: 10, limits: NONE }).sent).rejects.toBeInstanceOf(
      RequestTimeoutError,
    );
  });

  test("rejects with the caller's reason and is not retried", async () => {
    const caller = new AbortController();
    const reason = new Error('the caller gave up');
    const { call, sent } = sending(
      [
        () => {
          caller.abort(reason);
          throw reason;
        },
      ],
      { signal: caller.signal },
    );
    await expect(sent).rejects.toBe(reason);
    expect(call).toHaveBeenCalledOnce();
  });

  test('uses the headers of the link, and adds the length of the file with onProgress', async () => {
    const plain = sending([accepted]);
    await plain.sent;
    expect(plain.call.mock.calls[0]).toEqual([
      link.uploadUrl,
      expect.objectContaining({ method: 'PUT', headers: link.headers }),
    ]);
    const told: UploadProgress[] = [];
    const call = vi.fn<typeof fetch>(async (_, init) => new Response(await new Response(init?.body).arrayBuffer()));
    await sending([], { fetch: call, onProgress: (progress) => told.push(progress) }).sent;
    expect(call.mock.calls[0]?.[1]).toMatchObject({
      headers: { ...link.headers, 'content-length': '150000' },
      duplex: 'half',
    });
    expect(told.map(({ sentBytes }) => sentBytes)).toEqual([0, 65_536, 131_072, 150_000]);
    expect(new Set(told.map(({ totalBytes }) => totalBytes))).toEqual(new Set([150_000]));
  });
});
