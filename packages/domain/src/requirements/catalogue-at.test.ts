import { describe, expect, test } from 'vitest';
import { type Catalogue, catalogueAt, type RequirementSet } from './requirement.ts';

const day = (text: string) => new Date(`2026-${text}T00:00:00Z`);

function set(version: number, from: string, to?: string): RequirementSet {
  return {
    requirementSetId: version,
    version,
    entries: new Map(),
    activatedAt: day(from),
    retiredAt: to === undefined ? null : day(to),
  };
}

const catalogue: Catalogue = {
  countries: new Map(['NGA', 'GBR', 'KEN'].map((code) => [code, code])),
  prohibited: new Set(),
  open: new Set(['NGA', 'GBR', 'KEN']),
  businessTypes: new Map([['llc', 'LLC']]),
  usualDocuments: new Map([['LLC', ['ShareholderRegister']]]),
  requirements: new Map([
    ['NGA', set(3, '05-01')],
    ['GBR', set(11, '01-01')],
    ['KEN', set(21, '06-01')],
  ]),
  retired: new Map([['NGA', [set(2, '03-01', '05-01'), set(1, '01-01', '03-01')]]]),
};

const versionAt = (country: string, at: string) => catalogueAt(catalogue, day(at)).requirements.get(country)?.version;

describe('a profile has the requirements of the time at which it was created:', () => {
  test.each([
    ['01-01', 1],
    ['02-28', 1],
    ['03-01', 2],
    ['04-30', 2],
    ['05-01', 3],
    ['12-31', 3],
  ])('created on 2026-%s, version %i', (at, version) => {
    expect(versionAt('NGA', at)).toBe(version);
  });
});

test('a country that had none then has those of today', () => {
  expect(versionAt('KEN', '02-01')).toBe(21);
  expect(catalogueAt(catalogue, new Date(0)).requirements.get('NGA')?.version).toBe(3);
});

test('other countries, and everything else, are as they are today', () => {
  const then = catalogueAt(catalogue, day('02-01'));
  expect(then.requirements.get('GBR')?.version).toBe(11);
  expect(then.countries).toBe(catalogue.countries);
  expect(then.businessTypes).toBe(catalogue.businessTypes);
});

test('it is the very same catalogue where nothing was another then, and never changes the one it is given', () => {
  expect(catalogueAt(catalogue, day('07-01'))).toBe(catalogue);
  catalogueAt(catalogue, day('02-01'));
  expect(catalogue.requirements.get('NGA')?.version).toBe(3);
});

test('a country that was closed since keeps what it had for profiles of that time only', () => {
  const closed: Catalogue = { ...catalogue, requirements: new Map(), retired: catalogue.retired };
  expect(catalogueAt(closed, day('02-01')).requirements.get('NGA')?.version).toBe(1);
  expect(catalogueAt(closed, day('07-01')).requirements.get('NGA')).toBeUndefined();
});
