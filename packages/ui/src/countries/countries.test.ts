import { expect, test } from 'vitest';
import { explanationOf } from './countries.tsx';

test('names countries that are in the facts, and leaves other capitals unchanged', () => {
  const explanation = 'One person lives in NGA. The list SDN and the owner (UBO) are no countries; XYZ is unknown.';
  expect(explanationOf({ explanation, facts: { people: [{ residence: 'NGA', issuingCountries: ['XYZ'] }] } })).toBe(
    'One person lives in Nigeria. The list SDN and the owner (UBO) are no countries; XYZ is unknown.',
  );
});
