import { type FlagContext, flagNextBatch } from '@onboarding/domain/flags';
import { settled } from '@onboarding/platform/postgres';
import type { FlagMetrics } from './flags-metrics.ts';

/** If there are many, one prepares and writes while another searches. */
const AT_ONCE = 2;

/** Continues until nothing is due. */
export async function flagAllDue(context: FlagContext, metrics: FlagMetrics, signal: AbortSignal): Promise<void> {
  async function flagSome(): Promise<boolean> {
    const started = performance.now();
    const { more, ...outcome } = await flagNextBatch(context);
    metrics.flagged(outcome, (performance.now() - started) / 1000);
    return more && !signal.aborted;
  }
  async function drain(): Promise<void> {
    while (await flagSome());
  }
  if (await flagSome()) await settled(Array.from({ length: AT_ONCE }, drain));
}
