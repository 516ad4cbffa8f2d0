import { expect, onTestFinished, test, vi } from 'vitest';
import { answerTo, type Begun, isChord, isListenedTo, keyOf, mapOf } from './key-rules.ts';

const press = (
  key: string,
  more: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'altGraph', true>> = {},
) =>
  keyOf({
    key,
    isComposing: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
    getModifierState: (name: string) => name === 'AltGraph' && more.altGraph === true,
  } as KeyboardEvent);

test('ignores caps lock, but not shift', () => {
  expect([press('j'), press('J'), press('?', { shiftKey: true }), press('Enter')]).toEqual(['j', 'j', '?', 'Enter']);
  expect(press('G', { shiftKey: true })).toBe('G');
});

test('recognises brackets typed with AltGr', () => {
  expect(press(']', { ctrlKey: true, altKey: true, altGraph: true })).toBe(']');
});

test('ignores browser shortcuts, modifier keys and input methods', () => {
  expect([
    press('Shift'),
    press('c', { ctrlKey: true }),
    press('c', { metaKey: true }),
    press('d', { altKey: true }),
  ]).toEqual([undefined, undefined, undefined, undefined]);
  expect(keyOf({ key: 'a', isComposing: true } as KeyboardEvent)).toBeUndefined();
});

test('control or command with Enter is a chord', () => {
  expect([press('Enter', { ctrlKey: true }), press('Enter', { metaKey: true })]).toEqual(['Ctrl+Enter', 'Ctrl+Enter']);
  expect([isChord('Ctrl+Enter'), isChord('Enter')]).toEqual([true, false]);
});

test('control and k is a chord; on a Mac, command and k instead', () => {
  expect([press('k', { ctrlKey: true }), press('K', { ctrlKey: true })]).toEqual(['Ctrl+K', 'Ctrl+K']);
  expect([press('k', { metaKey: true }), press('K', { ctrlKey: true, shiftKey: true })]).toEqual([
    undefined,
    undefined,
  ]);
  vi.stubGlobal('navigator', { platform: 'MacIntel' });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect([press('k', { metaKey: true }), press('k', { ctrlKey: true })]).toEqual(['Ctrl+K', undefined]);
});

const binding = (keys: string, name = keys, repeat = false) => ({ keys, name, repeat });
const LIVE = [binding('j', 'down', true), binding('c', 'claim'), binding('g q', 'queue'), binding('q', 'quit')];
const answer = (key: string, begun?: Begun, more: { at?: number; isRepeat?: boolean } = {}) =>
  answerTo({ key, at: 1_000, isRepeat: false, ...more }, LIVE, begun);
const G = { key: 'g', at: 0 };

test('a key runs its binding; an unknown key does nothing', () => {
  expect(answer('c').found?.name).toBe('claim');
  expect(answer('z')).toEqual({});
});

test('the first key of a sequence waits for the second', () => {
  expect(answer('g')).toEqual({ begun: { key: 'g', at: 1_000 } });
  expect(answer('q', G).found?.name).toBe('queue');
});

test('a second key after 1.5 seconds counts on its own', () => {
  expect(answer('q', G, { at: 1_499 }).found?.name).toBe('queue');
  expect(answer('q', G, { at: 1_500 }).found?.name).toBe('quit');
});

test('an unbound sequence runs nothing and starts no new sequence', () => {
  expect(answer('c', G)).toEqual({});
  expect(answer('g', G)).toEqual({});
});

test('a held key repeats only bindings that allow it', () => {
  expect(answer('j', undefined, { isRepeat: true }).found?.name).toBe('down');
  expect(answer('c', undefined, { isRepeat: true })).toEqual({});
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

const key = (keys: string, words: string, everywhere = false) => ({ keys, words, everywhere });

test('lists each key once, with the later of two bindings', () => {
  const map = mapOf([
    key('n', 'Next page'),
    key('g q', 'Queue', true),
    key('n', 'Next package'),
    key('?', 'Help', true),
  ]);
  expect(map.here.map(({ words }) => words)).toEqual(['Next package']);
  expect(map.everywhere.map(({ words }) => words)).toEqual(['Queue', 'Help']);
});

test('lists a global key that this page overrides under this page', () => {
  const { here, everywhere } = mapOf([key('/', 'Search all', true), key('/', 'Back to the field')]);
  expect([here.map(({ words }) => words), everywhere]).toEqual([['Back to the field'], []]);
});
