/** As sent in a path: none of them is a valid id, so none exists. */
export const ODD_IDS = [
  'x',
  '0',
  'null',
  'undefined',
  '%00',
  '..%2f..',
  "'%20or%201=1",
  '%F0%9F%98%80',
  'x'.repeat(3_000),
];

/** The names in a route's path. */
export const parametersOf = ({ path }: { path: string }) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
