// The customers of a partner as shown to its users: the list or a search, with the next action of the partner.
import type { CustomerListQuery, CustomerPage, CustomerStatistics } from '@onboarding/contract';
import { VERIFICATION_STATUSES } from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { PartnerPerson } from '../../context.ts';
import type { Catalogue } from '../../requirements/index.ts';
import { actionOf, listFirstReasons } from '../../review-state/index.ts';
import { cursorPage, toQuestion } from '../list/profile-list.ts';
import { toProfileSummary } from '../record/profile-representation.ts';
import { countCustomers, listStatusTimes } from './customer-count-store.ts';
import { searchPage } from './customer-search.ts';

export async function listCustomers(
  tx: Tx,
  keys: KeyRing,
  { partnerId }: PartnerPerson,
  catalogue: Catalogue,
  { q, ...query }: CustomerListQuery,
): Promise<CustomerPage> {
  const question = toQuestion(query, catalogue);
  const { rows, nextCursor } = await (q === undefined
    ? cursorPage(tx, keys, partnerId, question, query)
    : searchPage(tx, keys, partnerId, question, { ...query, q }));
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

const idOf = ({ customerId: id }: { customerId: string }) => id;

export async function readCustomerStatistics(tx: Tx, { partnerId }: PartnerPerson): Promise<CustomerStatistics> {
  const counted = await countCustomers(tx, partnerId);
  const byStatus = VERIFICATION_STATUSES.map((verificationStatus) => ({
    verificationStatus,
    customers: counted.get(verificationStatus) ?? 0,
  }));
  return { total: byStatus.reduce((total, { customers }) => total + customers, 0), byStatus };
}
