import { describe, expect, test } from 'vitest';
import { localPath } from './return-to.ts';

describe('keeps a local path:', () => {
  test.each([
    '/',
    '/credentials',
    '/credentials/',
    '/credentials?tab=log&outcome=Refused',
    '/a/b/c#part',
    '/customers?name=Caf%C3%A9%20Central',
    '/search?q=a%2Fb',
    '/a.b/~c/d-e_f',
    '/a?to=//b',
    '/a#//b',
    '/%25252541',
    `/${'a'.repeat(1_999)}`,
  ])('%s', (path) => {
    expect(localPath(path)).toBe(path);
  });
});

describe('returns / for what a browser could resolve to another site:', () => {
  test.each([
    '//evil.example',
    '///evil.example',
    '////evil.example/%2f..',
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '\\/evil.example',
    'https://evil.example',
    'HTTPS://evil.example',
    'https:evil.example',
    'http:/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    '.evil.example',
    '',
    ' /credentials',
    ' //evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nSet-Cookie: a=b',
    '\t//evil.example',
    '/%09/evil.example',
    '/%0d%0aLocation:%20https://evil.example',
    '/%2f/evil.example',
    '/%2Fevil.example',
    '%2f%2fevil.example',
    '/%5cevil.example',
    '/%5C%5Cevil.example',
    '/%255cevil.example',
    '/%252f%252fevil.example',
    '/%25252525255cevil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/a/%2e%2e//evil.example',
    '/%2e/%2fevil.example',
    '/%E0%A4%A',
    '/%2525252541',
    '/a//evil.example',
    '/\u00e9/a',
    '/a/\u00e9',
    '/\u0000/evil.example',
    '/\u2028/evil.example',
    '/\u00a0/evil.example',
    `/${'a'.repeat(2_000)}`,
  ])('%j', (path) => {
    expect(localPath(path)).toBe('/');
  });

  test.each([[undefined], [null], [7], [['/a', '//evil.example']], [{ a: 1 }]])('not a string: %j', (value) => {
    expect(localPath(value)).toBe('/');
  });
});
