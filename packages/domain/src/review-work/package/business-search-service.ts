import type { BusinessSearchPage, BusinessSearchQuery } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { Context } from '../../context.ts';
import { listPartnerNames } from '../../partners/index.ts';
import { findBusinesses } from '../../profiles/index.ts';
import { findReview } from '../../review-state/index.ts';
import { recordReads, type Shown, type StaffReader } from '../../staff-reads/index.ts';

/** Searches the businesses of all partners, in any state. */
export async function searchBusinesses(
  tx: Tx,
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
  reader: StaffReader,
  query: BusinessSearchQuery,
): Promise<BusinessSearchPage> {
  const written = query.q.trim().toLowerCase();
  const named = isUuid(written) ? await findReview(tx, written) : undefined;
  const { rows, nextCursor } = await findBusinesses(tx, keys, query, named);
  const shown = rows.map(({ partnerId, customerId }): Shown => {
    return { partnerId, customerId, kind: 'SearchResult' };
  });
  const [partners] = await settled<[Map<string, string>, unknown]>([
    listPartnerNames(
      tx,
      rows.map((row) => row.partnerId),
    ),
    recordReads(tx, { clock }, reader, shown),
  ]);
  const items = rows.map(({ incorporationCountry, ...row }) => ({
    ...row,
    partnerName: partners.get(row.partnerId) ?? '',
    country: incorporationCountry,
    statusChangedAt: row.statusChangedAt.toISOString(),
  }));
  return { items, nextCursor };
}
