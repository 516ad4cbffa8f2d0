import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { askScannerVersion, createScanner, noScanner, ScannerUnavailable, ScanUnfinished } from './index.ts';

/** A scanner that answers whole streams; undefined: it never answers. */
let verdictOn: (bytes: Buffer) => string | undefined;
let streams: Buffer[];
let version: string;
let server: Server;
let place: { host: string; port: number };
const sockets = new Set<Socket>();

beforeEach(async () => {
  verdictOn = () => 'stream: OK';
  streams = [];
  version = 'ClamAV 1.4.3';
  server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  place = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const socket of sockets) socket.destroy();
  server.close();
});

function serve(socket: Socket): void {
  let received = Buffer.alloc(0);
  sockets.add(socket);
  socket.on('error', () => {});
  socket.on('data', (part) => {
    received = Buffer.concat([received, Buffer.from(part)]);
    if (received.toString() === 'zVERSION\0') return socket.end(`${version}\0`);
    const bytes = wholeStream(received);
    if (bytes === undefined) return;
    streams.push(bytes);
    const answer = verdictOn(bytes);
    if (answer !== undefined) socket.end(`${answer}\0`);
  });
}

/** The content of a stream that has ended; undefined before. */
function wholeStream(received: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0';
  if (!received.subarray(0, command.length).equals(Buffer.from(command))) return undefined;
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

async function* chunksOf(...parts: (string | Buffer)[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}
const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

describe('a scan', () => {
  test('sends all bytes in order, also after an empty chunk, and returns that they are clean', async () => {
    const large = Buffer.alloc(3 * 1024 * 1024, 'ab');
    expect(await createScanner(place).scan(chunksOf('one ', '', 'two', large))).toEqual({ clean: true });
    expect(streams).toHaveLength(1);
    expect(streams[0]?.equals(Buffer.concat([Buffer.from('one two'), large]))).toBe(true);
  });

  test('of nothing is complete', async () => {
    expect(await createScanner(place).scan(chunksOf())).toEqual({ clean: true });
    expect(streams).toEqual([Buffer.alloc(0)]);
  });

  test('returns the signature that was found', async () => {
    verdictOn = () => 'stream: Win.Test.EICAR_HDB-1 FOUND';
    expect(await createScanner(place).scan(chunksOf('x'))).toEqual({ clean: false, signature: 'Win.Test.EICAR_HDB-1' });
  });

  test.each([
    '',
    'OK',
    'stream: OK but',
    'not stream: OK',
    'stream: FOUND',
    'other: Virus FOUND',
    'stream: Virus FOUND later',
    'INSTREAM size limit exceeded. ERROR',
    'UNKNOWN COMMAND',
  ])('that is answered with "%s" is no verdict', async (answer) => {
    verdictOn = () => answer;
    const failure = await failureOf(createScanner(place).scan(chunksOf('x')));
    expect(failure).toBeInstanceOf(ScannerUnavailable);
    expect(String(failure)).toContain(`gave no verdict: ${answer}`);
  });

  test('ends when the scanner answers, although there are more bytes', async () => {
    server.removeAllListeners('connection');
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('data', () => socket.end('INSTREAM size limit exceeded. ERROR\0'));
    });
    async function* endless() {
      yield Buffer.alloc(10);
      await new Promise(() => {});
    }
    expect(String(await failureOf(createScanner(place).scan(endless())))).toContain('size limit exceeded');
  });

  test('fails with the cause if there is no scanner', async () => {
    server.close();
    const failure = await failureOf(createScanner(place).scan(chunksOf('x')));
    expect(failure).toMatchObject({ name: 'ScannerUnavailable', cause: { code: 'ECONNREFUSED' } });
    await expect(noScanner.scan(chunksOf('x'))).rejects.toThrow(ScannerUnavailable);
  });

  test('fails if the bytes cannot be read', async () => {
    const broken = new Error('storage');
    async function* breaking() {
      yield Buffer.alloc(10);
      throw broken;
    }
    expect(await failureOf(createScanner(place).scan(breaking()))).toMatchObject({
      name: 'ScannerUnavailable',
      cause: broken,
    });
    expect(streams).toEqual([]);
  });
});

describe('a scan that takes too long', () => {
  let timers: { ms: number; end(): void }[];
  beforeEach(() => {
    timers = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      timers.push({ ms, end: () => controller.abort() });
      return controller.signal;
    });
  });
  const endTimer = async (index: number) => {
    await vi.waitFor(() => expect(timers.length).toBeGreaterThan(index));
    timers[index]?.end();
  };

  test('is the fault of the file if all bytes arrived and the scanner still answers other scans', async () => {
    verdictOn = (bytes) => (bytes.length < 100 ? 'stream: OK' : undefined);
    const scanning = failureOf(createScanner(place).scan(chunksOf(Buffer.alloc(1_000))));
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    await endTimer(0);
    expect(await scanning).toBeInstanceOf(ScanUnfinished);
    expect(timers.map(({ ms }) => ms)).toEqual([30_000, 5_000]);
    expect(streams).toHaveLength(2);
  });

  test('is the fault of the scanner if it answers no other scan either', async () => {
    verdictOn = () => undefined;
    const scanning = failureOf(createScanner({ ...place, timeoutMs: 1_000 }).scan(chunksOf(Buffer.alloc(1_000))));
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    await endTimer(0);
    await endTimer(1);
    expect(await scanning).toBeInstanceOf(ScannerUnavailable);
    expect(timers.map(({ ms }) => ms)).toEqual([1_000, 1_000]);
  });

  test('is the fault of the source if it did not deliver all bytes', async () => {
    let started = false;
    async function* stalled() {
      yield Buffer.alloc(10);
      started = true;
      await new Promise(() => {});
    }
    const scanning = failureOf(createScanner(place).scan(stalled()));
    await vi.waitFor(() => expect(started).toBe(true));
    await endTimer(0);
    expect(await scanning).toBeInstanceOf(ScannerUnavailable);
    expect(timers).toHaveLength(1);
  });
});

describe('the version', () => {
  test.each([
    ['ClamAV 1.4.3/27450/Thu Nov 12 09:40:12 2026', new Date('2026-11-12T09:40:12Z')],
    ['ClamAV 1.4.3', undefined],
    ['ClamAV 1.4.3/27450/yesterday', undefined],
  ])('of "%s" is read', async (words, signaturesAt) => {
    version = words;
    expect(await askScannerVersion(place)).toEqual({ engine: 'ClamAV 1.4.3', signaturesAt });
  });

  test('of another server is refused', async () => {
    version = 'hello';
    await expect(askScannerVersion(place)).rejects.toThrow('does not say its version');
  });
});
