import type { KeyObject } from 'node:crypto';
import { encrypt, type KeyRing } from '@onboarding/platform/crypto';
import type { Tx } from '@onboarding/platform/postgres';
import { comparableNumber } from '../requirements/index.ts';
import { emailKey, maskNumber, type NewIdentity, type NewPerson } from './person.ts';
import { type IdentityInsert, insertPeople, type PersonInsert } from './person-store.ts';

export interface PeopleOwner {
  partnerId: string;
  customerId: string;
  /** The customer's own data key, unwrapped. */
  dataKey: KeyObject;
}

export async function addPeople(
  tx: Tx,
  keys: KeyRing,
  owner: PeopleOwner,
  people: NewPerson[],
  now: Date,
): Promise<void> {
  if (people.length === 0) return;
  const identities = people.flatMap((person) =>
    person.identities.map((identity) => seal(keys, owner, person.uboId, identity)),
  );
  await insertPeople(tx, owner, people.map(toInsert), identities, now);
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

/** From here on the number exists only encrypted, hashed and masked. */
function seal(keys: KeyRing, owner: PeopleOwner, uboId: string, identity: NewIdentity): IdentityInsert {
  const { keyId, hash } = keys.keyedHash(
    `${identity.issuingCountry} ${identity.identityTypeCode} ${comparableNumber(identity.identityValue)}`,
  );
  return {
    ubo_id: uboId,
    identity_id: identity.identityId,
    identity_type_code: identity.identityTypeCode,
    issuing_country: identity.issuingCountry,
    value_cipher: encrypt(owner.dataKey, identity.identityValue, identity.identityId).toString('base64'),
    value_masked: maskNumber(identity.identityValue),
    value_hash: hash.toString('base64'),
    value_hash_key_id: keyId,
    issue_date: identity.issueDate,
    expiry_date: identity.expiryDate,
    requirement_set_id: identity.requirementSetId,
  };
}
