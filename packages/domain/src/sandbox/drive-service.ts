// Decides businesses of a sandbox whose registration number determines their outcome. Their waiting state is the only state:
// a decided business no longer waits, so each is decided once per submission, even if a process dies.
import { uuidv7 } from '@onboarding/platform/ids';
import type { Context } from '../context.ts';
import { inPages } from '../in-pages.ts';
import { listPeople } from '../people/index.ts';
import { listSandboxWaiting, lockCustomer, reviewStateOf, type WaitingRow } from '../profiles/index.ts';
import { findReview } from '../review-state/index.ts';
import { listMissingDocuments } from '../review-work/index.ts';
import { analystPair, planFor } from './plan.ts';
import { carryOut } from './simulation-service.ts';

const AT_A_TIME = 100;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const BEFORE_ALL: WaitingRow = { partnerId: NO_ID, customerId: NO_ID };

export interface Driving {
  /** Uses the database role of analysts. */
  context: Pick<Context, 'db' | 'clock' | 'keys' | 'logger'>;
  signal: AbortSignal;
}

/** Decides all waiting businesses, and returns how many; one that is not ready yet, or fails, waits for the next run. */
export async function driveWaiting({ context, signal }: Driving): Promise<number> {
  let driven = 0;
  if (signal.aborted) return driven;
  const list = { after: BEFORE_ALL, size: AT_A_TIME, list: listSandboxWaiting, placeOf: (row: WaitingRow) => row };
  for await (const waiting of inPages(context.db, list)) {
    for (const row of waiting) {
      if (signal.aborted) return driven;
      try {
        if (await drive(context, row)) driven++;
      } catch (error) {
        const { partnerId, customerId } = row;
        context.logger.warn(
          { err: error, partnerId, customerId },
          'a sandbox business could not be processed; it stays in the queue',
        );
      }
    }
  }
  return driven;
}

/** Returns whether something has changed. */
function drive(context: Driving['context'], { partnerId, customerId }: WaitingRow) {
  return context.db.transaction(
    async (tx): Promise<boolean> => {
      const customer = await lockCustomer(tx, partnerId, customerId);
      // Checked again under the lock: another process may have been first.
      if (customer === undefined || customer.dataKey === null) return false;
      const { verificationStatus: status, attempt } = reviewStateOf(customer);
      if (status !== 'PendingVerification') return false;
      const people = await listPeople(tx, partnerId, customerId);
      const act = planFor({
        registrationNumber: customer.registrationNumber,
        attempt,
        people: people.map(({ uboId, email }) => ({ uboId, email })),
      });
      const review = await findReview(tx, customerId);
      if (act === undefined || review === undefined) return false;
      if (act !== 'Hold' && act.outcome === 'Approve') {
        if (review.screeningDueAt !== null) return false;
        // Approved by a later run, once the files have arrived.
        if ((await listMissingDocuments(tx, partnerId, customerId)).length > 0) return false;
      }
      const analysts = analystPair(uuidv7(context.clock.now()));
      await carryOut(tx, context, analysts, { partnerId, customerId, status, people }, act);
      return true;
    },
    { repeatable: true },
  );
}
