import { uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Turn } from './lane.ts';
import { leaseDueLanes } from './lane-store.ts';

export interface TurnTerms {
  now: Date;
  /** After this long a lane that was not given back is due again. */
  leaseMs: number;
  /** A new one, unless the caller wants to know it whatever happens. */
  leaseId?: string;
  lanes: number;
  /** Whether lanes may be among them whose receivers are known to fail. */
  failing: boolean;
  deliveriesPerLane: number;
}

/** Takes up to so many due lanes. One that turns out to have nothing due is a turn as well: it must be given back. */
export async function takeTurns(
  tx: Tx,
  { now, leaseMs, leaseId = uuidv7(now), lanes: limit, failing, deliveriesPerLane }: TurnTerms,
): Promise<Turn[]> {
  const { lanes, deliveries } = await leaseDueLanes(tx, {
    now,
    until: new Date(now.getTime() + leaseMs),
    leaseId,
    lanes: limit,
    failing,
    deliveriesPerLane,
  });
  const byPartner = Map.groupBy(deliveries, ({ partnerId }) => partnerId);
  return lanes.map((lane) => ({ lane, deliveries: byPartner.get(lane.partnerId) ?? [] }));
}
