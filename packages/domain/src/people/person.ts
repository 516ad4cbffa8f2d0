// A person of a business as stored: normalised, with ids. Pure.
import {
  type AddressInput,
  type AddressRecord,
  type BusinessPersonInput,
  type BusinessPersonRecord,
  type IdentityInput,
  type IdentityType,
  NATIONAL_ID_ALIAS,
} from '@onboarding/contract';
import type { FieldsOf } from '@onboarding/platform/postgres';
import { type Catalogue, isJudgedGenerally, normaliseNumber } from '../requirements/index.ts';
import { type IDENTITY, PERSON, SENT_IDENTITY } from './person-columns.ts';

export interface NewIdentity extends FieldsOf<typeof IDENTITY> {
  identityId: string;
  identityValue: string;
}

export type NewPerson = Pick<BusinessPersonRecord, keyof FieldsOf<typeof PERSON>> & {
  uboId: string;
  identities: NewIdentity[];
};

export function toNewPerson(input: BusinessPersonInput, catalogue: Catalogue, makeId: () => string): NewPerson {
  const requirementSet = catalogue.requirements.get(input.address.countryCode);
  // Unreachable: the rules refuse a residence without requirements.
  if (requirementSet === undefined) throw new Error('A person was accepted from a country without requirements');
  return {
    uboId: makeId(),
    ...PERSON.fromSent(input),
    ownershipType: [...new Set(input.ownershipType)],
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
  const identityTypeCode = toIdentityType(input.identityTypeCode);
  return {
    identityId: makeId(),
    identityValue: normaliseNumber(input.identityValue),
    ...SENT_IDENTITY.fromSent({ ...input, identityTypeCode }),
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

/** The same for all spellings of one e-mail address. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** Shows the last four characters, but never more than half of the number. */
export function maskNumber(value: string): string {
  const shown = Math.min(4, Math.floor(value.length / 2));
  return `****${shown === 0 ? '' : value.slice(-shown)}`;
}
