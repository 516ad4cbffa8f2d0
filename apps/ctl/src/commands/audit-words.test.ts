import { expect, test } from 'vitest';
import { statementsWords, trailsWords, trailWords } from './audit-words.ts';

const INTACT = { intact: true, entries: 9, from: 1, unkeyed: 0 } as const;

test.each([
  [INTACT, 'Intact: 9 entries.'],
  [{ ...INTACT, entries: 1 }, 'Intact: 1 entry.'],
  [{ ...INTACT, from: 4 }, 'Intact: 9 entries, starting at entry 4; older ones were dropped.'],
  [{ ...INTACT, unkeyed: 2 }, 'Intact: 9 entries; 2 unkeyed.'],
  [{ intact: false, brokenAt: 7, why: 'its hash differs' } as const, 'Broken at entry 7: its hash differs.'],
])('the trail of a customer with the verdict %j is described as "%s"', (verdict, words) => {
  expect(trailWords(verdict)).toBe(words);
});

const COUNTS = { trails: 2, entries: 9, unkeyed: 0, broken: 0 };
const UNKEYED = 'Unkeyed: 3 entries; only statements can verify them.';

test.each([
  [COUNTS, ['All intact: 2 trails with 9 entries.']],
  [{ ...COUNTS, trails: 1, entries: 1 }, ['All intact: 1 trail with 1 entry.']],
  [{ ...COUNTS, unkeyed: 3 }, ['All intact: 2 trails with 9 entries.', UNKEYED]],
  [{ ...COUNTS, broken: 1 }, ['1 of 2 trails are broken.']],
  [{ ...COUNTS, broken: 1, unkeyed: 3 }, ['1 of 2 trails are broken.', UNKEYED]],
  [{ ...COUNTS, trails: 0, entries: 0 }, ['There are no customers, so there are no trails.']],
])('trails counted as %j are described in the lines %j', (counts, lines) => {
  expect(trailsWords(counts)).toEqual(lines);
});

const STATEMENTS = { statements: 2, outside: true, lastMadeAt: '2026-11-20T10:00:00.000Z', fault: undefined };
const FAULT = { number: 2, why: 'the reads by staff differ' };

test.each([
  ['stored outside', STATEMENTS, true, '2 statements verified, stored outside the database; the latest is from 2026-'],
  [
    'stored in the database',
    { ...STATEMENTS, outside: false },
    false,
    '2 statements verified, stored in the database, ',
  ],
  [
    'not readable outside',
    { ...STATEMENTS, outside: false },
    true,
    'The statements at AUDIT_ANCHORS cannot be read back.',
  ],
  ['missing', { ...STATEMENTS, statements: 0 }, true, 'No statement covers the trails yet.'],
  ['at fault', { ...STATEMENTS, outside: false, fault: FAULT }, true, 'Statement 2: the reads by staff differ. '],
])('statements that are %s are described as such', (_, verdict, expectedOutside, words) => {
  expect(statementsWords(verdict, expectedOutside).slice(0, words.length)).toBe(words);
});
