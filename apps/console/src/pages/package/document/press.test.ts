import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Drawing } from './paper.ts';
import { Press, type Prints } from './press.ts';

/** A press whose pages are finished on command, or end once they are cancelled. */
function press() {
  const log: string[] = [];
  const running = new Map<number, { finish: () => void; fail: (error: Error) => void }>();
  let shown: Prints<string> = new Map();
  const draw = ({ page, width, rotation, signal }: Drawing) =>
    new Promise<string>((resolve, reject) => {
      log.push(`begin ${page}`);
      signal.addEventListener('abort', () => {
        log.push(`cancel ${page}`);
        reject(signal.reason);
      });
      running.set(page, { finish: () => resolve(`${page} ${width} ${rotation}`), fail: reject });
    });
  const made = new Press(draw, (prints) => {
    shown = prints;
  });
  const want = async (pages: number[], width = 100, rotation: Drawing['rotation'] = 0) => {
    made.want({ pages, width, rotation });
    await setImmediate();
  };
  const finish = async (page: number) => {
    running.get(page)?.finish();
    await setImmediate();
  };
  const pages = () => [...shown].map(([page, one]) => ('canvas' in one ? one.canvas : `${page} ${one.error.message}`));
  return { log, want, finish, running, pages, close: () => made.close() };
}

test('draws one page after another, the most urgent first', async () => {
  const { want, finish, log, pages } = press();
  await want([2, 1]);
  expect(log).toEqual(['begin 2']);
  await finish(2);
  await finish(1);
  expect(log).toEqual(['begin 2', 'begin 1']);
  expect(pages()).toEqual(['2 100 0', '1 100 0']);
});

test('cancels a page that leaves before the next begins, and drops those that are far away', async () => {
  const { want, finish, log, pages } = press();
  await want([1, 2]);
  await finish(1);
  await want([7]);
  expect(log).toEqual(['begin 1', 'begin 2', 'cancel 2', 'begin 7']);
  expect(pages()).toEqual([]);
  await finish(7);
  expect(pages()).toEqual(['7 100 0']);
});

test('finishes a page that is still wanted, and keeps what is drawn', async () => {
  const { want, finish, log, pages } = press();
  await want([1, 2]);
  await finish(1);
  await want([3, 2, 1]);
  expect(log).toEqual(['begin 1', 'begin 2']);
  await finish(2);
  expect(pages()).toEqual(['1 100 0', '2 100 0']);
  expect(log.at(-1)).toBe('begin 3');
});

test('shows the old page after a zoom until it is drawn again, but none after a rotation', async () => {
  const { want, finish, pages } = press();
  await want([1]);
  await finish(1);
  await want([1], 200);
  expect(pages()).toEqual(['1 100 0']);
  await finish(1);
  expect(pages()).toEqual(['1 200 0']);
  await want([1], 200, 90);
  expect(pages()).toEqual([]);
  await finish(1);
  expect(pages()).toEqual(['1 200 90']);
});

test('a page that cannot be drawn has its error and is not repeated; the next ones are drawn', async () => {
  const { want, finish, running, log, pages } = press();
  await want([1, 2]);
  running.get(1)?.fail(new Error('broken'));
  await setImmediate();
  await finish(2);
  await want([2, 1]);
  expect(log).toEqual(['begin 1', 'begin 2']);
  expect(pages()).toEqual(['1 broken', '2 100 0']);
});

test('a closed press cancels its page and begins no other', async () => {
  const { want, log, close } = press();
  await want([1, 2]);
  close();
  await setImmediate();
  expect(log).toEqual(['begin 1', 'cancel 1']);
});
