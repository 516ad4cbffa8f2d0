// What analysts, and nobody else, are shown of screenings.
import { decrypt, type KeyRing } from '@onboarding/platform/crypto';
import type { Tx } from '@onboarding/platform/postgres';
import type { ScreeningHit } from '@onboarding/platform/screening';
import { z } from 'zod';
import { dataKeyOf, type LockedCustomer } from '../profiles/index.ts';
import { listScreeningRows } from './screening-store.ts';

export interface ScreeningRecord {
  screeningId: string;
  /** Null for the business itself. */
  uboId: string | null;
  provider: string;
  outcome: string;
  hits: ScreeningHit[];
  screenedAt: Date;
}

const hitsSchema = z.array(
  z.object({
    listName: z.string(),
    entityId: z.string(),
    name: z.string(),
    score: z.number(),
    url: z.string().optional(),
  }),
);

/** The last screening of the business and of each of its people; of an erased customer without what was found. */
export async function listScreenings(
  tx: Tx,
  keys: KeyRing,
  partnerId: string,
  customer: Pick<LockedCustomer, 'customer_id' | 'data_key' | 'data_key_id'>,
): Promise<ScreeningRecord[]> {
  const rows = await listScreeningRows(tx, partnerId, customer.customer_id);
  const key = customer.data_key === null ? undefined : dataKeyOf(keys, customer);
  return rows.map((row) => ({
    screeningId: row.screening_id,
    uboId: row.ubo_id,
    provider: row.provider,
    outcome: row.outcome,
    hits:
      key === undefined || row.hits_cipher === null
        ? []
        : openHits(decrypt(key, row.hits_cipher, row.screening_id).toString()),
    screenedAt: row.screened_at,
  }));
}

function openHits(text: string): ScreeningHit[] {
  return hitsSchema.parse(JSON.parse(text)).map(({ url, ...hit }) => (url === undefined ? hit : { ...hit, url }));
}
