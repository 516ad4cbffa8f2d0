import { expect, test } from 'vitest';
import { isChord, keyOf } from './presses.ts';

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
