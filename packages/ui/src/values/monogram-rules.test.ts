import { expect, test } from 'vitest';
import { contrast } from '../../../../tests/harness/contrast.ts';
import { initialsOf, MONOGRAM_COLOURS, monogramColour } from './monogram-rules.ts';

test.each([
  ['Ada Lind', 'AL'],
  ['ada', 'A'],
  ['Ada  Ngozi Obi', 'AN'],
  ['Acme Payments Nigeria', 'AP'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('a name always has the same colour, and the names of several partners have several colours', () => {
  const names = ['Acme Payments', 'Northpay', 'Lagos Pay', 'Kumasi Money', 'Zürich Pay', 'Harbour Bank'];
  expect(names.map(monogramColour)).toEqual(names.map(monogramColour));
  expect(new Set(names.map(monogramColour)).size).toBeGreaterThan(3);
});

test.each(MONOGRAM_COLOURS)('white initials are readable on %s', (colour) => {
  expect(contrast('#ffffff', colour)).toBeGreaterThanOrEqual(4.5);
});
