// The customers of a partner, as a list or a search: for its systems, and for its users with the next action.
import {
  type BusinessProfileList,
  type BusinessProfileListQuery,
  type CustomerListQuery,
  type CustomerPage,
  type CustomerStatistics,
  LIST_LIMITS,
  VERIFICATION_STATUSES,
} from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { ClientActor, PartnerPerson } from '../../context.ts';
import type { Catalogue } from '../../requirements/index.ts';
import { actionOf, listFirstReasons } from '../../review-state/index.ts';
import { cursorPage, numberedPage, type RowPage, toQuestion } from '../list/profile-list.ts';
import type { ListQuestion } from '../list/profile-list-store.ts';
import { toProfileSummary } from '../record/profile.ts';
import { pairPage, wordPage } from './customer-search.ts';
import { countCustomers, listStatusTimes } from './customer-search-store.ts';

export async function listProfiles(
  tx: Tx,
  keys: KeyRing,
  { partnerId }: ClientActor,
  catalogue: Catalogue,
  query: BusinessProfileListQuery,
): Promise<BusinessProfileList> {
  const question = toQuestion(query, catalogue);
  const { page, pageSize } = query;
  if (page !== undefined || pageSize !== undefined) {
    return numberedPage(tx, partnerId, question, page ?? 1, pageSize ?? LIST_LIMITS.itemsUnasked);
  }
  const { rows, nextCursor } = await listOrSearch(tx, keys, partnerId, question, query);
  return { items: rows.map(toProfileSummary), nextCursor };
}

export async function listCustomers(
  tx: Tx,
  keys: KeyRing,
  { partnerId }: PartnerPerson,
  catalogue: Catalogue,
  query: CustomerListQuery,
): Promise<CustomerPage> {
  const { rows, nextCursor } = await listOrSearch(tx, keys, partnerId, toQuestion(query, catalogue), query);
  const asked = rows.filter((row) => row.verificationStatus === 'ChangesRequested');
  const [since, reasons] = await settled<[Map<string, Date>, Map<string, string | null>]>([
    listStatusTimes(tx, partnerId, rows.map(idOf)),
    listFirstReasons(tx, partnerId, asked.map(idOf)),
  ]);
  const items = rows.map((row) => ({
    ...toProfileSummary(row),
    statusChangedAt: (since.get(row.customerId) ?? row.createdAt).toISOString(),
    nextAction: row.verificationStatus === 'ChangesRequested' ? actionOf(reasons.get(row.customerId)) : 'None',
  }));
  return { items, nextCursor };
}

function listOrSearch(
  tx: Tx,
  keys: KeyRing,
  partnerId: string,
  question: ListQuestion,
  { q, metadata: pairs = [], ...query }: Pick<BusinessProfileListQuery, 'q' | 'metadata' | 'limit' | 'cursor'>,
): Promise<RowPage> {
  const [pair] = pairs;
  if (q !== undefined) return wordPage(tx, keys, partnerId, { ...question, pairs }, { ...query, q });
  if (pair !== undefined) return pairPage(tx, keys, partnerId, { ...question, pairs }, { ...query, pair });
  return cursorPage(tx, keys, partnerId, question, query);
}

const idOf = ({ customerId: id }: { customerId: string }) => id;

export async function readCustomerStatistics(tx: Tx, { partnerId }: PartnerPerson): Promise<CustomerStatistics> {
  const counted = await countCustomers(tx, partnerId);
  const byStatus = VERIFICATION_STATUSES.map((verificationStatus) => ({
    verificationStatus,
    customers: counted.get(verificationStatus) ?? 0,
  }));
  return { total: byStatus.reduce((total, { customers }) => total + customers, 0), byStatus };
}
