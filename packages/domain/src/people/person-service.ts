import type { KeyObject } from 'node:crypto';
import { encrypt, type KeyRing } from '@onboarding/platform/crypto';
import { comparableNumber } from '../requirements/index.ts';
import { emailKey, maskNumber, type NewIdentity, type NewPerson } from './person.ts';
import { type IdentityInsert, type PersonInsert, peopleValues } from './person-store.ts';

/** The values of the statement's part that adds people; from here on their numbers exist only sealed. */
export function sealedPeople(keys: KeyRing, dataKey: KeyObject, people: NewPerson[], now: Date): unknown[] {
  const identities = people.flatMap(({ uboId, identities }) =>
    identities.map((identity) => seal(keys, dataKey, uboId, identity)),
  );
  return peopleValues(people.map(toInsert), identities, now);
}

function toInsert(person: NewPerson): PersonInsert {
  return {
    ubo_id: person.uboId,
    first_name: person.firstName,
    last_name: person.lastName,
    birth_date: person.birthDate,
    tax_residence_country: person.taxResidenceCountry,
    nationality: person.nationality,
    email: person.email,
    email_key: emailKey(person.email),
    phone: person.phone,
    ownership_type: person.ownershipType,
    percentage_share: person.percentageShare,
    address: person.address,
  };
}

/** Encrypted with the customer's own key, hashed for comparing, masked for showing. */
function seal(keys: KeyRing, dataKey: KeyObject, uboId: string, identity: NewIdentity): IdentityInsert {
  const { keyId, hash } = keys.keyedHash(
    `${identity.issuingCountry} ${identity.identityTypeCode} ${comparableNumber(identity.identityValue)}`,
  );
  return {
    ubo_id: uboId,
    identity_id: identity.identityId,
    identity_type_code: identity.identityTypeCode,
    issuing_country: identity.issuingCountry,
    value_cipher: encrypt(dataKey, identity.identityValue, identity.identityId).toString('base64'),
    value_masked: maskNumber(identity.identityValue),
    value_hash: hash.toString('base64'),
    value_hash_key_id: keyId,
    issue_date: identity.issueDate,
    expiry_date: identity.expiryDate,
    requirement_set_id: identity.requirementSetId,
  };
}
