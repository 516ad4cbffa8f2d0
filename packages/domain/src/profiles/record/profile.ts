// A new business profile, normalised and with its ids, and when a profile may be changed. Pure.
import type { BusinessProfileCreate, ErrorCode, VerificationStatus } from '@onboarding/contract';
import { type NewPerson, toAddress, toNewPerson } from '../../people/index.ts';
import type { Catalogue } from '../../requirements/index.ts';
import { isInReview, type Monitoring, type Stage, stageOf } from '../../review-state/index.ts';
import { BUSINESS, type BusinessFields } from './business-columns.ts';

export interface NewProfile extends BusinessFields {
  customerId: string;
  partnerCustomerId: string;
  people: NewPerson[];
}

/** The business in a request, with create's field names. */
export type BusinessInput = Omit<BusinessProfileCreate, 'businessPersonList' | 'partnerCustomerId' | 'industry'> & {
  industry: string;
};

/** Generates the ids before the first attempt to save, so that a retry is recognised as the same profile. */
export function toNewProfile(input: BusinessProfileCreate, catalogue: Catalogue, makeId: () => string): NewProfile {
  return {
    customerId: makeId(),
    partnerCustomerId: input.partnerCustomerId,
    ...toBusinessFields(input, catalogue),
    people: (input.businessPersonList ?? []).map((person) => toNewPerson(person, catalogue, makeId)),
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
