// What an inspection box has used, and whether that is too much. Pure.

export interface Usage {
  cpuMs: number;
  memoryMib: number;
}

export type Overrun = 'OverBudget' | 'OutOfMemory';

/** The first limit that is exceeded; undefined if none is. `waitedMs`: how long the caller has waited for it. */
export function overrunOf(
  { cpuMs, memoryMib, waitedMs }: Usage & { waitedMs: number },
  most: Usage & { stalledMs: number },
): Overrun | undefined {
  if (memoryMib > most.memoryMib) return 'OutOfMemory';
  return cpuMs > most.cpuMs || waitedMs > most.stalledMs ? 'OverBudget' : undefined;
}

/** The unit of CPU time in /proc, which is the same on all systems. */
const TICK_MS = 10;
const PAGES_PER_MIB = 256;
const [UTIME, STIME, RSS] = [11, 12, 21];

/** From the text of /proc/PID/stat. The name of the program, in brackets, may contain anything. */
export function usageIn(stat: string): Usage {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (index: number) => Number(fields[index] ?? 0);
  return { cpuMs: (field(UTIME) + field(STIME)) * TICK_MS, memoryMib: field(RSS) / PAGES_PER_MIB };
}
