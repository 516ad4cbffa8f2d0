import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast } from '../../../../tests/harness/contrast.ts';
import { TONES } from './tones.ts';

const [COMMON = '', CONSOLE = ''] = readFileSync(new URL('tokens.css', import.meta.url), 'utf8').split(
  ':root[data-site="console"]',
);

const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

/** The colours of a block, by token. */
function coloursOf(block: string, scheme: Scheme): Record<string, string> {
  const found = block.matchAll(/--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g);
  return Object.fromEntries(
    [...found].map(([, name = '', light = '', dark = '', both = '']) => [
      name,
      both || (scheme === 'light' ? light : dark),
    ]),
  );
}

const portal = (scheme: Scheme) => coloursOf(COMMON, scheme);
const console_ = (scheme: Scheme) => ({ ...portal(scheme), ...coloursOf(CONSOLE, scheme) });

/** AA: 4.5 for text, 3 for bars and lines of charts and for borders that are needed to see a field. */
const PAIRS: readonly [front: string, back: string, least: number][] = [
  ...TONES.flatMap((tone): [string, string, number][] => [
    [tone, `${tone}-ground`, 4.5],
    [tone, 'card', 4.5],
    [tone, 'ground', 4.5],
    ['text', `${tone}-ground`, 4.5],
    ['quiet', `${tone}-ground`, 4.5],
    ['primary-text', `${tone}-solid`, 4.5],
    [`${tone}-solid`, 'card', 3],
  ]),
  ['text', 'card', 4.5],
  ['text', 'ground', 4.5],
  ['quiet', 'card', 4.5],
  ['quiet', 'ground', 4.5],
  ['accent', 'card', 4.5],
  ['accent', 'ground', 4.5],
  ['accent', 'accent-ground', 4.5],
  ['accent-text', 'accent', 4.5],
  ['primary-text', 'primary', 4.5],
  ['line', 'card', 3],
  ['focus', 'ground', 3],
];

test.each(SCHEMES.flatMap((scheme) => PAIRS.map((pair) => [scheme, ...pair] as const)))(
  'in %s, %s on %s has a contrast of at least %d on both sites',
  (scheme, front, back, least) => {
    for (const colours of [portal(scheme), console_(scheme)]) {
      expect(contrast(colours[front] ?? '', colours[back] ?? '')).toBeGreaterThanOrEqual(least);
    }
  },
);

test('black on white has a contrast of 21, and the sites have different accents', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  for (const scheme of SCHEMES) expect(console_(scheme).accent).not.toBe(portal(scheme).accent);
});
