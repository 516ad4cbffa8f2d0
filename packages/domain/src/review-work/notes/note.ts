// Notes that analysts write for each other, encrypted with the customer's data key: unreadable once that is deleted.
import type { KeyObject } from 'node:crypto';
import { decrypt, encrypt } from '@onboarding/platform/crypto';
import type { NoteRow } from './note-store.ts';

export function sealNote(dataKey: KeyObject, note: Omit<NoteRow, 'text_cipher'>, text: string): NoteRow {
  return { ...note, text_cipher: encrypt(dataKey, text, note.note_id) };
}

export function unsealNote(dataKey: KeyObject, { note_id: noteId, text_cipher: cipher }: NoteRow): string {
  return decrypt(dataKey, cipher, noteId).toString('utf8');
}
