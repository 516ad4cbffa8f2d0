// The work of each analyst, summed up from daily counts.
import {
  ANALYST_WORK_DAYS,
  ANALYST_WORK_ITEMS,
  type AnalystWorkList,
  type AnalystWorkQuery,
  DAY_MS,
  STATISTICS_DAYS,
} from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { listStaffNames } from '../../accounts/index.ts';
import type { Context } from '../../context.ts';
import { validationError } from '../../failure.ts';
import { sumWork } from './analyst-work-store.ts';
import { dayOf } from './statistics.ts';

/** For supervisors. */
export async function listAnalystWork(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  query: AnalystWorkQuery,
): Promise<AnalystWorkList> {
  const { from, to } = daysOf(query, clock.now());
  const rows = await sumWork(tx, from, to, ANALYST_WORK_ITEMS);
  const names = await listStaffNames(
    tx,
    rows.map((row) => row.accountId),
  );
  const items = rows.map(({ accountId, claims, proposals, confirmations, changesRequested }) => ({
    analyst: { accountId, name: names.get(accountId) ?? null },
    claims,
    proposals,
    confirmations,
    changesRequested,
  }));
  return { from, to, items };
}

/** The first and last day of the range. */
function daysOf({ from, to }: AnalystWorkQuery, now: Date): { from: string; to: string } {
  // Excludes a day that begins exactly at the end.
  const last = to === undefined ? now : new Date(to.getTime() - 1);
  const first = from ?? new Date(last.getTime() - (STATISTICS_DAYS - 1) * DAY_MS);
  const code = 'ValidationControl.Error';
  if (first > last) throw validationError([{ pointer: '?to', code, message: 'to must be later than from.' }]);
  if (last.getTime() - first.getTime() > ANALYST_WORK_DAYS * DAY_MS) {
    const message = `from must be at most ${ANALYST_WORK_DAYS} days before to; send a later from or an earlier to.`;
    throw validationError([{ pointer: '?from', code, message }]);
  }
  return { from: dayOf(first), to: dayOf(last) };
}
