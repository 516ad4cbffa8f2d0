// Notes that analysts write for each other, encrypted with the customer's data key: unreadable once that is deleted.
import type { KeyObject } from 'node:crypto';
import type { Note, NoteAnswer } from '@onboarding/contract';
import { decrypt, encrypt } from '@onboarding/platform/crypto';
import { uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context, StaffPerson } from '../../context.ts';
import { dataKeyOf, recordStep } from '../../profiles/index.ts';
import { claimFor, holdClaim } from '../../review-state/index.ts';
import { type LockedPackage, lockPackage } from '../access/package-access.ts';
import { insertNote, type NoteRow } from './note-store.ts';

/** For any reviewer, with or without the claim, in any state. */
export async function writeNote(
  tx: Tx,
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
  person: StaffPerson,
  customerId: string,
  { text }: Note,
): Promise<NoteAnswer> {
  const locked = await lockPackage(tx, person, customerId);
  const now = clock.now();
  const noteId = await addNote(tx, keys, locked, text, now);
  await holdOn(tx, locked, now);
  const { customer, actor } = locked;
  await recordStep(tx, keys, actor, customer, { action: 'review.note.written', facts: { noteId }, now });
  return { noteId, writtenBy: person.accountId, writtenAt: now.toISOString() };
}

/** Leaves it to the caller to record the step that the note is part of. Returns its id. */
export async function addNote(
  tx: Tx,
  keys: Context['keys'],
  { customer, actor }: LockedPackage,
  text: string,
  now: Date,
): Promise<string> {
  const head = { noteId: uuidv7(now), writtenBy: actor.accountId, writtenAt: now };
  await insertNote(tx, actor.partnerId, customer.customerId, sealNote(dataKeyOf(keys, customer), head, text));
  return head.noteId;
}

/** A note extends the claim if its author has the package; it never shortens the time of a proposal. */
export async function holdOn(tx: Tx, { customer, review, actor }: LockedPackage, now: Date): Promise<void> {
  const claim = claimFor(actor.accountId, now);
  if (review.claimedBy !== actor.accountId || review.claimEndsAt === null) return;
  if (review.claimEndsAt >= claim.endsAt) return;
  await holdClaim(tx, actor.partnerId, customer.customerId, claim);
}

function sealNote(dataKey: KeyObject, note: Omit<NoteRow, 'textCipher'>, text: string): NoteRow {
  return { ...note, textCipher: encrypt(dataKey, text, note.noteId) };
}

export function unsealNote(dataKey: KeyObject, { noteId, textCipher: cipher }: NoteRow): string {
  return decrypt(dataKey, cipher, noteId).toString('utf8');
}
