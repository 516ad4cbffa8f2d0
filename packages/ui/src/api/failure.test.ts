import { expect, test } from 'vitest';
import { ApiFailure, isAboutCursor } from './failure.ts';

const failure = (...pointers: string[]) =>
  new ApiFailure({
    status: 400,
    code: 'Network.Unreadable',
    message: 'No.',
    details: pointers.map((pointer) => ({ pointer, message: `Wrong: ${pointer}` })) as never,
  });

test('returns error messages by field name, without those about the query', () => {
  expect(failure('/address/city', '/name', '?cursor', '').fieldErrors()).toEqual({
    'address.city': 'Wrong: /address/city',
    name: 'Wrong: /name',
  });
});

test('distinguishes an invalid cursor from any other failure', () => {
  expect(isAboutCursor(failure('?limit', '?cursor'))).toBe(true);
  expect([failure('?limit'), failure(), new Error('?cursor'), null].map(isAboutCursor)).toEqual(Array(4).fill(false));
});
