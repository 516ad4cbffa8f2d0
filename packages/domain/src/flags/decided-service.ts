// Flags of a package that is in nobody's hands. What an approval did not know brings it back to an analyst in the same
// transaction: no flag is ever written without somebody who is to look at it.
import { flagSchema } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context, ServiceActor } from '../context.ts';
import { enterAsService } from '../partners/index.ts';
import { lockCustomer, standingOf } from '../profiles/index.ts';
import { isQueued, stepFrom, type WrittenFlags, writeFlagsOf } from '../reviews/index.ts';
import { performTransition } from '../verification/index.ts';
import { newlyBlocking } from './monitoring.ts';

/** False where it has changed since it was taken up; it is due then. */
export function flagDecided(
  context: Pick<Context, 'db' | 'clock' | 'keys'>,
  written: WrittenFlags,
  leasedUntil: Date,
): Promise<boolean> {
  return context.db.transaction((tx) => write(tx, context, written, leasedUntil), { repeatable: true });
}

async function write(
  tx: Tx,
  context: Pick<Context, 'clock' | 'keys'>,
  written: WrittenFlags,
  leasedUntil: Date,
): Promise<boolean> {
  const { partner_id: partnerId, customer_id: customerId, flags } = written;
  await enterAsService(tx, partnerId);
  const customer = await lockCustomer(tx, partnerId, customerId);
  if (customer === undefined) throw new Error('A package has lost its customer');
  const { stage } = standingOf(customer);
  // One that was refused, or has to answer, is looked at when it is queued again.
  const watched = customer.data_key !== null && (stage === 'Approved' || isQueued(stage));
  const nextLookAt = watched ? written.nextLookAt : null;
  const done = await writeFlagsOf(tx, { ...written, nextLookAt }, leasedUntil);
  if (done === undefined) return false;
  const known = flagSchema.array().safeParse(done.decided_flags).data ?? [];
  const found = newlyBlocking(known, flags);
  if (found.length === 0 || customer.data_key === null || stepFrom(stage, 'Monitor') === undefined) return true;
  const now = context.clock.now();
  const actor: ServiceActor = { kind: 'Service', partnerId, serviceName: 'worker', requestId: uuidv7(now) };
  const move = { trigger: 'Monitor', claim: null, reasons: [], now, further: { flags: found } } as const;
  await performTransition(tx, context.keys, actor, customer, move);
  return true;
}
