import { expect, test } from 'vitest';
import { answerTo, type Begun, isListenedTo } from './sequence.ts';

const binding = (keys: string, name = keys, repeat = false) => ({ keys, name, repeat });
const LIVE = [binding('j', 'down', true), binding('c', 'claim'), binding('g q', 'queue'), binding('q', 'quit')];
const press = (key: string, begun?: Begun, more: { at?: number; isRepeat?: boolean } = {}) =>
  answerTo({ key, at: 1_000, isRepeat: false, ...more }, LIVE, begun);
const G = { key: 'g', at: 0 };

test('a key runs its binding; an unknown key does nothing', () => {
  expect(press('c').found?.name).toBe('claim');
  expect(press('z')).toEqual({});
});

test('the first key of a sequence waits for the second', () => {
  expect(press('g')).toEqual({ begun: { key: 'g', at: 1_000 } });
  expect(press('q', G).found?.name).toBe('queue');
});

test('a second key after 1.5 seconds counts on its own', () => {
  expect(press('q', G, { at: 1_499 }).found?.name).toBe('queue');
  expect(press('q', G, { at: 1_500 }).found?.name).toBe('quit');
});

test('an unbound sequence runs nothing and starts no new sequence', () => {
  expect(press('c', G)).toEqual({});
  expect(press('g', G)).toEqual({});
});

test('a held key repeats only bindings that allow it', () => {
  expect(press('j', undefined, { isRepeat: true }).found?.name).toBe('down');
  expect(press('c', undefined, { isRepeat: true })).toEqual({});
});

test('the later of two bindings with the same keys wins', () => {
  const later = [...LIVE, binding('c', 'close')];
  expect(answerTo({ key: 'c', at: 0, isRepeat: false }, later, undefined).found?.name).toBe('close');
});

test('with shortcuts turned off, only chords work', () => {
  expect([isListenedTo('c', true), isListenedTo('c', false), isListenedTo('Ctrl+Enter', false)]).toEqual([
    true,
    false,
    true,
  ]);
});
