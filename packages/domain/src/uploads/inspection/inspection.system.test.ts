import { createHash } from 'node:crypto';
import { createScanner, ScannerUnavailable } from '@onboarding/platform/clamd';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../../../scripts/free-port.ts';
import { EICAR } from '../../../../../scripts/servers/clamd-server.ts';
import { pdfOf } from '../../../../../tests/harness/files.ts';
import { startScanner, type TestScanner } from '../../../../../tests/harness/servers/storage.ts';
import { inspect } from './inspection.ts';
import { createInspector } from './inspector.ts';

const PDF = { contentType: 'application/pdf', partnerId: 'a' } as const;
const inspector = createInspector({ logger: { warn: () => {} } });
let scanner: TestScanner;
beforeAll(async () => {
  scanner = await startScanner();
});
afterAll(() => Promise.all([scanner.close(), inspector.close()]));

interface Source extends AsyncIterable<Uint8Array> {
  closed: boolean;
}
function sourceOf(bytes: Buffer, size: number, breaks?: Error): Source {
  const source: Source = {
    closed: false,
    async *[Symbol.asyncIterator]() {
      try {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
        if (breaks !== undefined) throw breaks;
      } finally {
        source.closed = true;
      }
    },
  };
  return source;
}

test.each([1_000_000, 65_536, 1_001])('hashes, measures and inspects bytes in chunks of %i', async (size) => {
  const bytes = pdfOf('hello', 200_000);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const outcome = await inspect(async () => sourceOf(bytes, size), createScanner(scanner), PDF, inspector);
  expect(outcome).toEqual({ refusal: null, sizeBytes: 200_000, sha256, findings: [] });
});

test('refuses content of another type, and reports a virus before anything else', async () => {
  const page = Buffer.from('<html>hello</html>');
  expect(await inspect(async () => sourceOf(page, 5), createScanner(scanner), PDF, inspector)).toMatchObject({
    refusal: 'ContentMismatch',
  });
  const infected = Buffer.from(`no document ${EICAR}`);
  expect(await inspect(async () => sourceOf(infected, 5), createScanner(scanner), PDF, inspector)).toMatchObject({
    refusal: 'Infected',
  });
});

describe('has no outcome', () => {
  test('without a scanner, and does not read the file', async () => {
    const away = createScanner({ host: '127.0.0.1', port: await freePort() });
    let read = false;
    const inspecting = inspect(
      async () => {
        read = true;
        return sourceOf(pdfOf('hello'), 100);
      },
      away,
      PDF,
      inspector,
    );
    await expect(inspecting).rejects.toThrow(ScannerUnavailable);
    expect(read).toBe(false);
  });

  test('when there is no file', async () => {
    expect(await inspect(async () => undefined, createScanner(scanner), PDF, inspector)).toBeUndefined();
  });

  test('when the scanner answers before it received the whole file; closes the source', async () => {
    const source = sourceOf(pdfOf('hello', 5_000_000), 65_536);
    const hasty = {
      async scan(chunks: AsyncIterable<Uint8Array>) {
        await chunks[Symbol.asyncIterator]().next();
        return { clean: true as const };
      },
    };
    await expect(inspect(async () => source, hasty, PDF, inspector)).rejects.toThrow(ScannerUnavailable);
    await expect.poll(() => source.closed).toBe(true);
  });

  test('when reading fails, and throws that error', async () => {
    const broken = new Error('the storage has gone');
    const source = sourceOf(pdfOf('hello', 100_000), 65_536, broken);
    await expect(inspect(async () => source, createScanner(scanner), PDF, inspector)).rejects.toBe(broken);
  });
});
