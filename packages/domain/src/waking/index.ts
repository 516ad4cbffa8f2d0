// Owns: the names of the work that a transaction leaves to the worker, which is notified right after the commit. This is only a hint:
// workers poll as well. Refuses: any other name.
import type { Tx } from '@onboarding/platform/postgres';

/** Events in the outbox, lanes with due deliveries, and packages whose flags or screenings are due. */
export const WORKS = ['Events', 'Lanes', 'Flags', 'Screenings'] as const;
export type Work = (typeof WORKS)[number];

/** For all kinds of work. Its name is older than the others: webhooks came first. */
export const WORK_CHANNEL = 'onboarding_webhooks';

export function wake(tx: Pick<Tx, 'wake'>, work: Work): void {
  tx.wake(work);
}

/** The kinds that a notification names. Earlier releases named none, and later ones may name others: it then means all. */
export function worksIn(payload: string): readonly Work[] {
  const names = payload.split(',');
  const named = WORKS.filter((work) => names.includes(work));
  return named.length === 0 ? WORKS : named;
}
