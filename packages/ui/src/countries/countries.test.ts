import { expect, test } from 'vitest';
import { explanationOf } from './countries.tsx';

test('countries among the facts are named, and nothing else that is written in capitals', () => {
  const explanation = 'One person lives in NGA. The list SDN and the owner (UBO) are no countries; XYZ is unknown.';
  expect(explanationOf({ explanation, facts: { people: [{ residence: 'NGA', issuingCountries: ['XYZ'] }] } })).toBe(
    'One person lives in Nigeria. The list SDN and the owner (UBO) are no countries; XYZ is unknown.',
  );
});
