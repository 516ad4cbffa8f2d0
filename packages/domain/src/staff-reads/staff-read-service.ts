import { STAFF_READ_LIMITS, type StaffRead, type StaffReadQuery } from '@onboarding/contract';
import { uuidFloor, uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { listStaffNames } from '../accounts/index.ts';
import type { Context, StaffPerson } from '../context.ts';
import { HIGHEST_ID, LOWEST_ID, markOf, openPosition, sealPosition } from '../cursors.ts';
import { insertReads, listReads, type ReadRow, type Shown } from './staff-read-store.ts';

/** The reader, and the origin of the request. */
export interface StaffReader {
  person: StaffPerson;
  /** As seen by the API, or by a proxy that it trusts. */
  address: string;
}

/** Must run in the transaction of the read itself, which commits before the response, or the end of a file, is sent. */
export async function recordReads(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { person, address }: StaffReader,
  shown: readonly Shown[],
): Promise<void> {
  if (shown.length === 0) return;
  const at = clock.now();
  const reads = shown.map((one) => ({ ...one, readId: uuidv7(at) }));
  await insertReads(tx, reads, { accountId: person.accountId, address, requestId: person.requestId, at });
}

const READS = 'staff reads';

/** The stored record: only ids. */
type RecordedRead = Omit<StaffRead, 'companyName' | 'documentCategory'>;

/** For supervisors. */
export async function listStaffReads(
  tx: Tx,
  { keys }: Pick<Context, 'keys'>,
  { cursor, limit = STAFF_READ_LIMITS.itemsUnasked, from, to, ...asked }: StaffReadQuery,
): Promise<{ items: RecordedRead[]; nextCursor: string | null }> {
  const { kind } = asked;
  const filters = { accountId: asked.accountId?.toLowerCase(), customerId: asked.customerId?.toLowerCase(), kind };
  const lowest = from === undefined ? LOWEST_ID : uuidFloor(from);
  const highest = to === undefined ? HIGHEST_ID : uuidFloor(to);
  const mark = markOf([filters.accountId ?? null, filters.customerId ?? null, kind ?? null, lowest, highest]);
  const [below = highest] = cursor === undefined ? [] : openPosition(keys, READS, mark, cursor);
  // Fetches one more than requested, to detect another page.
  const rows = await listReads(tx, filters, { below, from: lowest, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const names = await listStaffNames(
    tx,
    items.map((row) => row.accountId),
  );
  return {
    items: items.map((row) => toRead(row, names.get(row.accountId) ?? null)),
    nextCursor: rows.length > limit && last !== undefined ? sealPosition(keys, READS, mark, [last.readId]) : null,
  };
}

function toRead({ accountId, readAt, ...row }: ReadRow, name: string | null): RecordedRead {
  return { ...row, readAt: readAt.toISOString(), reader: { accountId, name } };
}
