import { describe, expect, test } from 'vitest';
import { isTooHeavy, type Manifest, weigh } from './site-budget.ts';

const MANIFEST: Manifest = {
  'index.html': {
    file: 'index.js',
    isEntry: true,
    css: ['index.css'],
    imports: ['_shared.js'],
    dynamicImports: ['page.tsx'],
  },
  '_shared.js': { file: 'shared.js' },
  '_table.js': { file: 'table.js', imports: ['_shared.js'] },
  'page.tsx': {
    file: 'page.js',
    imports: ['_table.js', 'index.html'],
    dynamicImports: ['more.tsx', 'src/charts/drawn.tsx'],
  },
  'more.tsx': { file: 'more.js', imports: ['page.tsx'] },
  'src/charts/drawn.tsx': { file: 'drawn.js' },
};
const KILOBYTES: Record<string, number> = {
  'index.js': 90,
  'index.css': 10,
  'shared.js': 100,
  'table.js': 5,
  'page.js': 20,
  'more.js': 24,
  'drawn.js': 120,
};
const weights = (changed: Record<string, number> = {}, firstLoadKb = 200) =>
  weigh(MANIFEST, firstLoadKb, (file) => (({ ...KILOBYTES, ...changed })[file] ?? 0) * 1000);
const tooHeavy = (...given: Parameters<typeof weights>) =>
  weights(...given)
    .filter(isTooHeavy)
    .map(({ name }) => name);

describe('the budget of a site', () => {
  test('counts a file once: in the first load, or in the first part that needs it', () => {
    expect(weights().map(({ name, kilobytes }) => [name, kilobytes])).toEqual([
      ['first load', 200],
      ['page.tsx', 25],
      ['more.tsx', 24],
      ['src/charts/drawn.tsx', 120],
    ]);
  });

  test('is met at its limits, and by parts without a limit', () => {
    expect(tooHeavy()).toEqual([]);
  });

  test('is exceeded by one byte', () => {
    expect(tooHeavy({ 'shared.js': 100.001 })).toEqual(['first load']);
    expect(tooHeavy({ 'table.js': 5.001 })).toEqual(['page.tsx']);
    expect(tooHeavy({ 'more.js': 25.001 })).toEqual(['more.tsx']);
    expect(tooHeavy({}, 199)).toEqual(['first load']);
  });
});
