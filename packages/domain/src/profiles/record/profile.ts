// A business profile: as it is stored, normalised and with its ids; as callers read it; and when it may be changed.
import {
  type BusinessProfileCreate,
  type BusinessProfileRecord,
  type BusinessProfileSummary,
  type CreateAnswer,
  type ErrorCode,
  type ReviewedBusiness,
  reviewedBusinessSchema,
  type VerificationStatus,
} from '@onboarding/contract';
import { type DocumentRow, toDocumentRecord } from '../../documents/index.ts';
import { compareMetadata, type MetadataRow, pairsBySubject, sentMetadata } from '../../metadata/index.ts';
import { type NewPerson, type PersonRow, toAddress, toNewPerson, toPersonRecord } from '../../people/index.ts';
import type { Catalogue } from '../../requirements/index.ts';
import { isInReview, type Monitoring, type Stage, stageOf } from '../../review-state/index.ts';
import { BUSINESS, type BusinessFields, SUMMARY } from './business-columns.ts';
import type { CustomerRow, SummaryRow } from './profile-store.ts';

export interface NewProfile extends BusinessFields {
  customerId: string;
  partnerCustomerId: string;
  people: NewPerson[];
  metadata: MetadataRow[];
}

/** The business in a request, with create's field names. */
export type BusinessInput = Omit<
  BusinessProfileCreate,
  'businessPersonList' | 'partnerCustomerId' | 'metadata' | 'industry'
> & {
  industry: string;
};

/** Generates the ids before the first attempt to save, so that a retry is recognised as the same profile. */
export function toNewProfile(input: BusinessProfileCreate, catalogue: Catalogue, makeId: () => string): NewProfile {
  const customerId = makeId();
  const sent = input.businessPersonList ?? [];
  const people = sent.map((person) => toNewPerson(person, catalogue, makeId));
  return {
    customerId,
    partnerCustomerId: input.partnerCustomerId,
    ...toBusinessFields(input, catalogue),
    people,
    metadata: compareMetadata(new Map(), sentMetadata(customerId, input.metadata, people, sent)).added,
  };
}

export function toBusinessFields(input: BusinessInput, catalogue: Catalogue): BusinessFields {
  return {
    ...BUSINESS.fromSent(input),
    businessTypeCode: findBusinessType(catalogue, input.businessTypeCode) ?? input.businessTypeCode,
    addresses: (input.addresses ?? []).map(toAddress),
    financials: input.financials ?? null,
  };
}

/** The canonical name; callers may use any letter case. */
export function findBusinessType(catalogue: Catalogue, written: string): string | undefined {
  return catalogue.businessTypes.get(written.trim().toLowerCase());
}

/** Why a profile in this stage cannot be changed; undefined if it can. */
export function refusalOf(stage: Stage): ErrorCode | undefined {
  if (isInReview(stage)) return 'Customer.UnderReview';
  return stage === 'Rejected' ? 'Customer.Closed' : undefined;
}

/** Whether the partner may change a profile in this status: not while an analyst reviews it, nor after it was closed. */
export function canUpdate(status: VerificationStatus, monitoring: Monitoring | null): boolean {
  return refusalOf(stageOf(status, monitoring)) === undefined;
}

const stored = reviewedBusinessSchema.pick({ addresses: true, financials: true });

export function toProfileRecord(
  row: CustomerRow,
  people: readonly PersonRow[],
  documents: readonly DocumentRow[],
): ReviewedBusiness {
  // Parses stored JSON back into the contract's types.
  const { addresses, financials } = stored.parse({ addresses: row.addresses, financials: row.financials });
  return {
    ...toProfileSummary(row),
    addresses,
    financials,
    businessPersonList: people.map(toPersonRecord),
    documents: documents.map(toDocumentRecord),
  };
}

/** The business as its partner sees it. */
export function withMetadata(business: ReviewedBusiness, pairs: readonly MetadataRow[]): BusinessProfileRecord {
  const bySubject = pairsBySubject(pairs);
  const of = (subjectId: string) => bySubject.get(subjectId) ?? {};
  return {
    ...business,
    businessPersonList: business.businessPersonList.map((person) => ({ ...person, metadata: of(person.uboId) })),
    metadata: of(business.customerId),
  };
}

export function toProfileSummary(row: SummaryRow): BusinessProfileSummary {
  const { verificationStatus } = row;
  return {
    customerId: row.customerId,
    partnerCustomerId: row.partnerCustomerId,
    ...SUMMARY.toFields(row),
    verificationStatus,
    canUpdate: !row.erased && canUpdate(verificationStatus, row.monitoring),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    erasedAt: row.erasedAt?.toISOString() ?? null,
    version: row.version,
  };
}

/** The stored business, for comparison with the result of an update. */
export function storedFields(row: CustomerRow): BusinessFields {
  return { ...BUSINESS.toFields(row), ...stored.parse(row) };
}

export function toCreateAnswer(profile: NewProfile): CreateAnswer {
  return {
    customerId: profile.customerId,
    partnerCustomerId: profile.partnerCustomerId,
    verificationStatus: 'PendingVerification',
    version: 1,
    ubos: profile.people.map(({ uboId, email, firstName, lastName }) => ({ uboId, email, firstName, lastName })),
  };
}
