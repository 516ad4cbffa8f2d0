// The hits of a package's screenings, with the finding about each. A finding refers to a subject and an entry as they were
// compared, through a keyed hash over both, so that a change of either opens the hit again. Pure.
import type { KeyObject } from 'node:crypto';
import { type StoredHit, storedHitSchema } from '@onboarding/contract';
import { decrypt, encrypt, type KeyRing } from '@onboarding/platform/crypto';
import type { ScreeningRow } from '../../screening/index.ts';
import type { FindingRow } from './finding-store.ts';

export interface JudgedHit {
  screening: ScreeningRow;
  hit: StoredHit;
  /** Undefined while the hit is open. */
  finding: FindingRow | undefined;
}

const stored = storedHitSchema.array();

export function judgedHits(
  keys: Pick<KeyRing, 'keyedHashes'>,
  dataKey: KeyObject,
  screenings: readonly ScreeningRow[],
  findings: readonly FindingRow[],
): JudgedHit[] {
  const known = new Map(findings.map((row) => [row.hitHash.toString('base64'), row]));
  return screenings.flatMap((screening) =>
    hitsIn(screening, dataKey).map((hit) => {
      const hashes = keys.keyedHashes(comparedHit(screening, hit)).map(({ hash }) => hash.toString('base64'));
      const found = hashes.flatMap((hash) => known.get(hash) ?? []);
      // After a rotation of the key ring, there may be one finding per key.
      const [finding] = found.sort((one, other) => other.foundAt.getTime() - one.foundAt.getTime());
      return { screening, hit, finding };
    }),
  );
}

function hitsIn({ screeningId: id, hitsCipher: sealed }: ScreeningRow, dataKey: KeyObject): StoredHit[] {
  return sealed === null ? [] : stored.parse(JSON.parse(decrypt(dataKey, sealed, id).toString('utf8')));
}

/** Everything that an analyst compares, except the score: providers change how they compute it. */
export function comparedHit(
  { uboId, provider, subjectHash: subject }: ScreeningRow,
  { listName, entityId, name, birthDates, countries, aliases, topics }: StoredHit,
): string {
  const details = [birthDates, countries, aliases, topics].map((list) => list.toSorted());
  return JSON.stringify(['hit', uboId, provider, subject.toString('base64'), listName, entityId, name, details]);
}

export function sealFindingNote(dataKey: KeyObject, hitHash: Buffer, note: string | null): Buffer | null {
  return note === null ? null : encrypt(dataKey, note, hitHash.toString('base64'));
}

export function unsealFindingNote(dataKey: KeyObject, { hitHash: hash, noteCipher: sealed }: FindingRow) {
  return sealed === null ? null : decrypt(dataKey, sealed, hash.toString('base64')).toString('utf8');
}
