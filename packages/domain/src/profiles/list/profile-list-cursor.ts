// The cursor of the list of businesses.
import type { KeyRing } from '@onboarding/platform/crypto';
import { openPosition, sealPosition } from '../../cursors.ts';

/** The last row of a page. */
export interface ListPosition {
  customerId: string;
  updatedAt: string;
}

const listOf = (partnerId: string) => `business profile list of ${partnerId}`;

export function sealCursor(keys: KeyRing, partnerId: string, mark: string, position: ListPosition): string {
  return sealPosition(keys, listOf(partnerId), mark, [position.customerId, position.updatedAt]);
}

export function openCursor(keys: KeyRing, partnerId: string, mark: string, cursor: string): ListPosition {
  const [customerId = '', updatedAt = ''] = openPosition(keys, listOf(partnerId), mark, cursor);
  return { customerId, updatedAt };
}
