import { expect, test } from 'vitest';
import { withVisit } from './visits.ts';

const visit = (path: string, title = path) => ({ path, title });

test('lists the latest visit first, and each page once, with its last title', () => {
  const before = [visit('/customers/1', 'Customer'), visit('/team')];
  expect(withVisit(before, visit('/customers/1', 'Acme'))).toEqual([visit('/customers/1', 'Acme'), visit('/team')]);
  expect(withVisit(before, visit('/team')).map(({ path }) => path)).toEqual(['/team', '/customers/1']);
});

test('keeps the last 20 visits', () => {
  const many = Array.from({ length: 20 }, (_, at) => visit(`/customers/${at}`));
  const kept = withVisit(many, visit('/team'));
  expect([kept.length, kept.at(-1)?.path]).toEqual([20, '/customers/18']);
});
