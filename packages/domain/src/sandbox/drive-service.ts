// Businesses of a sandbox whose registration number says what becomes of them. That they wait is all there is to remember: what
// was decided waits no longer, so each is driven once for each time that it is handed in, whoever dies meanwhile.
import { uuidv7 } from '@onboarding/platform/ids';
import type { Context } from '../context.ts';
import { listPeople } from '../people/index.ts';
import { listSandboxWaiting, lockCustomer, standingOf, type WaitingRow } from '../profiles/index.ts';
import { findReview } from '../reviews/index.ts';
import { planFor } from './plan.ts';
import { analystPair } from './sandbox-analysts.ts';
import { carryOut } from './simulation-service.ts';

const AT_A_TIME = 100;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const BEFORE_ALL: WaitingRow = { partner_id: NO_ID, customer_id: NO_ID };

export interface Driving {
  /** Its database is that of analysts. */
  context: Pick<Context, 'db' | 'clock' | 'keys' | 'logger'>;
  signal: AbortSignal;
  /** There are events to send. */
  onDriven: () => void;
}

/** Drives all that wait; what is not ready yet, or fails, waits for the next time. */
export async function driveWaiting({ context, signal, onDriven }: Driving): Promise<void> {
  for (let after = BEFORE_ALL; !signal.aborted; ) {
    const waiting = await context.db.transaction((tx) => listSandboxWaiting(tx, after, AT_A_TIME), { readOnly: true });
    for (const row of waiting) {
      if (signal.aborted) return;
      try {
        if (await drive(context, row)) onDriven();
      } catch (error) {
        const { partner_id: partnerId, customer_id: customerId } = row;
        context.logger.warn(
          { err: error, partnerId, customerId },
          'a business of the sandbox was not driven; it waits',
        );
      }
    }
    const last = waiting.at(-1);
    if (waiting.length < AT_A_TIME || last === undefined) return;
    after = last;
  }
}

/** Whether something has changed. */
function drive(context: Driving['context'], { partner_id: partnerId, customer_id: customerId }: WaitingRow) {
  return context.db.transaction(
    async (tx): Promise<boolean> => {
      const customer = await lockCustomer(tx, partnerId, customerId);
      // Looked at again behind the lock: somebody may have been quicker.
      if (customer === undefined || customer.data_key === null) return false;
      const { verificationStatus: status, attempt } = standingOf(customer);
      if (status !== 'PendingVerification') return false;
      const people = await listPeople(tx, partnerId, customerId);
      const act = planFor({
        registrationNumber: customer.registration_number,
        attempt,
        people: people.map(({ ubo_id: uboId, email }) => ({ uboId, email })),
      });
      const review = await findReview(tx, customerId);
      if (act === undefined || review === undefined) return false;
      if (act !== 'Hold' && act.outcome === 'Approve' && review.screening_due_at !== null) return false;
      const analysts = analystPair(uuidv7(context.clock.now()));
      await carryOut(tx, context, analysts, { partnerId, customerId, status, people }, act);
      return true;
    },
    { repeatable: true },
  );
}
