import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../../scripts/free-port.ts';
import { EICAR } from '../../../../scripts/servers/clamd-server.ts';
import { startScanner, type TestScanner } from '../../../../tests/harness/servers/storage.ts';
import { askScannerVersion, createScanner, ScannerUnavailable, ScanUnfinished } from './index.ts';

let server: TestScanner;
beforeAll(async () => {
  server = await startScanner();
});
afterAll(() => server.close());

async function* chunksOf(...parts: (string | Buffer)[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

test('reports harmless bytes as clean and finds the test virus even when split between chunks', async () => {
  const scanner = createScanner(server);
  expect(await scanner.scan(chunksOf('%PDF-1.7 nothing in here'))).toEqual({ clean: true });
  const infected = [EICAR.slice(0, 20), EICAR.slice(20)];
  expect(await scanner.scan(chunksOf(...infected))).toMatchObject({ clean: false });
  expect(await scanner.scan(chunksOf(`%PDF-1.7\n${EICAR}\n%%EOF`))).toMatchObject({ clean: false });
  expect(await scanner.scan(chunksOf('harmless', '', EICAR))).toMatchObject({ clean: false });
});

test('a file over the limit of the scanner is never clean', async () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'a');
  const scanner = createScanner(server);
  await expect(scanner.scan(chunksOf(...Array.from({ length: 30 }, () => megabyte)))).rejects.toThrow(
    ScannerUnavailable,
  );
});

test('throws ScannerUnavailable when the scanner is down, silent or answers nonsense', async () => {
  const away = createScanner({ host: '127.0.0.1', port: await freePort() });
  await expect(away.scan(chunksOf('x'))).rejects.toThrow(ScannerUnavailable);
  for (const talk of [undefined, 'hello\0']) {
    const odd = createServer((socket) => {
      socket.on('error', () => {});
      if (talk !== undefined) socket.end(talk);
    });
    const port = await freePort();
    odd.listen(port, '127.0.0.1');
    const scanner = createScanner({ host: '127.0.0.1', port, timeoutMs: 300 });
    await expect(scanner.scan(chunksOf('x'))).rejects.toThrow(ScannerUnavailable);
    odd.close();
  }
});

test('throws ScanUnfinished if the scanner received all bytes and still answers other scans, otherwise ScannerUnavailable', async () => {
  /** Only answers streams of a few bytes. */
  const server = createServer((socket) => {
    let taken = 0;
    socket.on('error', () => {});
    socket.on('data', (part) => {
      taken += part.length;
      if (taken < 100 && part.subarray(-4).equals(Buffer.alloc(4))) socket.end('stream: OK\0');
    });
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  const scanner = createScanner({ host: '127.0.0.1', port, timeoutMs: 500 });
  await expect(scanner.scan(chunksOf(Buffer.alloc(1_000)))).rejects.toThrow(ScanUnfinished);
  async function* stalled() {
    yield Buffer.alloc(1_000);
    await new Promise(() => {});
  }
  await expect(scanner.scan(stalled())).rejects.toThrow(ScannerUnavailable);
  server.close();
});

test('askScannerVersion returns the version, and the date of the signatures if they have one', async () => {
  // The tests' own scanner has a single signature, which has no date.
  expect(await askScannerVersion(server)).toEqual({
    engine: expect.stringMatching(/^ClamAV \d/),
    signaturesAt: undefined,
  });
  const says = async (words: string) => {
    const other = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (command) => socket.end(String(command) === 'zVERSION\0' ? words : 'UNKNOWN COMMAND\0'));
    });
    const port = await freePort();
    other.listen(port, '127.0.0.1');
    return askScannerVersion({ host: '127.0.0.1', port, timeoutMs: 60_000 }).finally(() => other.close());
  };
  expect(await says('ClamAV 1.4.3/27450/Thu Nov 12 09:40:12 2026\0')).toEqual({
    engine: 'ClamAV 1.4.3',
    signaturesAt: new Date('2026-11-12T09:40:12Z'),
  });
  await expect(says('hello\0')).rejects.toThrow(ScannerUnavailable);
  await expect(askScannerVersion({ host: '127.0.0.1', port: await freePort() })).rejects.toThrow(ScannerUnavailable);
});
