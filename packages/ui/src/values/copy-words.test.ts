import { expect, test } from 'vitest';
import { copyLabel } from './copy-words.ts';

test('the copy button names what it copies, or has copied', () => {
  expect(copyLabel('the client id', 'Copy', false)).toBe('Copy the client id');
  expect(copyLabel('the curl command', 'Copy for curl', false)).toBe('Copy for curl: the curl command');
  expect(copyLabel('the curl command', 'Copy for curl', true)).toBe('Copied: the curl command');
});
