import { expect, test } from 'vitest';
import { withValue } from './options.ts';

const OPTIONS = [
  { value: 'NGA', label: 'Nigeria' },
  { value: 'GHA', label: 'Ghana' },
];

test('adds an unknown value from the URL as an option', () => {
  expect(withValue(OPTIONS, undefined)).toEqual(OPTIONS);
  expect(withValue(OPTIONS, 'NGA', 'Another name')).toEqual(OPTIONS);
  expect(withValue(OPTIONS, 'XXX')).toEqual([...OPTIONS, { value: 'XXX', label: 'XXX' }]);
  expect(withValue(OPTIONS, 'XXX', 'A former one')).toEqual([...OPTIONS, { value: 'XXX', label: 'A former one' }]);
});
