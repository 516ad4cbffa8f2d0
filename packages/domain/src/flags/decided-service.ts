// Flags of a package that is not under review. A flag unknown at approval returns it to an analyst in the same transaction,
// so that no such flag is stored without a review.
import { flagSchema } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context, ServiceActor } from '../context.ts';
import { enterAsService } from '../partners/index.ts';
import { lockCustomer, performTransition, reviewStateOf } from '../profiles/index.ts';
import { isQueued, stepFrom } from '../review-state/index.ts';
import { type WrittenFlags, writeFlagsOf } from './flags-due-store.ts';
import { newlyBlocking } from './monitoring.ts';

/** Returns false if the package has changed since it was leased; it is then due again. */
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
  const { partnerId, customerId, flags } = written;
  await enterAsService(tx, partnerId);
  const customer = await lockCustomer(tx, partnerId, customerId);
  if (customer === undefined) throw new Error('A package has lost its customer');
  const { stage } = reviewStateOf(customer);
  // A rejected business, or one with requested changes, gets new flags when it is queued again.
  const watched = customer.dataKey !== null && (stage === 'Approved' || isQueued(stage));
  const nextCheckAt = watched ? written.nextCheckAt : null;
  const done = await writeFlagsOf(tx, { ...written, nextCheckAt }, leasedUntil);
  if (done === undefined) return false;
  const known = flagSchema.array().safeParse(done.decidedFlags).data ?? [];
  const found = newlyBlocking(known, flags);
  if (found.length === 0 || customer.dataKey === null || stepFrom(stage, 'Monitor') === undefined) return true;
  const now = context.clock.now();
  const actor: ServiceActor = { kind: 'Service', partnerId, serviceName: 'worker', requestId: uuidv7(now) };
  const move = { trigger: 'Monitor', claim: null, reasons: [], now, further: { flags: found } } as const;
  await performTransition(tx, context.keys, actor, customer, move);
  return true;
}
