// A person of a business as it is stored: normalised, with ids. Pure.
import {
  type AddressInput,
  type AddressRecord,
  type BusinessPersonInput,
  type IdentityInput,
  type IdentityType,
  NATIONAL_ID_ALIAS,
  type OwnershipType,
} from '@onboarding/contract';
import { type Catalogue, isJudgedGenerally, normaliseNumber } from '../requirements/index.ts';

export interface NewIdentity {
  identityId: string;
  identityTypeCode: IdentityType;
  issuingCountry: string;
  identityValue: string;
  issueDate: string | null;
  expiryDate: string | null;
  documentUploadId: string | null;
  requirementSetId: number;
  /** Whether no rule of the country that issued it was there to judge its number. */
  generalRule: boolean;
}

export interface NewPerson {
  uboId: string;
  firstName: string;
  lastName: string;
  birthDate: string | null;
  taxResidenceCountry: string | null;
  nationality: string;
  email: string;
  phone: string | null;
  ownershipType: OwnershipType[];
  percentageShare: number | null;
  address: AddressRecord;
  identities: NewIdentity[];
}

export function toNewPerson(input: BusinessPersonInput, catalogue: Catalogue, makeId: () => string): NewPerson {
  const requirementSet = catalogue.requirements.get(input.address.countryCode);
  // The rules have refused a residence without requirements before anybody gets here.
  if (requirementSet === undefined) throw new Error('A person was accepted from a country without requirements');
  return {
    uboId: makeId(),
    firstName: input.firstName,
    lastName: input.lastName,
    birthDate: input.birthDate ?? null,
    taxResidenceCountry: input.taxResidenceCountry ?? null,
    nationality: input.nationality,
    email: input.email,
    phone: input.phone ?? null,
    ownershipType: [...new Set(input.ownershipType)],
    percentageShare: input.percentageShare ?? null,
    address: toAddress(input.address),
    identities: input.identities.map((identity) => ({
      ...toNewIdentity(identity, makeId),
      requirementSetId: requirementSet.requirementSetId,
      generalRule: isJudgedGenerally(catalogue, {
        residence: input.address.countryCode,
        type: toIdentityType(identity.identityTypeCode),
        issuingCountry: identity.issuingCountry,
      }),
    })),
  };
}

function toNewIdentity(
  input: IdentityInput,
  makeId: () => string,
): Omit<NewIdentity, 'requirementSetId' | 'generalRule'> {
  return {
    identityId: makeId(),
    identityTypeCode: toIdentityType(input.identityTypeCode),
    issuingCountry: input.issuingCountry,
    identityValue: normaliseNumber(input.identityValue),
    issueDate: input.issueDate ?? null,
    expiryDate: input.expiryDate ?? null,
    documentUploadId: input.documentUploadId?.toLowerCase() ?? null,
  };
}

export function toIdentityType(written: IdentityInput['identityTypeCode']): IdentityType {
  return written === NATIONAL_ID_ALIAS ? 'NATIOANL_ID' : written;
}

export function toAddress(input: AddressInput): AddressRecord {
  return {
    streetLine1: input.streetLine1,
    streetLine2: input.streetLine2 || null,
    city: input.city,
    state: input.state,
    postalCode: input.postalCode,
    countryCode: input.countryCode,
  };
}

/** How two spellings of one e-mail address are recognised. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** The last four characters, but never more than half of the number. */
export function maskNumber(value: string): string {
  const shown = Math.min(4, Math.floor(value.length / 2));
  return `****${shown === 0 ? '' : value.slice(-shown)}`;
}
