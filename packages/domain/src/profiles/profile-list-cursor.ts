// A cursor of the list: the place where a page ended, in which order, and of which filters. It is sealed, so that a caller
// cannot come to rely on what is in it, and one that was made up, altered or another partner's is recognised as such.
import { createHash } from 'node:crypto';
import type { KeyRing } from '@onboarding/platform/crypto';
import { z } from 'zod';
import { refuse } from '../failure.ts';

/** The last row of a page. */
export interface ListPosition {
  customerId: string;
  updatedAt: string;
}

const contentSchema = z.tuple([z.string(), z.string(), z.string()]);
const boundTo = (partnerId: string) => `business profile list of ${partnerId}`;
/** Nonce and tag of a sealed value, and at least a byte each of key name and content; what is shorter is not ours. */
const SHORTEST = 31;

/** What a cursor may be used with: equal questions have equal marks. */
export function markOf(filters: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 16);
}

export function sealCursor(keys: KeyRing, partnerId: string, mark: string, position: ListPosition): string {
  const content = JSON.stringify([mark, position.customerId, position.updatedAt]);
  return keys.seal(content, boundTo(partnerId)).toString('base64url');
}

export function openCursor(keys: KeyRing, partnerId: string, mark: string, cursor: string): ListPosition {
  const content = unsealed(keys, partnerId, cursor);
  if (content === undefined) {
    throw refused('must be the nextCursor of a page before, unchanged; leave it out to begin at the first page');
  }
  const [itsMark, customerId, updatedAt] = content;
  if (itsMark !== mark) {
    throw refused(
      'belongs to a list with other filters; send the filters of the page that it came with, or leave the cursor out to begin a new list',
    );
  }
  return { customerId, updatedAt };
}

function unsealed(keys: KeyRing, partnerId: string, cursor: string): z.infer<typeof contentSchema> | undefined {
  const sealed = Buffer.from(cursor, 'base64url');
  // Decoding is lenient; what does not read the same again was not written by us.
  if (sealed.length < SHORTEST || sealed.toString('base64url') !== cursor) return undefined;
  try {
    return contentSchema.parse(JSON.parse(keys.unseal(sealed, boundTo(partnerId)).toString()));
  } catch {
    // Made up, altered, another partner's, or of a key that the ring has given up: the same to whoever sent it.
    return undefined;
  }
}

function refused(text: string) {
  return refuse([{ pointer: '?cursor', code: 'ValidationControl.Error', message: `cursor ${text}.` }]);
}
