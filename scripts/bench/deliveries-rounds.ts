// A disturbance compared with quiet: alternating rounds of live traffic, and the medians of their p95.
import type { Live } from './deliveries-live.ts';
import { ms } from './deliveries-report.ts';
import { median, SCALE } from './load.ts';

export const ROUNDS = 3;
const SECONDS = 15 * SCALE;
const PER_SECOND = 200;

export interface Subject {
  live: Live;
  partnerIds: readonly string[];
}

export interface Disturbance {
  name: string;
  subject: Subject;
  begin(round: number): Promise<void>;
  end(round: number): Promise<void>;
}

/** The median p95 of quiet, and of each disturbance. */
export async function inTurn(
  quiet: Subject,
  disturbances: readonly Disturbance[],
): Promise<{ baseline: number; disturbed: number[] }> {
  const measure = async ({ live, partnerIds }: Subject) =>
    (await live.run({ perSecond: PER_SECOND, seconds: SECONDS, partnerIds })).p95;
  console.log('warming up');
  for (const subject of new Set([quiet, ...disturbances.map((one) => one.subject)])) await measure(subject);
  const baselines: number[] = [];
  const disturbed = disturbances.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { name, subject, begin, end }] of disturbances.entries()) {
      const baseline = await measure(quiet);
      await begin(round);
      const p95 = await measure(subject);
      await end(round);
      baselines.push(baseline);
      disturbed[index]?.push(p95);
      console.log(`round ${round + 1} of ${ROUNDS}: p95 quiet ${ms(baseline)}, ${name} ${ms(p95)}`);
    }
  }
  return { baseline: median(baselines), disturbed: disturbed.map(median) };
}
