import type { PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import { changesBetween, isOther } from './changes.ts';

const ME = packageExample.claim?.accountId ?? '';
const BEN = { accountId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e99', name: 'Ben Osei' };
const AT = '2026-11-15T16:00:00.000Z';
const [, HIT] = packageExample.screenings;
const [PERSON] = packageExample.people;

/** The package after a change, with another evidence version. */
const changed = (change: Partial<PackageRecord> = {}): PackageRecord => ({
  ...packageExample,
  evidenceVersion: 'another',
  ...change,
});
const since = (change: Partial<PackageRecord>) => changesBetween(packageExample, changed(change), ME);
const withHit = (hit: object) => [
  ...packageExample.screenings.slice(0, 1),
  { ...HIT, ...hit } as PackageRecord['screenings'][number],
];
const foundBy = (by: object) => ({
  finding: { finding: 'Same', note: null, foundBy: by, foundAt: AT },
});

test('reports no changes while the evidence version is the same', () => {
  expect(changesBetween(packageExample, { ...packageExample, flags: [] }, ME)).toEqual([]);
});

test('reports changes by the partner, flags, screening and colleagues', () => {
  expect(since({ business: { ...packageExample.business, companyName: 'Another Ltd' } })).toEqual([
    'The partner has changed the data of the business or its people.',
  ]);
  expect(since({ flags: [] })).toEqual([
    'A flag was removed. It said: One other business in Nigeria has the same registration number.',
  ]);
  expect(since({ screenings: withHit({ screeningId: 'next', hitCount: 2 }) })[0]).toMatch(
    /^Screening found 2 possible matches for \w+ \w+\.$/,
  );
  const verdict = { verdict: 'Rejected', reasonCode: null, givenBy: BEN, givenAt: AT } as const;
  expect(since({ people: [{ ...PERSON, verdict } as PackageRecord['people'][number]] })[0]).toMatch(
    /^Ben Osei gave a verdict on \w+ \w+: rejected\.$/,
  );
});

test('reports a screening that no longer finds a match', () => {
  const screenings = withHit({ screeningId: 'next', outcome: 'Clear', hitCount: 0, hits: [] });
  expect(since({ screenings })[0]).toMatch(/^Screening no longer finds a match for \w+ \w+\.$/);
});

test("reports a colleague's finding on a hit, but not the reader's own", () => {
  const judged = (by: object) => withHit({ hits: HIT?.hits?.map((one) => ({ ...one, ...foundBy(by) })) });
  expect(since({ screenings: judged(BEN) })).toEqual(['Ben Osei reviewed the hit A. Okafor: the same.']);
  expect(since({ screenings: judged({ accountId: ME, name: 'Ada' }) })).toEqual([]);
});

test('reports a change even if the page does not show it', () => {
  expect(since({})).toEqual(['Something that this page does not show has changed. Review the package again.']);
});

test("does not report a claim, a status change, the reader's own verdict or a first clear screening", () => {
  expect(since({ claim: null })).toEqual([]);
  expect(since({ verification: { ...packageExample.verification, status: 'PendingVerification' } })).toEqual([]);
  const verdict = {
    verdict: 'Rejected',
    reasonCode: null,
    givenBy: { accountId: ME, name: 'Ada' },
    givenAt: AT,
  } as const;
  expect(since({ people: [{ ...PERSON, verdict } as PackageRecord['people'][number]] })).toEqual([]);
  const [clear] = packageExample.screenings;
  const first = { ...clear, uboId: BEN.accountId, screeningId: 'first' } as PackageRecord['screenings'][number];
  expect(since({ screenings: [...packageExample.screenings, first] })).toEqual([]);
});

const proposal = {
  ...packageExample.decisions[0],
  decisionId: 'd1',
  state: 'Proposed',
} as PackageRecord['decisions'][number];
const SHOWN: PackageRecord = { ...packageExample, decisions: [proposal, ...packageExample.decisions] };
const SAME = {
  evidenceVersion: packageExample.evidenceVersion,
  claimedBy: packageExample.claim?.accountId ?? null,
  proposalId: 'd1',
};

test.each([
  ['nothing has changed', {}, false],
  ['the evidence has changed', { evidenceVersion: 'another' }, true],
  ['the package was released', { claimedBy: null }, true],
  ['another analyst has claimed it', { claimedBy: 'another' }, true],
  ['the proposal has ended', { proposalId: null }, true],
  ['there is another proposal', { proposalId: 'd2' }, true],
])('when %s, the page is outdated: %s', (_, change, isOutdated) => {
  expect(isOther({ ...SAME, ...change }, SHOWN)).toBe(isOutdated);
});

test('an unchanged package without a claim and a proposal is not outdated', () => {
  expect(isOther({ ...SAME, claimedBy: null, proposalId: null }, { ...packageExample, claim: null })).toBe(false);
});
