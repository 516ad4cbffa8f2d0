// Asks the suites about faults that the gate missed. All of them are planted at once, because the suites take long.
import { filesOf, type SuiteName } from '../tests/rings.ts';
import type { Fault } from './fault.ts';
import { plant } from './planting.ts';
import { failuresOf, firstFailure } from './runs.ts';

/** Calls `found` for each fault that a suite finds. */
export function askSuites(
  copy: string,
  missed: readonly Fault[],
  suites: readonly SuiteName[],
  found: (fault: Fault, by: string) => void,
): void {
  let open = [...missed];
  for (const suite of suites) {
    if (open.length === 0) return;
    console.log(`Running the suite ${suite} with ${open.length} faults.`);
    const files = withFaults(open, () => failuresOf(copy, filesOf(suite)));
    // A file that fails without any fault proves nothing.
    for (const file of files.filter((file) => open.length > 0 && passesWith(file, []))) {
      for (let culprit = culpritOf(file, open); culprit !== undefined; culprit = culpritOf(file, open)) {
        const caught = culprit;
        found(caught, `${suite}: ${file}`);
        open = open.filter((fault) => fault !== caught);
      }
    }
  }

  /** One fault that this file finds on its own. If it fails only with several together, none is blamed. */
  function culpritOf(file: string, suspects: readonly Fault[]): Fault | undefined {
    if (suspects.length === 0 || passesWith(file, suspects)) return undefined;
    if (suspects.length === 1) return suspects[0];
    const middle = Math.ceil(suspects.length / 2);
    return culpritOf(file, suspects.slice(0, middle)) ?? culpritOf(file, suspects.slice(middle));
  }

  function passesWith(file: string, faults: readonly Fault[]): boolean {
    return withFaults(faults, () => firstFailure(copy, [file]) === undefined);
  }

  function withFaults<Result>(faults: readonly Fault[], run: () => Result): Result {
    const uproot = plant(copy, faults);
    try {
      return run();
    } finally {
      uproot();
    }
  }
}
