import { statement, type Tx } from '@onboarding/platform/postgres';

const AT_WORK = statement<{ at_work: boolean }>(
  'dispatcher_at_work',
  'select exists (select from webhook_dispatchers where beat_at > $1) as at_work',
);

export async function isDispatcherAtWork(tx: Tx, since: Date): Promise<boolean> {
  return (await tx.rows(AT_WORK, [since]))[0]?.at_work === true;
}
