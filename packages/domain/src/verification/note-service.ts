import { checkBody, type NoteAnswer, noteSchema, type Warning } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context, StaffPerson } from '../context.ts';
import { refuse } from '../failure.ts';
import { dataKeyOf } from '../profiles/index.ts';
import { holdClaim } from '../reviews/index.ts';
import { claimFor } from './claim.ts';
import { sealNote } from './note.ts';
import { insertNote } from './note-store.ts';
import { type LockedPackage, lockPackage } from './package-access.ts';
import { recordStep } from './transition-service.ts';

export interface WrittenNote {
  answer: NoteAnswer;
  warnings: Warning[];
}

/** By anybody who reviews, whoever has the package and wherever it stands. */
export async function writeNote(
  tx: Tx,
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
  person: StaffPerson,
  customerId: string,
  body: unknown,
): Promise<WrittenNote> {
  const { text, warnings } = checkNote(body);
  const locked = await lockPackage(tx, person, customerId);
  const { customer, actor } = locked;
  const now = clock.now();
  const head = { note_id: uuidv7(now), written_by: person.accountId, written_at: now };
  const note = sealNote(dataKeyOf(keys, customer), head, text);
  await insertNote(tx, actor.partnerId, customer.customer_id, note);
  await holdOn(tx, locked, now);
  await recordStep(tx, keys, actor, customer, { action: 'review.note.written', facts: { noteId: note.note_id }, now });
  const answer = { noteId: note.note_id, writtenBy: person.accountId, writtenAt: now.toISOString() };
  return { answer, warnings };
}

function checkNote(body: unknown): { text: string; warnings: Warning[] } {
  const { problems, warnings, value } = checkBody(noteSchema, body, 'ValidationControl.Error');
  const [first, ...others] = problems;
  if (first !== undefined) throw refuse([first, ...others]);
  // The schema found nothing, or there would have been a problem.
  if (value === undefined) throw new Error('A body without problems has no value');
  return { text: value.text, warnings };
}

/** A note is a sign of whoever has the package; it never takes away the time that a proposal has. */
export async function holdOn(tx: Tx, { customer, review, actor }: LockedPackage, now: Date): Promise<void> {
  const claim = claimFor(actor.accountId, now);
  if (review.claimed_by !== actor.accountId || review.claim_ends_at === null) return;
  if (review.claim_ends_at >= claim.endsAt) return;
  await holdClaim(tx, actor.partnerId, customer.customer_id, claim);
}
