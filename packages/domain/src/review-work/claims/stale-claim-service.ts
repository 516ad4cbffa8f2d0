// Returns packages with expired claims to the queue.
import { uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context, ServiceActor } from '../../context.ts';
import { enterAsService } from '../../partners/index.ts';
import { lockCustomer, performTransition } from '../../profiles/index.ts';
import { type EndedClaim, findReview, listEndedClaims } from '../../review-state/index.ts';

export const RELEASE_QUEUE = 'reviews.release-stale';

const AT_A_TIME = 100;

export interface StaleClaims {
  context: Pick<Context, 'db' | 'clock' | 'keys' | 'logger'>;
  signal: AbortSignal;
  /** Called when there is an event to send. */
  onReleased(): void;
}

/** Processes all expired claims once; returns the number of released packages. Safe to run concurrently. */
export async function releaseStaleClaims({ context, signal, onReleased }: StaleClaims): Promise<number> {
  const { db, clock, logger } = context;
  let released = 0;
  let last: EndedClaim | undefined;
  while (!signal.aborted) {
    const after = last;
    const ended = await db.transaction((tx) => listEndedClaims(tx, clock.now(), after, AT_A_TIME), { readOnly: true });
    for (const claim of ended) {
      if (signal.aborted) break;
      try {
        // Idempotent.
        const done = await db.transaction((tx) => releaseIfEnded(tx, context, claim), { repeatable: true });
        if (!done) continue;
        released++;
        onReleased();
      } catch (error) {
        // A failure does not block the others; the next round retries it.
        logger.error({ err: error, customerId: claim.customerId }, 'stale claim could not be released');
      }
    }
    last = ended.at(-1);
    if (ended.length < AT_A_TIME) break;
  }
  return released;
}

/** Checks the claim again under the lock, because the analyst may have extended it since it was listed. */
async function releaseIfEnded(tx: Tx, { clock, keys }: StaleClaims['context'], claim: EndedClaim): Promise<boolean> {
  const { partnerId, customerId } = claim;
  await enterAsService(tx, partnerId);
  const customer = await lockCustomer(tx, partnerId, customerId);
  const review = await findReview(tx, customerId);
  const now = clock.now();
  const endsAt = review?.claimEndsAt ?? null;
  if (customer === undefined || endsAt === null || endsAt > now) return false;
  const actor: ServiceActor = { kind: 'Service', partnerId, serviceName: 'worker', requestId: uuidv7(now) };
  await performTransition(tx, keys, actor, customer, { trigger: 'Release', claim: null, reasons: [], now });
  return true;
}
