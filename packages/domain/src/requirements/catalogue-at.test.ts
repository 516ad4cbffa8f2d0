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

describe('a profile keeps the requirements from when it was created:', () => {
  test.each([
    ['01-01', 1],
    ['02-28', 1],
    ['03-01', 2],
    ['04-30', 2],
    ['05-01', 3],
    ['12-31', 3],
  ])('created on 2026-%s uses version %i', (at, version) => {
    expect(versionAt('NGA', at)).toBe(version);
  });
});

test('a country without requirements at that time uses the current ones', () => {
  expect(versionAt('KEN', '02-01')).toBe(21);
  expect(catalogueAt(catalogue, new Date(0)).requirements.get('NGA')?.version).toBe(3);
});

test('uses current data for other countries and everything else', () => {
  const then = catalogueAt(catalogue, day('02-01'));
  expect(then.requirements.get('GBR')?.version).toBe(11);
  expect(then.countries).toBe(catalogue.countries);
  expect(then.businessTypes).toBe(catalogue.businessTypes);
});

test('returns the same object if nothing differs, and never modifies its argument', () => {
  expect(catalogueAt(catalogue, day('07-01'))).toBe(catalogue);
  catalogueAt(catalogue, day('02-01'));
  expect(catalogue.requirements.get('NGA')?.version).toBe(3);
});

test('a country closed since then keeps its requirements only for profiles from that time', () => {
  const closed: Catalogue = { ...catalogue, requirements: new Map(), retired: catalogue.retired };
  expect(catalogueAt(closed, day('02-01')).requirements.get('NGA')?.version).toBe(1);
  expect(catalogueAt(closed, day('07-01')).requirements.get('NGA')).toBeUndefined();
});
