// Notes that analysts write for each other, encrypted with the customer's data key: unreadable once that is deleted.
import type { KeyObject } from 'node:crypto';
import { decrypt, encrypt } from '@onboarding/platform/crypto';
import type { NoteRow } from './note-store.ts';

export function sealNote(dataKey: KeyObject, note: Omit<NoteRow, 'textCipher'>, text: string): NoteRow {
  return { ...note, textCipher: encrypt(dataKey, text, note.noteId) };
}

export function unsealNote(dataKey: KeyObject, { noteId, textCipher: cipher }: NoteRow): string {
  return decrypt(dataKey, cipher, noteId).toString('utf8');
}
