import type { PackageHit, PackageScreening } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import {
  aliasWords,
  compare,
  findingBody,
  findingPart,
  hitsOf,
  lastScreened,
  matchWords,
  type Subject,
  similarWords,
  summaryOf,
  topicWords,
  valueWords,
} from './screening-rules.ts';

const FINDING = { finding: 'NotTheSame' };
const SAME = { finding: 'Same' };
const screening = (hits: (object | null)[] | null, screenedAt = '2026-11-15T09:30:00.000Z') =>
  ({ screenedAt, hits: hits?.map((finding) => ({ finding })) ?? null }) as unknown as PackageScreening;

test.each<[string, PackageScreening[], boolean, string, string]>([
  ['is running', [screening([null])], true, 'Pending', 'progress'],
  ['has one open hit', [screening([null, FINDING])], false, '1 hit to review', 'danger'],
  ['has open hits of several subjects', [screening([null]), screening([null])], false, '2 hits to review', 'danger'],
  ['has one reviewed hit', [screening([FINDING])], false, '1 hit, reviewed', 'success'],
  ['has only reviewed hits', [screening([FINDING, FINDING])], false, '2 hits, all reviewed', 'success'],
  ['has a confirmed match', [screening([SAME, FINDING])], false, '1 confirmed match', 'danger'],
  ['has two confirmed matches', [screening([SAME]), screening([SAME])], false, '2 confirmed matches', 'danger'],
  ['has one more to review', [screening([SAME, null])], false, '1 confirmed match, 1 to review', 'danger'],
  ['found nothing', [screening([]), screening(null)], false, 'No hits', 'success'],
  ['has not run yet', [], false, 'Not screened yet', 'neutral'],
])('summarises a screening that %s', (_, screenings, screeningPending, words, color) => {
  expect(summaryOf({ screenings, screeningPending })).toEqual({ words, color });
});

test('a confirmed match is repeated with the subject, the list and the reason of the listing', () => {
  const hit = { name: 'OBI, Amara', listName: 'us_ofac_sdn', topics: ['sanction', 'new'], finding: SAME };
  const [person] = packageExample.business.businessPersonList;
  const about = (uboId: string | undefined, more: object = {}) =>
    matchWords(packageExample, { screening: { uboId }, hit: { ...hit, ...more } } as Parameters<typeof matchWords>[1]);
  expect(about(person?.uboId)).toBe(
    `${person?.firstName} ${person?.lastName} is OBI, Amara on the list us_ofac_sdn (Sanctioned, new).`,
  );
  expect(about(undefined, { topics: [] })).toBe(
    `${packageExample.business.companyName} is OBI, Amara on the list us_ofac_sdn.`,
  );
});

test('each hit refers to its screening', () => {
  const [one, other] = [screening([null]), screening([FINDING])];
  expect(hitsOf([one, screening(null), other]).map(({ screening: of }) => of)).toEqual([one, other]);
});

test('returns the time of the latest screening', () => {
  const at = ['2026-11-15T09:30:00.000Z', '2026-11-16T09:30:00.000Z', '2026-11-14T09:30:00.000Z'];
  expect(lastScreened(at.map((one) => screening([], one)))).toBe(at[1]);
  expect(lastScreened([])).toBeUndefined();
});

test.each([
  ['an open hit for the holder of the claim', null, true, false, 'form'],
  ['an open hit for others', null, false, false, 'closed'],
  ['a reviewed hit for the holder of the claim', FINDING, true, false, 'finding'],
  ['a reviewed hit in editing for the holder of the claim', FINDING, true, true, 'form'],
  ['a reviewed hit in editing for an analyst who has lost the claim', FINDING, false, true, 'closed'],
  ['a reviewed hit for others', FINDING, false, false, 'finding'],
])('shows %s', (_, finding, isMine, isChanging, part) => {
  expect(findingPart({ finding } as Parameters<typeof findingPart>[0], isMine, isChanging)).toBe(part);
});

test('a finding is sent with its list; a blank note is null', () => {
  expect(findingBody('sdn', 'NotTheSame', '  ')).toEqual({ listName: 'sdn', finding: 'NotTheSame', note: null });
  expect(findingBody('sdn', 'Same', 'Same birthday')).toMatchObject({ finding: 'Same', note: 'Same birthday' });
});

test('names five aliases and counts the others', () => {
  expect(aliasWords(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c, d, e');
  expect(aliasWords(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more');
});

const SUBJECT: Subject = { names: ['Zoë Okafor'], birthDates: ['1961-05-17'], countries: ['NGA', 'GHA'] };
const HIT: PackageHit = {
  listName: 'l',
  entityId: 'e',
  name: 'OKAFOR, Zoe',
  score: 1,
  birthDates: ['1961-05-17'],
  countries: ['GHA'],
  aliases: [],
  topics: [],
  finding: null,
};
const outcomes = (subject: Partial<Subject>, hit: Partial<PackageHit>) =>
  compare({ ...SUBJECT, ...subject }, { ...HIT, ...hit }, true).map(({ agreement }) => agreement);

test('matches names and aliases in any order, case and accent; some shared words match partly', () => {
  expect(outcomes({}, {})).toEqual(['agrees', 'agrees', 'agrees']);
  expect(outcomes({}, { name: 'Someone', aliases: ['Zoe  OKAFOR'] })[0]).toBe('agrees');
  expect(outcomes({}, { name: 'Zoe Adeyemi' })[0]).toBe('partly');
  expect(outcomes({}, { name: 'Al Ba' })[0]).toBe('differs');
  expect(outcomes({ names: ['Al Okafor'] }, { name: 'Al Ba' })[0]).toBe('differs');
});

test('a birth year matches partly, another day differs, and a missing date is unknown', () => {
  expect(outcomes({}, { birthDates: ['1961'] })[1]).toBe('partly');
  expect(outcomes({}, { birthDates: ['1961-05'] })[1]).toBe('partly');
  expect(outcomes({}, { birthDates: ['1961-05-18'] })[1]).toBe('differs');
  expect(outcomes({}, { birthDates: ['1970', '1961-05-17'] })[1]).toBe('agrees');
  expect(outcomes({}, { birthDates: [] })[1]).toBe('unknown');
  expect(outcomes({ birthDates: [] }, {})[1]).toBe('unknown');
});

test('one shared country matches; a country name instead of a code is unknown', () => {
  expect(outcomes({}, { countries: ['IRN'] })[2]).toBe('differs');
  expect(outcomes({}, { countries: ['IRN', 'NGA'] })[2]).toBe('agrees');
  expect(outcomes({}, { countries: ['Nigeria'] })[2]).toBe('unknown');
  expect(outcomes({}, { countries: [] })[2]).toBe('unknown');
});

test('does not compare birth dates for a business', () => {
  expect(compare(SUBJECT, HIT, false).map(({ field }) => field)).toEqual(['Name', 'Country']);
});

test('shows countries by name and other values unchanged', () => {
  expect(valueWords('Country', ['NGA', 'GBR'])).toBe('Nigeria, United Kingdom');
  expect(valueWords('Name', ['NGA', 'GBR'])).toBe('NGA, GBR');
  expect(valueWords('Country', [])).toBe('–');
});

test("shows an unknown topic under the provider's name", () => {
  expect(['sanction', 'role.pep', 'poi'].map(topicWords)).toEqual(['Sanctioned', 'Politically exposed', 'poi']);
});

test('rounds a score to a whole percentage', () => {
  expect([0, 0.874, 0.876, 1].map(similarWords)).toEqual(['0% similar', '87% similar', '88% similar', '100% similar']);
});
