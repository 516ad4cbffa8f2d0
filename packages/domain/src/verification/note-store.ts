import type { ReviewNotesRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

/** Sealed with the customer's data key; `unsealNote` reads it. */
export type NoteRow = Omit<ReviewNotesRow, 'partner_id' | 'customer_id'>;

/** A package is read as a whole, so its notes have to end somewhere. */
const MOST_LISTED = 200;

const LIST = statement<NoteRow>(
  'verification_list_notes',
  `select note_id, written_by, written_at, text_cipher from review_notes where partner_id = $1 and customer_id = $2
   order by note_id desc limit ${MOST_LISTED}`,
);

/** The newest first. */
export function listNotes(tx: Tx, partnerId: string, customerId: string): Promise<NoteRow[]> {
  return tx.rows(LIST, [partnerId, customerId]);
}

/**
 * The part of a statement that takes away the notes about the customer that `customer`, an earlier part of the same statement,
 * has put out. Without the customer's key nobody can read them anyway; a backup may still hold that, and then needs the text
 * from itself. That there was a note, by whom and when, stays.
 */
export function erasingNotes(customer: string): string {
  return `erased_notes as (
     update review_notes n set text_cipher = ''
     from ${customer} c where n.partner_id = c.partner_id and n.customer_id = c.customer_id
   )`;
}

const INSERT = statement<object>(
  'verification_insert_note',
  `insert into review_notes (partner_id, customer_id, note_id, written_by, written_at, text_cipher)
   values ($1, $2, $3, $4, $5, $6)`,
);

export async function insertNote(tx: Tx, partnerId: string, customerId: string, note: NoteRow): Promise<void> {
  const { note_id: noteId, written_by: by, written_at: at, text_cipher: cipher } = note;
  await tx.rows(INSERT, [partnerId, customerId, noteId, by, at, cipher]);
}
