import { expect, test } from 'vitest';
import { addressOf, type Operation } from './operation.ts';

const at = (path: string): Operation => ({ method: 'GET', path, roles: [], stepUp: false });

test('escapes ids in the path', () => {
  expect(addressOf(at('/api/things/{thingId}/parts/{partId}'), { params: { thingId: 'a/b?c', partId: '1 2' } })).toBe(
    '/api/things/a%2Fb%3Fc/parts/1%202',
  );
});

test('the query repeats the name for lists, omits undefined and empty text, and keeps zero and false', () => {
  const query = { q: 'a b', status: ['New', 'Old'], cursor: undefined, none: '', limit: 0, all: false };
  expect(addressOf(at('/api/things'), { query })).toBe('/api/things?q=a+b&status=New&status=Old&limit=0&all=false');
  expect(addressOf(at('/api/things'), { query: { cursor: undefined } })).toBe('/api/things');
});
