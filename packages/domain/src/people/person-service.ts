import type { KeyObject } from 'node:crypto';
import { encrypt, type KeyRing } from '@onboarding/platform/crypto';
import { comparableNumber } from '../requirements/index.ts';
import type { PeopleChanges } from './people-changes.ts';
import { emailKey, maskNumber, type NewIdentity, type NewPerson } from './person.ts';
import { type IdentityInsert, type PersonInsert, peopleValues } from './person-store.ts';
import { peopleUpdateValues } from './person-update-store.ts';

/** The values of the statement's part that adds people; from here on their numbers exist only sealed. */
export function sealedPeople(keys: KeyRing, dataKey: KeyObject, people: NewPerson[], now: Date): unknown[] {
  return peopleValues(people.map(toPersonColumns), sealedIdentities(keys, dataKey, people), now);
}

/** The values of the statement's parts that add and that change people. */
export function sealedPeopleChanges(
  keys: KeyRing,
  /** Asked for only when there is something to seal. */
  openDataKey: () => KeyObject,
  { added, changed }: PeopleChanges,
  now: Date,
): { adding: unknown[]; updating: unknown[] } {
  const people = changed.map(({ person }) => person);
  const sealing = [...added, ...people];
  const identities = sealing.length === 0 ? [] : sealedIdentities(keys, openDataKey(), sealing);
  const replaced = changed.flatMap(({ person, replaced }) =>
    replaced.map((identityId) => ({ ubo_id: person.uboId, identity_id: identityId })),
  );
  return {
    adding: peopleValues(added.map(toPersonColumns), identities, now),
    updating: peopleUpdateValues(people.map(toPersonColumns), replaced, now),
  };
}

function sealedIdentities(
  keys: KeyRing,
  dataKey: KeyObject,
  people: readonly Pick<NewPerson, 'uboId' | 'identities'>[],
): IdentityInsert[] {
  return people.flatMap(({ uboId, identities }) => identities.map((one) => seal(keys, dataKey, uboId, one)));
}

export function toPersonColumns(person: Omit<NewPerson, 'identities'>): PersonInsert {
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

/** What is hashed of an identity, so that equal ones are recognised without reading them. */
export function comparedText(identity: NewIdentity): string {
  return `${identity.issuingCountry} ${identity.identityTypeCode} ${comparableNumber(identity.identityValue)}`;
}

/** Encrypted with the customer's own key, hashed for comparing, masked for showing. */
function seal(keys: KeyRing, dataKey: KeyObject, uboId: string, identity: NewIdentity): IdentityInsert {
  const { keyId, hash } = keys.keyedHash(comparedText(identity));
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
    document_id: identity.documentUploadId,
    requirement_set_id: identity.requirementSetId,
    general_rule: identity.generalRule,
  };
}
