// Plants faults in a copy of the checkout, and finds those that compile: the others prove nothing about the tests.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LAST_MIGRATION } from './database-faults.ts';
import { type Fault, planted } from './fault.ts';

/** Returns a function that removes them. Faults must not overlap. */
export function plant(copy: string, faults: readonly Fault[]): () => void {
  const originals = new Map<string, string | undefined>();
  for (const [file, inFile] of Map.groupBy(faults, ({ file }) => file)) {
    const place = join(copy, file);
    const text = existsSync(place) ? readFileSync(place, 'utf8') : undefined;
    originals.set(place, text);
    // From the last to the first, so that none moves another.
    const ordered = [...inFile].sort((a, b) => b.start - a.start);
    writeFileSync(
      place,
      ordered.reduce((changed, fault) => planted(changed, fault), text ?? ''),
    );
  }
  return () => {
    for (const [place, text] of originals) text === undefined ? rmSync(place) : writeFileSync(place, text);
  };
}

/**
 * For each draw, the place of its first candidate that compiles; -1 if none does. Most candidates do not, and a type check takes
 * seconds, so all draws are checked together, at most one per file. A fault is blamed for errors in its own file; if there are
 * errors only elsewhere, halves are checked until the culprits are alone.
 */
export function firstToCompile(copy: string, draws: readonly (readonly Fault[])[]): number[] {
  const places = draws.map(() => 0);
  const candidateOf = (draw: number) => draws[draw]?.[places[draw] ?? 0];
  const refuse = (draw: number) => {
    places[draw] = (places[draw] ?? 0) + 1;
  };
  let open = [...draws.keys()];
  for (;;) {
    open = open.filter((draw) => (candidateOf(draw)?.file ?? LAST_MIGRATION) !== LAST_MIGRATION);
    const tried = new Map(open.map((draw) => [candidateOf(draw)?.file ?? '', draw]));
    if (tried.size === 0) return places.map((place, draw) => (candidateOf(draw) === undefined ? -1 : place));
    const errors = check([...tried.values()]);
    const blamed = [...tried].filter(([file]) => errors.has(file)).map(([, draw]) => draw);
    if (errors.size > 0 && blamed.length === 0) blamed.push(...culprits([...tried.values()]));
    for (const draw of blamed) refuse(draw);
    // Without anyone to blame, each compiles alone.
    if (blamed.length === 0) open = open.filter((draw) => ![...tried.values()].includes(draw));
  }

  /** Those that have errors alone, given that they have errors together. */
  function culprits(together: readonly number[]): number[] {
    if (together.length === 1) return [...together];
    const middle = together.length / 2;
    return [together.slice(0, middle), together.slice(middle)].flatMap((half) =>
      check(half).size === 0 ? [] : culprits(half),
    );
  }

  function check(together: readonly number[]): Set<string> {
    const faults = together.map(candidateOf).filter((fault) => fault !== undefined);
    const uproot = plant(copy, faults);
    const errors = Object.entries(TYPES).flatMap(([project, covered]) =>
      faults.some(({ file }) => covered.test(file)) ? filesWithErrors(copy, project) : [],
    );
    uproot();
    return new Set(errors);
  }
}

/** Type checks, each for the sources it covers. */
const TYPES: Record<string, RegExp> = {
  '.': /\.ts$/,
  'apps/portal': /^(apps\/portal|packages)\//,
  'apps/console': /^(apps\/console|packages)\//,
};

function filesWithErrors(copy: string, project: string): string[] {
  const info = `.test/${project.replaceAll(/\W/g, '')}.tsbuildinfo`;
  const parts = [
    '--noEmit',
    '--pretty',
    'false',
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    join(copy, info),
  ];
  const { status, stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', ...parts], {
    cwd: copy,
    encoding: 'utf8',
  });
  const files = [...stdout.matchAll(/^(\S[^(]*)\(\d+,\d+\): error/gm)].map(([, file = '']) => file);
  if (status !== 0 && files.length === 0) throw new Error(`The type check did not run: ${stdout}`);
  return files;
}
