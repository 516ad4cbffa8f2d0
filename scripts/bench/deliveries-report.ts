import type { Live } from './deliveries-live.ts';
import { median, SCALE } from './load.ts';

// The results of each part, and the table at the end.
export interface Finding {
  what: string;
  figure: string;
  baseline: string;
  goal: string;
  met: boolean;
}

export function printFindings(findings: readonly Finding[]): void {
  const rows = [
    ['', 'measured', 'baseline', 'goal', ''],
    ...findings.map(({ what, figure, baseline, goal, met }) => [what, figure, baseline, goal, met ? 'met' : 'MISSED']),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

export const ms = (value: number) => `${value.toFixed(1)} ms`;

/** A p95 compared with its baseline. */
export function moved(what: string, p95: number, baseline: number, atMostPercent: number): Finding {
  const percent = (p95 / baseline - 1) * 100;
  return {
    what,
    figure: `p95 ${ms(p95)} (${percent >= 0 ? '+' : ''}${percent.toFixed(0)} %)`,
    baseline: `p95 ${ms(baseline)}`,
    goal: `at most +${atMostPercent} %`,
    met: percent <= atMostPercent,
  };
}

// A disturbance compared with quiet: alternating rounds of live traffic, and the medians of their p95.

export const ROUNDS = 3;
const SECONDS = 15 * SCALE;
const PER_SECOND = 200;

interface Subject {
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
