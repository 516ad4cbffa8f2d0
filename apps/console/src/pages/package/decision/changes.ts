// What has changed in the evidence since an analyst looked at it, in words. What the analyst did is no news to them. Pure.
import type { GivenVerdict, PackageRecord } from '@onboarding/contract';
import { DOCUMENT_STATES, STATUSES } from '@onboarding/ui/words';
import { documentName, personName } from './words.ts';

export function changesBetween(seen: PackageRecord, now: PackageRecord, me: string): string[] {
  if (seen.evidenceVersion === now.evidenceVersion) return [];
  return [
    ...ofBusiness(seen, now),
    ...ofDocuments(seen, now),
    ...ofFlags(seen, now),
    ...ofHits(seen, now),
    ...ofVerdicts(seen, now, me),
  ];
}

/** Without what the other lines tell, and without what every step of a review changes. */
function told({ business }: PackageRecord): string {
  const { documents: _, version: __, verificationStatus: ___, updatedAt: ____, canUpdate: _____, ...rest } = business;
  const people = business.businessPersonList.map(({ verificationStatus: ______, ...person }) => person);
  return JSON.stringify({ ...rest, businessPersonList: people });
}

function ofBusiness(seen: PackageRecord, now: PackageRecord): string[] {
  return told(seen) === told(now) ? [] : ['The partner has changed the data of the business or of its people.'];
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
    ...only(after, before).map((one) => `A flag was raised. ${one.explanation}`),
    ...only(before, after).map((one) => `A flag is gone. It said: ${one.explanation}`),
  ];
}

function ofHits(seen: PackageRecord, now: PackageRecord): string[] {
  const keyOf = (one: PackageRecord['screenings'][number]) => `${one.uboId} ${one.provider} ${one.screenedAt}`;
  const before = new Set(seen.screenings.map(keyOf));
  return now.screenings
    .filter((one) => one.outcome === 'Hit' && !before.has(keyOf(one)))
    .map(
      (one) =>
        `Screening found ${one.hitCount} possible ${one.hitCount === 1 ? 'match' : 'matches'} for ${personName(now, one.uboId) ?? 'the business'}.`,
    );
}

function ofVerdicts(seen: PackageRecord, now: PackageRecord, me: string): string[] {
  const isNews = (before: GivenVerdict | null | undefined, after: GivenVerdict | null) =>
    after !== null && after.givenBy.accountId !== me && before?.givenAt !== after.givenAt;
  const words = (verdict: GivenVerdict | null, about: string) =>
    verdict === null
      ? ''
      : `${verdict.givenBy.name ?? 'A colleague'} found ${about}: ${STATUSES[verdict.verdict].label.toLowerCase()}.`;
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
