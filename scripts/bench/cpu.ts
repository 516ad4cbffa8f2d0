import { readdirSync, readFileSync } from 'node:fs';

/** CPU time that a process has used so far; Linux only, 10 ms a tick. */
export function cpuMilliseconds(pid: number): number {
  return (readStat(pid)?.own ?? 0) * 10;
}

/** The same for a process and all its children, including ended ones. */
export function familyCpuMilliseconds(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + cpuMilliseconds(member), (readStat(pid)?.reaped ?? 0) * 10);
}

/** A process and its children. */
export function familyOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => readStat(one)?.parent === pid);
  return [pid, ...children];
}

export const inThisProcess = () => cpuMilliseconds(process.pid);

/** Starts to measure; what it returns says how much each part has spent since, per piece of work. */
export function measureCpu<Part extends string>(parts: Record<Part, () => number>) {
  const read = () => Object.entries<() => number>(parts).map(([name, spent]) => [name, spent()] as const);
  const before = new Map(read());
  return (per: number) =>
    Object.fromEntries(read().map(([name, spent]) => [name, (spent - (before.get(name) ?? 0)) / per])) as Record<
      Part,
      number
    >;
}

export const toldCpu = (spent: Record<string, number>) =>
  Object.entries(spent)
    .map(([name, each]) => `${name} ${each.toFixed(2)}`)
    .join(', ');

/** CPU time that all processes of the machine have used so far, including steal time. */
export function machineCpuMilliseconds(): number {
  const [, user, nice, system, , , irq, softirq, steal] =
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? [];
  return [user, nice, system, irq, softirq, steal].reduce((sum, ticks) => sum + Number(ticks ?? 0), 0) * 10;
}

interface Stat {
  parent: number;
  own: number;
  reaped: number;
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything, so count from after it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const at = (index: number) => Number(fields[index]);
    return { parent: at(1), own: at(11) + at(12), reaped: at(13) + at(14) };
  } catch {
    return undefined;
  }
}
