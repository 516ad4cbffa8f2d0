// The columns of people and identities that partners can send, used by every statement and representation.
import { type AddressRecord, ERASED_NAME } from '@onboarding/contract';
import type { IdentitiesRow, PeopleRow } from '@onboarding/database/tables';
import { columns } from '@onboarding/platform/postgres';

const NO_ADDRESS: AddressRecord = {
  streetLine1: '',
  streetLine2: null,
  city: '',
  state: '',
  postalCode: '',
  countryCode: '',
};

type OwnOfPeople = 'partnerId' | 'customerId' | 'uboId' | 'emailKey' | 'verificationStatus';
type PersonColumns = Omit<PeopleRow, OwnOfPeople | 'createdAt' | 'updatedAt'>;

/** In the order of the specification, which is also the order in which changes are reported. */
export const PERSON = columns<PersonColumns>()({
  firstName: { type: 'text', erased: `'${ERASED_NAME}'` },
  lastName: { type: 'text', erased: `'${ERASED_NAME}'` },
  birthDate: { type: 'date', erased: 'null' },
  taxResidenceCountry: { type: 'text', erased: 'null' },
  nationality: { type: 'text', erased: `''` },
  email: { type: 'text', erased: `''` },
  phone: { type: 'text', erased: 'null' },
  ownershipType: { type: 'text[]' },
  percentageShare: { type: 'smallint' },
  address: { type: 'jsonb', erased: `'${JSON.stringify(NO_ADDRESS)}'` },
});

type OwnOfIdentities = 'partnerId' | 'customerId' | 'uboId' | 'identityId' | 'createdAt' | 'replacedAt';
type Sealed = 'valueCipher' | 'valueMasked' | 'valueHash' | 'valueHashKeyId';

/** All columns except the number, which is stored encrypted, hashed and masked. */
export const IDENTITY = columns<Omit<IdentitiesRow, OwnOfIdentities | Sealed>>()({
  identityTypeCode: { type: 'text' },
  issuingCountry: { type: 'text', erased: `''` },
  issueDate: { type: 'date', erased: 'null' },
  expiryDate: { type: 'date', erased: 'null' },
  documentId: { type: 'uuid', name: 'documentUploadId', erased: 'null' },
  requirementSetId: { type: 'integer' },
  generalRule: { type: 'boolean' },
});

/** The columns that partners send and read. */
export const SENT_IDENTITY = IDENTITY.without('requirementSetId', 'generalRule');
