import type { ReviewNotesRow } from '@onboarding/database/tables';
import { type Part, part, statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../../customer-keys.ts';

/** Encrypted with the customer's data key; `unsealNote` reads it. */
export type NoteRow = Omit<ReviewNotesRow, 'partnerId' | 'customerId'>;

/** A package is read as a whole, so its notes must be bounded. */
const MOST_LISTED = 200;

const LIST = statement<NoteRow, CustomerKey>(
  'verification_list_notes',
  `select note_id, written_by, written_at, text_cipher from review_notes
   where partner_id = :partnerId and customer_id = :customerId
   order by note_id desc limit ${MOST_LISTED}`,
);

/** Newest first. */
export function listNotes(tx: Tx, partnerId: string, customerId: string): Promise<NoteRow[]> {
  return tx.rows(LIST, { partnerId, customerId });
}

/**
 * A CTE that deletes the text of the notes about the customer returned by the CTE `customer`. Without the customer's key they
 * are unreadable, but a backup may still contain the key. Keeps author and time of each note.
 */
export function erasingNotes(customer: string): Part {
  return part(`erased_notes as (
     update review_notes n set text_cipher = ''
     from ${customer} c where n.partner_id = c.partner_id and n.customer_id = c.customer_id
   )`);
}

const INSERT = statement<never, CustomerKey & { noteId: string; by: string; at: Date; cipher: Buffer }>(
  'verification_insert_note',
  `insert into review_notes (partner_id, customer_id, note_id, written_by, written_at, text_cipher)
   values (:partnerId, :customerId, :noteId, :by, :at, :cipher)`,
);

export async function insertNote(tx: Tx, partnerId: string, customerId: string, note: NoteRow): Promise<void> {
  const { noteId, writtenBy: by, writtenAt: at, textCipher: cipher } = note;
  await tx.rows(INSERT, { partnerId, customerId, noteId, by, at, cipher });
}
