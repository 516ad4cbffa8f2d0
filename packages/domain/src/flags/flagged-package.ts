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
  const peopleOf = Map.groupBy(people, (one) => one.customerId);
  return businesses.map((row) => ({
    key: { partnerId: row.partnerId, customerId: row.customerId },
    erased: row.erased,
    business: {
      country: row.incorporationCountry,
      addressCountries: row.addressCountries,
      phoneNumber: row.phoneNumber,
      industry: row.industry,
      // Parses stored JSON back into the contract's type.
      financials: financialsSchema.nullable().parse(row.financials),
    },
    name: row.companyName,
    registrationNumber: row.registrationNumber,
    people: (peopleOf.get(row.customerId) ?? []).map(toFlaggedPerson),
  }));
}

function toFlaggedPerson({ taxResidenceCountry, ...person }: ComparedPerson): FlaggedPerson {
  return { ...person, taxResidence: taxResidenceCountry };
}

export function fingerprintOf({ key, business, name, registrationNumber }: FlaggedPackage): Fingerprint {
  return {
    ...key,
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
  return ({ customerId }) => ({
    sameRegistration: (registrations.get(customerId) ?? []).map(toOther),
    similarName: (names.get(customerId) ?? []).map((row) => ({ ...toOther(row), score: row.score })),
    sharedIdentities: (identities.get(customerId) ?? []).map(({ uboId, identityId, ...row }) => ({
      uboId,
      identityId,
      other: { ...toOther(row), uboId: row.otherUboId },
    })),
    screeningHits: (screened.get(customerId) ?? []).map(({ uboId, hits }) => ({ uboId, hits })),
    documents: (documents.get(customerId) ?? []).map(({ documentId, findings }) => ({ documentId, findings })),
  });
}

const customerOf = (row: { customerId: string }) => row.customerId;

const toOther = (row: { otherPartnerId: string; otherCustomerId: string }) => ({
  partnerId: row.otherPartnerId,
  customerId: row.otherCustomerId,
});

/** After this time a worker counts as dead, and another leases the package. */
export const FLAGS_LEASE_MS = 120_000;

/** When to retry a package that failed. */
export const FLAGS_AGAIN_MS = 600_000;

/**
 * Whether flags still have to be computed for today's data: due, in progress, or about to be retried. A later time is a day
 * on which an identity is about to expire, or expires; until then, the flags are current.
 */
export function areFlagsPending(dueAt: Date | null, now: Date): boolean {
  return dueAt !== null && dueAt.getTime() - now.getTime() <= Math.max(FLAGS_LEASE_MS, FLAGS_AGAIN_MS);
}
