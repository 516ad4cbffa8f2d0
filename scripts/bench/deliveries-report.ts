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
