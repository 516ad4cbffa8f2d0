import { createHash } from 'node:crypto';
import { type Scanner, ScannerUnavailable } from '@onboarding/platform/clamd';
import { beforeEach, expect, test } from 'vitest';
import { inspect } from './inspection.ts';
import type { Inspector } from './inspector.ts';

const FILE = { contentType: 'application/pdf', partnerId: 'partner' } as const;
const BYTES = Buffer.from('the bytes of a file');
const sha256 = createHash('sha256').update(BYTES).digest('hex');
const read = async () =>
  (async function* () {
    yield BYTES.subarray(0, 5);
    yield BYTES.subarray(5);
  })();

/** What happened, in order. */
let steps: string[];
beforeEach(() => {
  steps = [];
});
const inspectorSaying = (judgement: { refusal: 'ContentMismatch' | null; findings: 'JavaScript'[] }): Inspector => ({
  async open({ partnerId }) {
    steps.push(`open for ${partnerId}`);
    return {
      look: async (chunk) => void steps.push(`look ${chunk.byteLength}`),
      judge: async () => {
        steps.push('judge');
        return judgement;
      },
      release: () => steps.push('release'),
    };
  },
  close: async () => {},
});
const scanner = (verdict: Awaited<ReturnType<Scanner['scan']>>, most = Number.POSITIVE_INFINITY): Scanner => ({
  async scan(chunks) {
    let count = 0;
    for await (const _ of chunks) if (++count === most) break;
    return verdict;
  },
});
const clean = scanner({ clean: true });
const fine = inspectorSaying({ refusal: null, findings: ['JavaScript'] });
const WHOLE = ['open for partner', 'look 5', 'look 14', 'judge', 'release'];

test('a clean file has its size, hash and findings; it is inspected while it is scanned, in one pass', async () => {
  const found = await inspect(read, clean, FILE, fine);
  expect(found).toEqual({ refusal: null, sizeBytes: BYTES.length, sha256, findings: ['JavaScript'] });
  expect(steps).toEqual(WHOLE);
});

test('a file that the inspection refuses has no findings', async () => {
  const odd = inspectorSaying({ refusal: 'ContentMismatch', findings: ['JavaScript'] });
  const found = await inspect(read, clean, FILE, odd);
  expect(found).toEqual({ refusal: 'ContentMismatch', sizeBytes: BYTES.length, sha256, findings: [] });
});

test('an infected file is refused as such even if the scanner stopped early; then its hash is unknown', async () => {
  const infected = { clean: false, signature: 'Eicar' } as const;
  const whole = await inspect(read, scanner(infected), FILE, fine);
  expect(whole).toEqual({ refusal: 'Infected', sizeBytes: BYTES.length, sha256, findings: [] });
  const part = await inspect(read, scanner(infected, 1), FILE, fine);
  expect(part).toEqual({ refusal: 'Infected', sizeBytes: 5, sha256: null, findings: [] });
  expect(steps.at(-1)).toBe('release');
});

test('a file of which the scanner has not seen the end is never accepted', async () => {
  await expect(inspect(read, scanner({ clean: true }, 1), FILE, fine)).rejects.toThrow(ScannerUnavailable);
  expect(steps).toEqual(['open for partner', 'look 5', 'release']);
});

test('a missing file has no outcome and is not inspected', async () => {
  expect(await inspect(async () => undefined, clean, FILE, fine)).toBeUndefined();
  expect(steps).toEqual(['open for partner', 'release']);
});

test('a failed read is reported, not the error that it causes in the scanner', async () => {
  const failing = async () =>
    (async function* () {
      yield BYTES;
      throw new Error('the connection was lost');
    })();
  const confused: Scanner = {
    scan: (chunks) =>
      clean.scan(chunks).catch(() => {
        throw new ScannerUnavailable('the stream ended');
      }),
  };
  await expect(inspect(failing, confused, FILE, fine)).rejects.toThrow('the connection was lost');
  const away: Scanner = { scan: () => Promise.reject(new ScannerUnavailable('away')) };
  await expect(inspect(read, away, FILE, fine)).rejects.toThrow('away');
  expect(steps.filter((step) => step === 'release')).toHaveLength(2);
});
