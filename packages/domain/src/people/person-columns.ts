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

type OwnOfPeople = 'partner_id' | 'customer_id' | 'ubo_id' | 'email_key' | 'verification_status';
type PersonColumns = Omit<PeopleRow, OwnOfPeople | 'created_at' | 'updated_at'>;

/** In the order of the specification, which is also the order in which changes are reported. */
export const PERSON = columns<PersonColumns>()({
  first_name: { type: 'text', erased: `'${ERASED_NAME}'` },
  last_name: { type: 'text', erased: `'${ERASED_NAME}'` },
  birth_date: { type: 'date', erased: 'null' },
  tax_residence_country: { type: 'text', erased: 'null' },
  nationality: { type: 'text', erased: `''` },
  email: { type: 'text', erased: `''` },
  phone: { type: 'text', erased: 'null' },
  ownership_type: { type: 'text[]' },
  percentage_share: { type: 'smallint' },
  address: { type: 'jsonb', erased: `'${JSON.stringify(NO_ADDRESS)}'` },
});

type OwnOfIdentities = 'partner_id' | 'customer_id' | 'ubo_id' | 'identity_id' | 'created_at' | 'replaced_at';
type Sealed = 'value_cipher' | 'value_masked' | 'value_hash' | 'value_hash_key_id';

/** All columns except the number, which is stored encrypted, hashed and masked. */
export const IDENTITY = columns<Omit<IdentitiesRow, OwnOfIdentities | Sealed>>()({
  identity_type_code: { type: 'text' },
  issuing_country: { type: 'text', erased: `''` },
  issue_date: { type: 'date', erased: 'null' },
  expiry_date: { type: 'date', erased: 'null' },
  document_id: { type: 'uuid', name: 'documentUploadId', erased: 'null' },
  requirement_set_id: { type: 'integer' },
  general_rule: { type: 'boolean' },
});

/** The columns that partners send and read. */
export const SENT_IDENTITY = IDENTITY.without('requirement_set_id', 'general_rule');
