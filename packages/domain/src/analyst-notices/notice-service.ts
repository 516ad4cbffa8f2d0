import { DAY_MS, NOTICE_DAYS, NOTICES_LISTED, type NoticeCounts, type NoticeList } from '@onboarding/contract';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { listStaffNames } from '../accounts/index.ts';
import type { Context, StaffPerson } from '../context.ts';
import { type BusinessBrief, listBusinessBriefs } from '../profiles/index.ts';
import { countNotices, listNotices, type NoticeScope } from '../review-state/index.ts';
import { recordReads, type StaffReader } from '../staff-reads/index.ts';
import { findSeenUntil, saveSeenUntil } from './notice-receipt-store.ts';

type Timed = Pick<Context, 'clock'>;

export function scopeOf(person: string, now: Date): NoticeScope {
  return { person, now, undoneSince: new Date(now.getTime() - NOTICE_DAYS * DAY_MS), most: NOTICES_LISTED };
}

/** Shows no customer, so that it can be polled without recording reads. */
export async function readNoticeCounts(tx: Tx, { clock }: Timed, { accountId }: StaffPerson): Promise<NoticeCounts> {
  const seenUntil = await findSeenUntil(tx, accountId);
  const counts = await countNotices(tx, scopeOf(accountId, clock.now()), seenUntil);
  const sum = (of: 'notices' | 'unseen') => counts.reduce((total, count) => total + count[of], 0);
  return { notices: sum('notices'), unseen: sum('unseen') };
}

export async function listOwnNotices(tx: Tx, { clock }: Timed, reader: StaffReader): Promise<NoticeList> {
  const now = clock.now();
  const rows = await listNotices(tx, scopeOf(reader.person.accountId, now));
  const packages = [...new Map(rows.map((row) => [row.customerId, row])).values()];
  await recordReads(
    tx,
    { clock },
    reader,
    packages.map(({ partnerId, customerId }) => ({ partnerId, customerId, kind: 'SearchResult' })),
  );
  const [seenUntil, briefs, names] = await settled<[Date | null, Map<string, BusinessBrief>, Map<string, string>]>([
    findSeenUntil(tx, reader.person.accountId),
    listBusinessBriefs(tx, packages),
    listStaffNames(
      tx,
      rows.flatMap(({ by }) => (by === null ? [] : [by])),
    ),
  ]);
  return {
    items: rows.map(({ kind, customerId, at, by, outcome, dueAt }) => ({
      kind,
      customerId,
      companyName: briefs.get(customerId)?.companyName ?? null,
      at: at.toISOString(),
      seen: seenUntil !== null && at <= seenUntil,
      by: by === null ? null : { accountId: by, name: names.get(by) ?? null },
      outcome,
      dueAt: dueAt?.toISOString() ?? null,
    })),
    readAt: now.toISOString(),
  };
}

/** A time in the future would hide notices that do not exist yet. */
export async function markNoticesSeen(
  tx: Tx,
  { clock }: Timed,
  person: StaffPerson,
  until: Date,
): Promise<NoticeCounts> {
  const now = clock.now();
  await saveSeenUntil(tx, person.accountId, until < now ? until : now);
  return readNoticeCounts(tx, { clock }, person);
}
