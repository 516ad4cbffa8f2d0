import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentContentType } from '@onboarding/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { pdfOf, pdfWith, pngOf } from '../../../../../tests/harness/files.ts';
import { hostileFiles } from '../../../../../tests/harness/hostile-files.ts';
import { createInspector, type Inspector } from './inspector.ts';

const [PDF, PNG] = ['application/pdf', 'image/png'] as const;
const faults: unknown[] = [];
const logger = { warn: (facts: { fault: unknown }) => void faults.push(facts.fault) } as never;
const opened: Inspector[] = [];
afterAll(() => Promise.all(opened.map((one) => one.close())));
function inspectorWith(options: Partial<Parameters<typeof createInspector>[0]> = {}): Inspector {
  const inspector = createInspector({ logger, ...options });
  opened.push(inspector);
  return inspector;
}
const MISBEHAVING = new URL('../../../../../tests/harness/misbehaving-box.ts', import.meta.url);

async function inspectWith(inspector: Inspector, type: DocumentContentType, bytes: Buffer) {
  const inspection = await inspector.open({ contentType: type, partnerId: 'a' });
  try {
    for (let at = 0; at < bytes.length; at += 65_536) await inspection.look(bytes.subarray(at, at + 65_536));
    return await inspection.judge();
  } finally {
    inspection.release();
  }
}

describe('a file that terminates its box', () => {
  const limits = { cpuMs: 20_000, heapMib: 32, memoryMib: 160, stalledMs: 60_000 };
  const hasty = { ...limits, cpuMs: 300 };
  test.each([
    ['by exceeding its CPU time', 'spin ', 'OverBudget'],
    ['by filling the heap', 'heap ', 'OutOfMemory'],
    ['by filling memory outside the heap', 'bytes', 'OutOfMemory'],
    ['by a crash', 'crash', 'Crashed'],
    ['by exiting', 'leave', 'Crashed'],
  ])('%s is Unchecked, or refused if declared as an image; the next file is inspected', async (_, word, fault) => {
    const own = fault === 'OverBudget' ? hasty : limits;
    const inspector = inspectorWith({ program: MISBEHAVING, boxes: 1, limits: own });
    faults.length = 0;
    // More than fits into the pipe, so that a box may exit while the file is being sent.
    const bytes = Buffer.concat([Buffer.from(word), Buffer.alloc(1_000_000)]);
    expect(await inspectWith(inspector, PDF, bytes)).toEqual({ refusal: null, findings: ['Unchecked'] });
    expect(await inspectWith(inspector, PNG, bytes)).toEqual({ refusal: 'ContentMismatch', findings: [] });
    expect(faults).toEqual([fault, fault]);
    expect(await inspectWith(inspector, PDF, Buffer.from('tell '))).toMatchObject({ refusal: null });
  });

  test('after it was refused remains refused', async () => {
    const inspector = inspectorWith({ program: MISBEHAVING, limits: hasty });
    expect(await inspectWith(inspector, PDF, Buffer.from('judge'))).toEqual({
      refusal: 'ContentMismatch',
      findings: [],
    });
  });

  test('by stalling is Unchecked too', async () => {
    const inspector = inspectorWith({ program: MISBEHAVING, limits: { ...limits, stalledMs: 500 } });
    expect(await inspectWith(inspector, PDF, Buffer.from('sleep'))).toEqual({ refusal: null, findings: ['Unchecked'] });
  });
});

test('a box gets no environment variables, cannot read files and runs at low priority', async () => {
  const inspector = inspectorWith({ program: MISBEHAVING });
  const { findings } = await inspectWith(inspector, PDF, Buffer.from('tell '));
  expect(findings.map((one) => one.replace('NODE_COMPILE_CACHE', ''))).toEqual([
    '',
    'ERR_ACCESS_DENIED',
    'priority 10',
  ]);
});

test('fails and releases the slot when the box does not start', async () => {
  const inspector = inspectorWith({ program: new URL('./no-such-box.ts', import.meta.url), boxes: 1 });
  for (let time = 0; time < 2; time++)
    await expect(inspectWith(inspector, PDF, pdfOf('hello'))).rejects.toThrow('did not start');
});

test('files wait for a free box, which is reusable even after a file was only partly read', async () => {
  const inspector = inspectorWith({ boxes: 1 });
  const first = await inspector.open({ contentType: PDF, partnerId: 'a' });
  await first.look(pdfWith('9 0 obj<</S/JavaScript/JS(abcd)>>endobj').subarray(0, 200));
  const events: string[] = [];
  const second = inspector.open({ contentType: PNG, partnerId: 'b' }).then((one) => {
    events.push('second');
    return one;
  });
  await delay(50);
  events.push('released');
  first.release();
  const inspection = await second;
  await inspection.look(pngOf());
  expect(await inspection.judge()).toEqual({ refusal: null, findings: [] });
  inspection.release();
  expect(events).toEqual(['released', 'second']);
  // Bytes that arrive after the release do not reach the next file's inspection.
  await first.look(Buffer.from('late'));
  expect(await inspectWith(inspector, PDF, pdfOf('hello'))).toEqual({ refusal: null, findings: [] });
});

test('files of one partner leave a box free for those of another', async () => {
  const inspector = inspectorWith({ boxes: 3 });
  const begun: string[] = [];
  const open = async (partnerId: string) => {
    const inspection = await inspector.open({ contentType: PDF, partnerId });
    begun.push(partnerId);
    return inspection;
  };
  const crowd = Array.from({ length: 4 }, () => open('crowd'));
  const neighbour = await open('neighbour');
  expect(begun).toEqual(['crowd', 'crowd', 'neighbour']);
  neighbour.release();
  for (const one of crowd) (await one).release();
});

test('hostile files do not block the process that requests their inspection', async () => {
  const inspector = inspectorWith();
  const costly = hostileFiles().filter(({ bytes, type }) => type === PDF && bytes.length < 60_000);
  expect(costly.length).toBeGreaterThan(2);
  // Starts the box before measuring.
  await inspectWith(inspector, PDF, pdfOf('hello'));
  const delays = monitorEventLoopDelay({ resolution: 5 });
  const before = process.cpuUsage();
  delays.enable();
  const started = performance.now();
  await Promise.all(costly.map(({ type, bytes }) => inspectWith(inspector, type, bytes)));
  const wholeMs = performance.now() - started;
  delays.disable();
  const { user, system } = process.cpuUsage(before);
  // Relative to the total time, so that the speed of the machine does not matter.
  expect((user + system) / 1_000).toBeLessThan(wholeMs / 4);
  expect(delays.percentile(95) / 1e6).toBeLessThan(wholeMs / 20);
});
