// Cursors of lists: the place where a page ended, and of which filters. They are sealed, so that a caller cannot come to rely
// on what is in them, and one that was made up, altered or another list's is recognised as such.
import { createHash } from 'node:crypto';
import type { KeyRing } from '@onboarding/platform/crypto';
import { z } from 'zod';
import { refuse } from './failure.ts';

const contentSchema = z.array(z.string()).min(1);
/** Nonce and tag of a sealed value, and at least a byte each of key name and content; what is shorter is not ours. */
const SHORTEST = 31;

/** What a cursor may be used with: equal questions have equal marks. */
export function markOf(filters: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 16);
}

/** `list` says which list it is, and whose. */
export function sealPosition(keys: KeyRing, list: string, mark: string, position: readonly string[]): string {
  return keys.seal('cursor', JSON.stringify([mark, ...position]), list).toString('base64url');
}

/** The position as it was sealed, or what is wrong with the cursor. */
export function openPosition(keys: KeyRing, list: string, mark: string, cursor: string): string[] {
  const content = unsealed(keys, list, cursor);
  if (content === undefined) {
    throw refused('must be the nextCursor of a page before, unchanged; leave it out to begin at the first page');
  }
  const [itsMark, ...position] = content;
  if (itsMark !== mark) {
    throw refused(
      'belongs to a list with other filters; send the filters of the page that it came with, or leave the cursor out to begin a new list',
    );
  }
  return position;
}

function unsealed(keys: KeyRing, list: string, cursor: string): string[] | undefined {
  const sealed = Buffer.from(cursor, 'base64url');
  // Decoding is lenient; what does not read the same again was not written by us.
  if (sealed.length < SHORTEST || sealed.toString('base64url') !== cursor) return undefined;
  try {
    return contentSchema.parse(JSON.parse(keys.unseal('cursor', sealed, list).toString()));
  } catch {
    // Made up, altered, another list's, or of a key that the ring has given up: the same to whoever sent it.
    return undefined;
  }
}

function refused(text: string) {
  return refuse([{ pointer: '?cursor', code: 'ValidationControl.Error', message: `cursor ${text}.` }]);
}
