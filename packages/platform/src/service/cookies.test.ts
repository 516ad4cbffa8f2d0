import { expect, test } from 'vitest';
import { cookieOf } from './cookies.ts';

test.each([
  ['session=abc', 'abc'],
  ['other=1; session=a=b==; session=second', 'a=b=='],
  ['  session = spaced ;other=1', 'spaced'],
  ['session=', ''],
  ['sessions=abc; Session=abc; xsession=abc', undefined],
  // Not a cookie, because there is no "=", so a prefix must not be mistaken for its name.
  ['sessionX', undefined],
  ['', undefined],
  [undefined, undefined],
])('in the header %j the cookie is %j', (cookie, value) => {
  expect(cookieOf({ headers: cookie === undefined ? {} : { cookie } }, 'session')).toBe(value);
});
