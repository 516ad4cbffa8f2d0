// Groups rows of several packages into the input of the rules. Pure.
import { financialsSchema } from '@onboarding/contract';
import type { FoundDocument } from '../documents/index.ts';
import type { ComparedPerson, SharedIdentity } from '../people/index.ts';
import type { ComparedBusiness } from '../profiles/index.ts';
import type { PackageKey } from '../review-state/index.ts';
import type { CurrentHits } from '../screening/index.ts';
import { type Fingerprint, nameKey, registrationKey } from './fingerprint.ts';
import type { SameRegistration, SimilarName } from './fingerprint-store.ts';
import type { Findings, FlaggedBusiness, FlaggedPerson } from './flag-rules.ts';

export interface FlaggedPackage {
  key: PackageKey;
  erased: boolean;
  business: FlaggedBusiness;
  name: string;
  registrationNumber: string;
  people: FlaggedPerson[];
}

export function toFlaggedPackages(
  businesses: readonly ComparedBusiness[],
  people: readonly ComparedPerson[],
): FlaggedPackage[] {
  const peopleOf = Map.groupBy(people, (one) => one.customer_id);
  return businesses.map((row) => ({
    key: { partner_id: row.partner_id, customer_id: row.customer_id },
    erased: row.erased,
    business: {
      country: row.incorporation_country,
      addressCountries: row.address_countries,
      phoneNumber: row.phone_number,
      industry: row.industry,
      // Parses stored JSON back into the contract's type.
      financials: financialsSchema.nullable().parse(row.financials),
    },
    name: row.company_name,
    registrationNumber: row.registration_number,
    people: (peopleOf.get(row.customer_id) ?? []).map(toFlaggedPerson),
  }));
}

function toFlaggedPerson(row: ComparedPerson): FlaggedPerson {
  return {
    uboId: row.ubo_id,
    nationality: row.nationality,
    taxResidence: row.tax_residence_country,
    residence: row.residence,
    phone: row.phone,
    ownershipType: row.ownership_type,
    percentageShare: row.percentage_share,
    identities: row.identities.map((identity) => ({
      identityId: identity.identity_id,
      issuingCountry: identity.issuing_country,
      expiryDate: identity.expiry_date,
      generalRule: identity.general_rule,
    })),
  };
}

export function fingerprintOf({ key, business, name, registrationNumber }: FlaggedPackage): Fingerprint {
  return {
    partnerId: key.partner_id,
    customerId: key.customer_id,
    country: business.country,
    registrationKey: registrationKey(registrationNumber),
    nameKey: nameKey(name),
  };
}

/** The findings for each package. */
export function toFindings([sameRegistration, similarNames, sharedIdentities, hits, found]: readonly [
  SameRegistration[],
  SimilarName[],
  SharedIdentity[],
  CurrentHits[],
  FoundDocument[],
]): (key: PackageKey) => Findings {
  const registrations = Map.groupBy(sameRegistration, customerOf);
  const names = Map.groupBy(similarNames, customerOf);
  const identities = Map.groupBy(sharedIdentities, customerOf);
  const screened = Map.groupBy(hits, customerOf);
  const documents = Map.groupBy(found, customerOf);
  return ({ customer_id: customerId }) => ({
    sameRegistration: (registrations.get(customerId) ?? []).map(toOther),
    similarName: (names.get(customerId) ?? []).map((row) => ({ ...toOther(row), score: row.score })),
    sharedIdentities: (identities.get(customerId) ?? []).map((row) => ({
      uboId: row.ubo_id,
      identityId: row.identity_id,
      other: { ...toOther(row), uboId: row.other_ubo_id },
    })),
    screeningHits: (screened.get(customerId) ?? []).map((row) => ({ uboId: row.ubo_id, hits: row.hits })),
    documents: (documents.get(customerId) ?? []).map((row) => ({
      documentId: row.document_id,
      findings: row.findings,
    })),
  });
}

const customerOf = (row: { customer_id: string }) => row.customer_id;

const toOther = (row: { other_partner_id: string; other_customer_id: string }) => ({
  partnerId: row.other_partner_id,
  customerId: row.other_customer_id,
});
