import { expect, test } from 'vitest';
import { bellOf } from './bell-words.ts';

test.each([
  [0, undefined, 'Notices'],
  [1, '1', 'Notices, 1 new'],
  [99, '99', 'Notices, 99 new'],
  [100, '99+', 'Notices, 99+ new'],
])('with %i new notices, the badge is %s and the button is called "%s"', (unseen, figure, label) => {
  expect(bellOf(unseen)).toEqual({ figure, label });
});
