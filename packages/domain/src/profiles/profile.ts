// A business profile about to be created, normalised and with its ids. Pure.
import type { AddressRecord, BusinessProfileCreate, Financials, VerificationStatus } from '@onboarding/contract';
import { type NewPerson, toAddress, toNewPerson } from '../people/index.ts';
import type { Catalogue } from '../requirements/index.ts';
import { stageOf } from '../reviews/index.ts';
import { refusalOf } from './update-rules.ts';

/** The business itself, as it is stored. */
export interface BusinessFields {
  companyName: string;
  tradingName: string | null;
  email: string;
  phoneNumber: string | null;
  businessTypeCode: string;
  incorporationCountry: string;
  industry: string;
  description: string | null;
  website: string;
  registrationNumber: string;
  registrationDate: string | null;
  addresses: AddressRecord[];
  financials: Financials | null;
}

export interface NewProfile extends BusinessFields {
  customerId: string;
  partnerCustomerId: string;
  people: NewPerson[];
}

/** The business as a request gives it, under create's names. */
export type BusinessInput = Omit<BusinessProfileCreate, 'businessPersonList' | 'partnerCustomerId' | 'industry'> & {
  industry: string;
};

/** The ids are made here, before the first try to save, so that a repeated try is recognisably the same. */
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
    companyName: input.companyName,
    tradingName: input.tradingName || null,
    email: input.email,
    phoneNumber: input.phoneNumber ?? null,
    businessTypeCode: findBusinessType(catalogue, input.businessTypeCode) ?? input.businessTypeCode,
    incorporationCountry: input.incorporationCountryIso3Code,
    industry: input.industry,
    description: input.description || null,
    website: input.website,
    registrationNumber: input.registrationNumber,
    registrationDate: input.registrationDate ?? null,
    addresses: (input.addresses ?? []).map(toAddress),
    financials: input.financials ?? null,
  };
}

/** The name as we write it; callers may write it in any case. */
export function findBusinessType(catalogue: Catalogue, written: string): string | undefined {
  return catalogue.businessTypes.get(written.trim().toLowerCase());
}

/** Whether the partner may change a profile that stands so: not while an analyst owns it, not once it is closed. */
export function canUpdate(status: VerificationStatus, monitoring: string | null): boolean {
  return refusalOf(stageOf(status, monitoring)) === undefined;
}
