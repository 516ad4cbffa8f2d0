// The programs that tests start as processes, each bundled into a few files. Node spends 1.8 s of CPU time on loading the 1,500
// modules of an operator's command one by one, and 0.4 s on the same code in a bundle; a run of all tests starts some 300
// processes. `npm run stack`, which tests/journeys/stack.system.test.ts runs, starts the unbundled sources, and so does every
// test with TEST_SOURCES=1.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bundlePrograms } from '../../scripts/bundle.ts';

/** Part of the environment of each program: compiling takes a third of the time of an operator's command. */
export const COMPILED = { NODE_COMPILE_CACHE: resolve('.test/compiled') };

const BUNDLES = resolve('.test/programs');
const ENTRIES = ['apps/*/src/main.ts', 'packages/cli/src/main.ts', 'tests/harness/worker-entry.ts'];

/** The file that runs this program, given by the path of its source. */
export async function findProgram(source: string): Promise<string> {
  if (process.env.TEST_SOURCES !== undefined) return resolve(source);
  const folder = join(BUNDLES, fingerprintOfSources());
  if (!existsSync(folder)) await bundleOnce(folder);
  return join(folder, source.replace(/\.ts$/, '.js'));
}

/** Changes with every source and every package, so that `--watch` never runs an old bundle. */
function fingerprintOfSources(): string {
  const hash = createHash('sha256');
  const roots = [...globSync('{apps,packages}/*/src'), 'database', 'tests/harness'];
  for (const root of roots.sort()) {
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name.includes('node_modules')) continue;
      const { mtimeMs, size } = statSync(join(root, name));
      hash.update(`${root}/${name} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.update(readFileSync('package-lock.json')).digest('hex').slice(0, 16);
}

/** Test files run in several processes: one of them builds the bundle, the others wait for it. */
async function bundleOnce(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  mkdirSync(BUNDLES, { recursive: true });
  try {
    mkdirSync(unfinished);
  } catch {
    while (existsSync(unfinished)) await delay(50);
    if (!existsSync(folder)) throw new Error('The programs could not be bundled: the test that tried first says why');
    return;
  }
  try {
    // Another process may have finished it just before.
    if (existsSync(folder)) return;
    for (const old of readdirSync(BUNDLES))
      if (join(BUNDLES, old) !== unfinished) rmSync(join(BUNDLES, old), { recursive: true });
    await bundle(unfinished);
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Before all tests: removes what a killed run left unfinished, or every process would wait for it. */
export function forgetUnfinished(): void {
  for (const left of globSync(`${BUNDLES}/*.unfinished`)) rmSync(left, { recursive: true });
}

async function bundle(directory: string): Promise<void> {
  const sources = globSync(ENTRIES).filter((file) => !file.endsWith('.test.ts'));
  const programs = Object.fromEntries(sources.map((file) => [file.replace(/\.ts$/, ''), file]));
  await bundlePrograms({ programs, into: directory, root: process.cwd() });
}
