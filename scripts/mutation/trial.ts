// Plants one fault in a copy of the checkout and runs the gate's tests that can find it, the closest first, until one fails.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { importsOf, reachableFrom, readAll } from '../house/sources.ts';
import { DATABASE, listTests, ringOf } from '../tests/rings.ts';
import { LAST_MIGRATION } from './database-faults.ts';
import type { Fault } from './fault.ts';
import { plant } from './planting.ts';
import { placeProbes } from './probes.ts';
import { failuresOf, firstFailure } from './runs.ts';

export interface Verdict {
  /** The check or test that found it. */
  by?: string;
  seconds: number;
}

export type Trial = (fault: Fault) => Verdict;

/** The only file of the gate that starts processes. It runs on its own: a failure elsewhere would end the run and leave its stack. */
const WHOLE_STACK = 'tests/smoke/whole-stack.test.ts';

/**
 * Runs the gate once without faults, which shows what tests can find each of them. Throws if a test fails: it would seem to find
 * every fault.
 */
export function createTrial(copy: string, faults: readonly Fault[]): Trial {
  const gate = listTests().filter((file) => ringOf(file) === 'gate');
  const graph = importsOf('.', readAll('.'));
  const probes = placeProbes(
    copy,
    faults.filter(({ file }) => file !== LAST_MIGRATION),
  );
  const failed = failuresOf(copy, gate);
  probes.remove();
  // Probes themselves can make a test fail that reads sources.
  const failing = failed.length === 0 ? undefined : lastingFailure(copy, failed);
  if (failing !== undefined) throw new Error(`This test fails without a fault: ${failing}`);

  return (fault) => {
    const since = performance.now();
    const uproot = plant(copy, [fault]);
    try {
      const by = byGate(fault);
      return { ...(by !== undefined && { by }), seconds: seconds(since) };
    } finally {
      uproot();
    }
  };

  /** The closest tests run first on their own, because most faults are found there within seconds. */
  function byGate(fault: Fault): string | undefined {
    const close = gate.filter((file) => isNear(fault.file, file));
    const able = gate.filter((file) => !close.includes(file) && file !== WHOLE_STACK && canFind(file, fault));
    return byTests(copy, [close]) ?? byGenerated(copy, fault) ?? byTests(copy, [able, [WHOLE_STACK]]);
  }

  /** Tests in the same folder, tests that import the file, and for the schema the database's tests. */
  function isNear(source: string, test: string): boolean {
    if (source === LAST_MIGRATION) return /^(database|tests\/contract\/database)\//.test(test);
    return dirname(source) === dirname(test) || graph.get(test)?.has(source) === true;
  }

  function canFind(test: string, fault: Fault): boolean {
    const imported = reachableFrom(graph, test);
    if (fault.file === LAST_MIGRATION) return imported.has(DATABASE);
    // Tests of the repository read sources.
    if (/^(tests|scripts)\//.test(test) && !imported.has(DATABASE)) return true;
    return probes.visitorsOf(fault)?.has(test) ?? imported.has(fault.file);
  }
}

function byTests(copy: string, groups: string[][]): string | undefined {
  for (const files of groups) {
    if (files.length === 0) continue;
    const failed = lastingFailure(copy, files);
    if (failed !== undefined) return `gate: ${failed}`;
  }
  return undefined;
}

/** Not the generated schema: a change to a migration regenerates it. */
function byGenerated(copy: string, { file }: Fault): string | undefined {
  if (!/^(apps|packages)\//.test(file)) return undefined;
  const { status } = spawnSync(process.execPath, ['scripts/generate.ts', '--check'], { cwd: copy });
  return status === 0 ? undefined : 'gate: generated files';
}

/** A test that passes when it is run again on its own failed because the machine was busy. */
function lastingFailure(copy: string, files: readonly string[]): string | undefined {
  const failed = firstFailure(copy, files);
  if (failed?.file === undefined) return failed?.title;
  if (firstFailure(copy, [failed.file]) !== undefined) return `${failed.file}: ${failed.title}`;
  const others = files.filter((file) => file !== failed.file);
  return others.length === 0 ? undefined : lastingFailure(copy, others);
}

const seconds = (since: number) => Math.round((performance.now() - since) / 1000);
