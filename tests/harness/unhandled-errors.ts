// Records errors outside of any test. vitest's JSON report lacks them, and a second run would not fix them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter } from 'vitest/node';

export function unhandledErrorsTo(file: string): Reporter {
  return {
    onTestRunEnd(_modules, errors) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(errors.map(({ message, stack }) => stack ?? message)));
    },
  };
}
