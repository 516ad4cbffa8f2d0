import { describe, expect, test } from 'vitest';
import { lowered, raised, scoreOf, sunk } from './scores.ts';

const file = (...statuses: string[]) => ({
  mutants: statuses.map((status) => ({ status, mutatorName: 'BooleanLiteral', location: { start: { line: 1 } } })),
});

describe('the score of a module', () => {
  test('is the share of faults that tests find over all its files, in whole per cent, rounded down', () => {
    const files = {
      'packages/ui/src/keys/keys.ts': file('Killed', 'Timeout'),
      'packages/ui/src/keys/names.ts': file('Survived'),
    };
    expect(scoreOf('packages/ui/keys', { files })).toEqual({
      module: 'packages/ui/keys',
      found: 2,
      planted: 3,
      percent: 66,
    });
  });

  test('counts uncovered faults as not found', () => {
    const files = { 'packages/sdk/src/waiting.ts': file('Killed', 'NoCoverage') };
    expect(scoreOf('packages/sdk', { files })).toMatchObject({ found: 1, planted: 2, percent: 50 });
  });

  test('leaves out faults that do not compile, do not run or were excluded', () => {
    const files = { 'packages/sdk/src/waiting.ts': file('Killed', 'CompileError', 'RuntimeError', 'Ignored') };
    expect(scoreOf('packages/sdk', { files })).toMatchObject({ found: 1, planted: 1, percent: 100 });
  });

  test('is 0 without any fault', () => {
    const files = { 'packages/sdk/src/index.ts': file() };
    expect(scoreOf('packages/sdk', { files })).toMatchObject({ found: 0, planted: 0, percent: 0 });
  });
});

describe('the floor of a module', () => {
  const score = (module: string, percent: number) => ({ module, found: percent, planted: 100, percent });

  test('fails a module with a lower score, and a module without a floor', () => {
    const floors = { low: 80, equal: 80, high: 80 };
    expect(sunk([score('low', 79), score('equal', 80), score('high', 81), score('new', 100)], floors)).toEqual([
      'low is at 79 %, its floor is 80 %',
      'new has no floor: npm run mutate -- new --raise',
    ]);
  });

  test('rises to a higher score, never sinks, is kept if the module was not measured, and is removed with its module', () => {
    const floors = { rises: 50, stays: 50, unmeasured: 50, gone: 50 };
    const scores = [score('rises', 60), score('stays', 40), score('new', 70)];
    expect(raised(floors, scores, ['rises', 'stays', 'unmeasured', 'new', 'not measured yet'])).toEqual({
      rises: 60,
      stays: 50,
      unmeasured: 50,
      new: 70,
    });
  });

  test('must not be lower than in any earlier version', () => {
    const earlier = [
      { same: 50, lower: 60 },
      { same: 50, lower: 70, gone: 90 },
    ];
    expect(lowered({ same: 50, lower: 65, new: 1 }, earlier)).toEqual([
      'The floor of lower was 70 % and is now 65 %: add tests instead',
    ]);
    expect(lowered({ same: 50 }, [])).toEqual([]);
  });
});
