import type { KeyObject } from 'node:crypto';
import { type ReviewedPerson, reviewedPersonSchema } from '@onboarding/contract';
import { decrypt, encrypt, type KeyRing } from '@onboarding/platform/crypto';
import { type Tx, toRecordset } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';
import { comparableNumber } from '../requirements/index.ts';
import { type IdentityKind, matchesNumber } from './people-comparison-store.ts';
import { emailKey, maskNumber, type NewIdentity, type NewPerson } from './person.ts';
import { IDENTITY, PERSON, SENT_IDENTITY } from './person-columns.ts';
import type {
  AddedPeople,
  IdentityInsert,
  IdentityKey,
  KnownIdentity,
  PersonInsert,
  PersonRow,
  UpdatedPeople,
} from './person-store.ts';

/** The values of `addingPeople`, which contain identity numbers only encrypted. */
export function sealedPeople(keys: KeyRing, dataKey: KeyObject, people: NewPerson[], now: Date): AddedPeople {
  return toAdded(people, sealedIdentities(keys, dataKey, people), now);
}

function toAdded(people: NewPerson[], identities: IdentityInsert[], now: Date): AddedPeople {
  return { addedPeople: toRecordset(people.map(toPersonInsert)), addedIdentities: toRecordset(identities), now };
}

/** The values of `addingPeople` and `updatingPeople`. */
export function sealedPeopleChanges(
  keys: KeyRing,
  /** Called only if there is something to encrypt. */
  openDataKey: () => KeyObject,
  { added, changed }: { added: NewPerson[]; changed: { person: NewPerson; replaced: string[] }[] },
  now: Date,
): AddedPeople & UpdatedPeople {
  const people = changed.map(({ person }) => person);
  const sealing = [...added, ...people];
  const identities = sealing.length === 0 ? [] : sealedIdentities(keys, openDataKey(), sealing);
  const replaced = changed.flatMap(({ person, replaced }) =>
    replaced.map((identityId): IdentityKey => ({ uboId: person.uboId, identityId })),
  );
  return {
    ...toAdded(added, identities, now),
    updatedPeople: toRecordset(people.map(toPersonInsert)),
    replacedIdentities: toRecordset(replaced),
  };
}

function sealedIdentities(
  keys: KeyRing,
  dataKey: KeyObject,
  people: readonly Pick<NewPerson, 'uboId' | 'identities'>[],
): IdentityInsert[] {
  return people.flatMap(({ uboId, identities }) => identities.map((one) => seal(keys, dataKey, uboId, one)));
}

function toPersonInsert(person: NewPerson): PersonInsert {
  return { uboId: person.uboId, emailKey: emailKey(person.email), ...PERSON.toRow(person) };
}

/** The text that is hashed for an identity, so that equal ones can be found without decryption. */
export function comparedText(
  identity: Pick<NewIdentity, 'issuingCountry' | 'identityTypeCode' | 'identityValue'>,
): string {
  return `${identity.issuingCountry} ${identity.identityTypeCode} ${comparableNumber(identity.identityValue)}`;
}

/** Whether the identity has this number, regardless of its spelling. */
export function isNumberOf(
  tx: Tx,
  keys: KeyRing,
  place: CustomerKey,
  { identityId, identityTypeCode, issuingCountry }: IdentityKind,
  identityValue: string,
): Promise<boolean> {
  const hashed = keys.keyedHashes(comparedText({ issuingCountry, identityTypeCode, identityValue }));
  return matchesNumber(tx, {
    ...place,
    identityId,
    keyIds: hashed.map(({ keyId }) => keyId),
    hashes: hashed.map(({ hash }) => hash),
  });
}

/** Encrypted with the customer's own key, hashed for comparison, masked for display. */
function seal(keys: KeyRing, dataKey: KeyObject, uboId: string, identity: NewIdentity): IdentityInsert {
  const { keyId, hash } = keys.keyedHash(comparedText(identity));
  return {
    uboId,
    identityId: identity.identityId,
    ...IDENTITY.toRow(identity),
    valueCipher: encrypt(dataKey, identity.identityValue, identity.identityId).toString('base64'),
    valueMasked: maskNumber(identity.identityValue),
    valueHash: hash.toString('base64'),
    valueHashKeyId: keyId,
  };
}

/** For an update that leaves the number out: its new row needs it, and the rules check it. */
export function openNumber(dataKey: KeyObject, { identityId, valueCipher }: KnownIdentity): string {
  return decrypt(dataKey, Buffer.from(valueCipher, 'base64'), identityId).toString();
}

export function toPersonRecord(row: PersonRow): ReviewedPerson {
  return reviewedPersonSchema.parse({
    uboId: row.uboId,
    ...PERSON.toFields(row),
    identities: row.identities.map((identity) => ({
      identityId: identity.identityId,
      identityValueMasked: identity.valueMasked,
      ...SENT_IDENTITY.toFields(identity),
    })),
    verificationStatus: row.verificationStatus,
  });
}
