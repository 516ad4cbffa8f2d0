// An analyst's finding about a screening hit: whether the list entry and the screened business or person are the same.

import type { KeyObject } from 'node:crypto';
import {
  type Finding,
  type FindingAnswer,
  type ScreenAgainAnswer,
  type StoredHit,
  storedHitSchema,
} from '@onboarding/contract';
import { decrypt, encrypt, type KeyRing } from '@onboarding/platform/crypto';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { Context, StaffPerson } from '../../context.ts';
import { DomainError } from '../../failure.ts';
import { changeCustomer, dataKeyOf, type LockedCustomer, recordStep } from '../../profiles/index.ts';
import { claimFor, holdClaim, type PackageKey } from '../../review-state/index.ts';
import { haveScreenedAgain, listLatestScreenings, type ScreeningRow } from '../../screening/index.ts';
import { type LockedPackage, lockOwnPackage } from '../access/package-access.ts';
import { holdOn } from '../notes/note-service.ts';
import { type FindingRow, JUDGE_HIT, listFindings } from './finding-store.ts';

type Recording = Pick<Context, 'clock' | 'keys'>;

interface HitKey {
  customerId: string;
  screeningId: string;
  entityId: string;
}

export async function judgeHit(
  tx: Tx,
  context: Recording,
  person: StaffPerson,
  { customerId, screeningId, entityId }: HitKey,
  { listName, ...given }: Finding,
): Promise<FindingAnswer> {
  const locked = await lockOwnPackage(tx, person, customerId);
  const hits = await listHits(tx, context.keys, locked.review, locked.customer);
  const judged = hits.find(
    ({ screening, hit }) =>
      screening.screeningId === screeningId.toLowerCase() && hit.entityId === entityId && hit.listName === listName,
  );
  if (judged === undefined) {
    throw new DomainError('Review.SubjectNotFound', {
      message:
        'The package has no such screening hit; it may have been screened again. Read the package again and use the screeningId, entityId and listName that it shows.',
    });
  }
  await record(tx, context, locked, judged, given);
  const open = hits.filter((one) => one !== judged && one.finding === undefined);
  const { finding } = given;
  return {
    customerId: locked.customer.customerId,
    screeningId: judged.screening.screeningId,
    listName,
    entityId,
    finding,
    openHits: open.length,
  };
}

/** The fictional analysts of a sandbox judge every open hit as NotTheSame. */
export async function dismissOpenHits(
  tx: Tx,
  context: Recording,
  person: StaffPerson,
  customerId: string,
): Promise<void> {
  for (;;) {
    // Locked again for each hit, because a finding changes the customer's trail.
    const locked = await lockOwnPackage(tx, person, customerId);
    const [open] = openHits(await listHits(tx, context.keys, locked.review, locked.customer));
    if (open === undefined) return;
    await record(tx, context, locked, open, { finding: 'NotTheSame' });
  }
}

/** All hits of the current screenings. */
export async function listHits(
  tx: Tx,
  keys: KeyRing,
  { partnerId, customerId }: PackageKey,
  customer: Pick<LockedCustomer, 'customerId' | 'dataKey' | 'dataKeyId'>,
): Promise<JudgedHit[]> {
  const [screenings, findings] = await settled<[ScreeningRow[], FindingRow[]]>([
    listLatestScreenings(tx, partnerId, customerId),
    listFindings(tx, partnerId, customerId),
  ]);
  return judgedHits(keys, dataKeyOf(keys, customer), screenings, findings);
}

export const openHits = (hits: readonly JudgedHit[]) => hits.filter(({ finding }) => finding === undefined);

async function record(
  tx: Tx,
  { clock, keys }: Recording,
  { customer, actor }: LockedPackage,
  { screening, hit, finding: earlier }: JudgedHit,
  { finding, note: sent }: Omit<Finding, 'listName'>,
): Promise<void> {
  const dataKey = dataKeyOf(keys, customer);
  // A blank note counts as missing.
  const note = sent || null;
  if (earlier?.finding === finding && unsealFindingNote(dataKey, earlier) === note) return;
  const now = clock.now();
  const { hash: hitHash } = keys.keyedHash(comparedHit(screening, hit));
  const { screeningId, uboId } = screening;
  await changeCustomer(tx, keys, actor, customer, {
    write: JUDGE_HIT,
    values: { hitHash, finding, noteCipher: sealFindingNote(dataKey, hitHash, note), foundBy: actor.accountId },
    action: 'review.hit.judged',
    // Omits the entry, because the trail remains after an erasure.
    facts: { screeningId, ...(uboId === null ? {} : { uboId }), finding },
    visible: false,
    now,
  });
  await holdClaim(tx, actor.partnerId, customer.customerId, claimFor(actor.accountId, now));
}

/** Screens the business and all its people again, changed or not. The business cannot be approved until this is complete. */
export async function screenAgain(
  tx: Tx,
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
  person: StaffPerson,
  customerId: string,
): Promise<ScreenAgainAnswer> {
  const locked = await lockOwnPackage(tx, person, customerId);
  const { customer, actor } = locked;
  const now = clock.now();
  await settled([
    haveScreenedAgain(tx, actor.partnerId, customer.customerId, now),
    holdOn(tx, locked, now),
    recordStep(tx, keys, actor, customer, { action: 'review.screening.requested', facts: {}, now }),
  ]);
  return { customerId: customer.customerId, screeningPending: true };
}

// The hits of a package's screenings, with the finding about each. A finding refers to a subject and an entry as they were
// compared, through a keyed hash over both, so that a change of either opens the hit again.

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
function comparedHit(
  { uboId, provider, subjectHash: subject }: ScreeningRow,
  { listName, entityId, name, birthDates, countries, aliases, topics }: StoredHit,
): string {
  const details = [birthDates, countries, aliases, topics].map((list) => list.toSorted());
  return JSON.stringify(['hit', uboId, provider, subject.toString('base64'), listName, entityId, name, details]);
}

function sealFindingNote(dataKey: KeyObject, hitHash: Buffer, note: string | null): Buffer | null {
  return note === null ? null : encrypt(dataKey, note, hitHash.toString('base64'));
}

export function unsealFindingNote(dataKey: KeyObject, { hitHash: hash, noteCipher: sealed }: FindingRow) {
  return sealed === null ? null : decrypt(dataKey, sealed, hash.toString('base64')).toString('utf8');
}
