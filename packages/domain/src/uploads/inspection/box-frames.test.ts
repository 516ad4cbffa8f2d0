import { expect, test } from 'vitest';
import { type FrameKind, frameReader, headOf } from './box-frames.ts';

type Seen = [kind: FrameKind, payload: string, parts: 'complete' | 'more'];

/** Feeds the bytes in chunks of this size; returns each part of a payload. */
async function readIn(bytes: Buffer, size: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  const read = frameReader((kind, part, last) => void seen.push([kind, part.toString(), last ? 'complete' : 'more']));
  for (let at = 0; at < bytes.length; at += size) await read(bytes.subarray(at, at + size));
  return seen;
}
const frame = (kind: FrameKind, payload: string) => Buffer.concat([headOf(kind, payload.length), Buffer.from(payload)]);
const file = Buffer.concat([
  frame('Begin', 'image/png'),
  frame('Bytes', 'abcdef'),
  frame('Bytes', 'g'),
  frame('End', ''),
]);

test('frames that arrive together are read one by one, an empty one too', async () => {
  expect(await readIn(file, file.length)).toEqual([
    ['Begin', 'image/png', 'complete'],
    ['Bytes', 'abcdef', 'complete'],
    ['Bytes', 'g', 'complete'],
    ['End', '', 'complete'],
  ]);
});

test.each([1, 2, 3, 4, 5, 6, 7, 13])(
  'frames that arrive in chunks of %i bytes have the same payloads',
  async (size) => {
    const whole: [FrameKind, string][] = [];
    let payload = '';
    for (const [kind, part, parts] of await readIn(file, size)) {
      payload += part;
      if (parts === 'more') continue;
      whole.push([kind, payload]);
      payload = '';
    }
    expect(whole).toEqual([
      ['Begin', 'image/png'],
      ['Bytes', 'abcdef'],
      ['Bytes', 'g'],
      ['End', ''],
    ]);
  },
);

test('a long payload is passed on as it arrives', async () => {
  const bytes = frame('Bytes', 'x'.repeat(70_000));
  const parts = await readIn(bytes, 30_005);
  expect(parts.map(([, part, state]) => [part.length, state])).toEqual([
    [30_000, 'more'],
    [30_005, 'more'],
    [9_995, 'complete'],
  ]);
});

test('the reader waits for its user, and a frame of an unknown kind is an error', async () => {
  const steps: string[] = [];
  const read = frameReader(async (kind) => {
    steps.push(`begin ${kind}`);
    await Promise.resolve();
    steps.push(`end ${kind}`);
  });
  await read(Buffer.concat([frame('Begin', 'a'), frame('End', '')]));
  expect(steps).toEqual(['begin Begin', 'end Begin', 'begin End', 'end End']);
  await expect(read(Buffer.from([9, 0, 0, 0, 0]))).rejects.toThrow('A frame has no kind');
});
