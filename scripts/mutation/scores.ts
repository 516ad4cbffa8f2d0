// The share of planted faults that tests find, per module.

/** The part of StrykerJS's JSON report that is used here. */
export interface Report {
  files: Record<string, { mutants: { status: string; mutatorName: string; location: { start: { line: number } } }[] }>;
}

export interface Score {
  module: string;
  found: number;
  planted: number;
  /** Rounded down. */
  percent: number;
}

/** A fault that makes a test hang is found too. */
const FOUND = ['Killed', 'Timeout'];
/** Faults that do not compile or load prove nothing about the tests. */
const VOID = ['CompileError', 'RuntimeError', 'Ignored'];

/** The score of one module; 0 for one without faults, such as one that only re-exports, so that its floor does not bind it later. */
export function scoreOf(module: string, { files }: Report): Score {
  const faults = Object.values(files).flatMap(({ mutants }) => mutants.filter(({ status }) => !VOID.includes(status)));
  const found = faults.filter(({ status }) => FOUND.includes(status)).length;
  const percent = faults.length === 0 ? 0 : Math.floor((100 * found) / faults.length);
  return { module, found, planted: faults.length, percent };
}

/** The minimum score of each module, in per cent. */
export type Floors = Record<string, number>;

/** Modules below their floor or without one. */
export function sunk(scores: readonly Score[], floors: Floors): string[] {
  return scores.flatMap(({ module, percent }) => {
    const floor = floors[module];
    if (floor === undefined) return [`${module} has no floor: npm run mutate -- ${module} --raise`];
    return percent < floor ? [`${module} is at ${percent} %, its floor is ${floor} %`] : [];
  });
}

/** Floors never sink; modules that no longer exist are dropped. */
export function raised(floors: Floors, scores: readonly Score[], modules: readonly string[]): Floors {
  const reached = new Map(scores.map(({ module, percent }) => [module, percent]));
  return Object.fromEntries(
    modules
      .map((module): [string, number] => [module, Math.max(floors[module] ?? -1, reached.get(module) ?? -1)])
      .filter(([, floor]) => floor >= 0),
  );
}

/** Floors that are lower now than in an earlier version. */
export function lowered(floors: Floors, earlier: readonly Floors[]): string[] {
  return Object.entries(floors).flatMap(([module, floor]) => {
    const highest = Math.max(...earlier.map((before) => before[module] ?? 0), 0);
    return floor < highest ? [`The floor of ${module} was ${highest} % and is now ${floor} %: add tests instead`] : [];
  });
}
