import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EICAR } from '../../../../scripts/clamd-server.ts';
import { freePort } from '../../../../scripts/free-port.ts';
import { startScanner, type TestScanner } from '../../../../tests/harness/storage.ts';
import { createScanner, ScannerAway } from './index.ts';

let server: TestScanner;
beforeAll(async () => {
  server = await startScanner();
});
afterAll(() => server.close());

async function* chunksOf(...parts: (string | Buffer)[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

test('harmless bytes are clean, and the test virus is found wherever it is split', async () => {
  const scanner = createScanner(server);
  expect(await scanner.scan(chunksOf('%PDF-1.7 nothing in here'))).toEqual({ clean: true });
  const infected = [EICAR.slice(0, 20), EICAR.slice(20)];
  expect(await scanner.scan(chunksOf(...infected))).toMatchObject({ clean: false });
  expect(await scanner.scan(chunksOf(`%PDF-1.7\n${EICAR}\n%%EOF`))).toMatchObject({ clean: false });
  expect(await scanner.scan(chunksOf('harmless', '', EICAR))).toMatchObject({ clean: false });
});

test('what is more than the scanner takes is never clean', async () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'a');
  const scanner = createScanner(server);
  await expect(scanner.scan(chunksOf(...Array.from({ length: 30 }, () => megabyte)))).rejects.toThrow(ScannerAway);
});

test('a scanner that is away, silent or talks nonsense gives no verdict', async () => {
  const away = createScanner({ host: '127.0.0.1', port: await freePort() });
  await expect(away.scan(chunksOf('x'))).rejects.toThrow(ScannerAway);
  for (const talk of [undefined, 'hello\0']) {
    const odd = createServer((socket) => {
      socket.on('error', () => {});
      if (talk !== undefined) socket.end(talk);
    });
    const port = await freePort();
    odd.listen(port, '127.0.0.1');
    const scanner = createScanner({ host: '127.0.0.1', port, timeoutMs: 300 });
    await expect(scanner.scan(chunksOf('x'))).rejects.toThrow(ScannerAway);
    odd.close();
  }
});
