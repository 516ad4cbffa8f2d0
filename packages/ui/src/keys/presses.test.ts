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

test('a key is what somebody meant: the caps lock does not matter, shift does', () => {
  expect([press('j'), press('J'), press('?', { shiftKey: true }), press('Enter')]).toEqual(['j', 'j', '?', 'Enter']);
  expect(press('G', { shiftKey: true })).toBe('G');
});

test('brackets of keyboards that need AltGr for them are brackets', () => {
  expect(press(']', { ctrlKey: true, altKey: true, altGraph: true })).toBe(']');
});

test('what belongs to the browser or to an input method is not ours', () => {
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
