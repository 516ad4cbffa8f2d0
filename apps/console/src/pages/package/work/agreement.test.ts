import type { PackageHit } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { compare, type Subject } from './agreement.ts';

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
