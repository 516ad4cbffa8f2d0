// What has changed in the evidence since the analyst last reviewed it, in words, without the analyst's own changes. Pure.
import type { GivenVerdict, HitFinding, PackageRecord, PackageState } from '@onboarding/contract';
import { explanationOf } from '@onboarding/ui/countries';
import { DOCUMENT_STATES, STATUSES } from '@onboarding/ui/words';
import { openProposal } from '../standing.ts';
import { documentName, personName } from './words.ts';

export function changesBetween(seen: PackageRecord, now: PackageRecord, me: string): string[] {
  if (seen.evidenceVersion === now.evidenceVersion) return [];
  const changes = [
    ...ofBusiness(seen, now),
    ...ofDocuments(seen, now),
    ...ofFlags(seen, now),
    ...ofScreenings(seen, now),
    ...ofVerdicts(seen, now, me),
    ...ofFindings(seen, now, me),
  ];
  if (changes.length > 0 || isExpected(seen, now, me)) return changes;
  // For example, a changed number with the same masked part.
  return ['Something that this page does not show has changed. Review the package again.'];
}

/** Steps of the review change the version too: those of the package, the reader's own, and the first screening of a subject. */
function isExpected(seen: PackageRecord, now: PackageRecord, me: string): boolean {
  const steps = ({ verification, claim, queue }: PackageRecord) =>
    JSON.stringify([verification.status, verification.attempt, claim?.accountId, queue.queuedAt]);
  const own = ({ people, documents, screenings }: PackageRecord) =>
    JSON.stringify([
      [...people, ...documents].map(({ verdict }) => (verdict?.givenBy.accountId === me ? verdict : null)),
      findingsIn(screenings).map(({ finding }) => (finding?.foundBy.accountId === me ? finding : null)),
    ]);
  return steps(seen) !== steps(now) || own(seen) !== own(now) || now.screenings.length > seen.screenings.length;
}

/** The business without what the other lines report and what every step of a review changes. */
function told({ business }: PackageRecord): string {
  const { documents: _, version: __, verificationStatus: ___, updatedAt: ____, canUpdate: _____, ...rest } = business;
  const people = business.businessPersonList.map(({ verificationStatus: ______, ...person }) => person);
  return JSON.stringify({ ...rest, businessPersonList: people });
}

function ofBusiness(seen: PackageRecord, now: PackageRecord): string[] {
  return told(seen) === told(now) ? [] : ['The partner has changed the data of the business or its people.'];
}

function ofDocuments(seen: PackageRecord, now: PackageRecord): string[] {
  const before = new Map(seen.documents.map((one) => [one.documentId, one.status]));
  return now.documents
    .filter((one) => before.get(one.documentId) !== one.status)
    .map((one) => `A document is ${DOCUMENT_STATES[one.status].label.toLowerCase()}: ${documentName(now, one)}.`);
}

function ofFlags(seen: PackageRecord, now: PackageRecord): string[] {
  const [before, after] = [seen, now].map(
    ({ flags }) => new Map(flags.map((one) => [JSON.stringify([one.code, one.facts]), one])),
  );
  const only = (these: typeof before, those: typeof before) =>
    [...(these ?? [])].filter(([key]) => !those?.has(key)).map(([, one]) => one);
  return [
    ...only(after, before).map((one) => `A flag was raised. ${explanationOf(one)}`),
    ...only(before, after).map((one) => `A flag was removed. It said: ${explanationOf(one)}`),
  ];
}

function ofScreenings(seen: PackageRecord, now: PackageRecord): string[] {
  const before = new Map(seen.screenings.map((one) => [`${one.uboId} ${one.provider}`, one]));
  return now.screenings.flatMap((one) => {
    const then = before.get(`${one.uboId} ${one.provider}`);
    const whom = personName(now, one.uboId) ?? 'the business';
    if (one.outcome !== 'Hit') return then?.outcome === 'Hit' ? [`Screening no longer finds a match for ${whom}.`] : [];
    if (then?.screeningId === one.screeningId) return [];
    return [`Screening found ${one.hitCount} possible ${one.hitCount === 1 ? 'match' : 'matches'} for ${whom}.`];
  });
}

const findingsIn = (screenings: PackageRecord['screenings']) =>
  screenings.flatMap(({ uboId, hits }) =>
    (hits ?? []).map(({ listName, entityId, name, finding }) => ({
      key: `${uboId} ${listName} ${entityId}`,
      name,
      finding,
    })),
  );

function ofFindings(seen: PackageRecord, now: PackageRecord, me: string): string[] {
  const before = new Map(findingsIn(seen.screenings).map(({ key, finding }) => [key, finding?.foundAt]));
  return findingsIn(now.screenings).flatMap(({ key, name, finding }) =>
    finding === null || finding.foundBy.accountId === me || before.get(key) === finding.foundAt
      ? []
      : [`${finding.foundBy.name ?? 'A former colleague'} reviewed the hit ${name}: ${FINDINGS[finding.finding]}.`],
  );
}

const FINDINGS: Record<HitFinding, string> = { NotTheSame: 'not the same', Same: 'the same' };

function ofVerdicts(seen: PackageRecord, now: PackageRecord, me: string): string[] {
  const isNews = (before: GivenVerdict | null | undefined, after: GivenVerdict | null) =>
    after !== null && after.givenBy.accountId !== me && before?.givenAt !== after.givenAt;
  const words = (verdict: GivenVerdict | null, about: string) =>
    verdict === null
      ? ''
      : `${verdict.givenBy.name ?? 'A colleague'} gave a verdict on ${about}: ${STATUSES[verdict.verdict].label.toLowerCase()}.`;
  const people = now.people.filter((one) =>
    isNews(seen.people.find(({ uboId }) => uboId === one.uboId)?.verdict, one.verdict),
  );
  const documents = now.documents.filter((one) =>
    isNews(seen.documents.find(({ documentId }) => documentId === one.documentId)?.verdict, one.verdict),
  );
  return [
    ...people.map((one) => words(one.verdict, personName(now, one.uboId) ?? 'a person')),
    ...documents.map((one) => words(one.verdict, documentName(now, one))),
  ];
}

/** Whether the package differs from what the page shows: the evidence, the claim or the open proposal. */
export function isOther({ evidenceVersion, claimedBy, proposalId }: PackageState, found: PackageRecord): boolean {
  return (
    evidenceVersion !== found.evidenceVersion ||
    claimedBy !== (found.claim?.accountId ?? null) ||
    proposalId !== (openProposal(found)?.decisionId ?? null)
  );
}
