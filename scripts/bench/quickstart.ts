// Measures a newcomer who follows docs/quickstart.md: its own blocks, unchanged, with a sandbox on separate ports. `scratch`
// begins with a fresh clone of the last commit and an empty npm cache; otherwise this checkout is the clone.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { cloneFor, prepareLocalStack } from '../../tests/harness/local-stack.ts';
import { followBlocks, type Watch } from '../../tests/harness/page-blocks.ts';
import { blocksOfWay, readStart, WAYS, type Way } from '../../tests/harness/quickstart.ts';
import { readSettings } from '../stack/settings.ts';
import { readEnvironment } from '../stack/state-files.ts';

const GOAL_S = { scratch: 15 * 60, 'stack up': 3 * 60 };
const INSTALL_MS = 15 * 60_000;

/** The output that marks each milestone, in any of the ways. The first match counts. */
const MILESTONES = {
  'business created': /^\{.*"customerId"|^Created: /,
  'document confirmed': /"status":"Confirmed"|\bConfirmed\b/,
  'webhook verified': /^Verified: /,
  'approval simulated': /^\{.*"verificationStatus":"Approved"|^Decision: Approved|\bApproved\b(?<!^Verified: .*)/,
} as const;
type Milestone = keyof typeof MILESTONES;

interface Place {
  folder: string;
  variables: NodeJS.ProcessEnv;
  remove(): Promise<void>;
}

export async function benchQuickstart([mode]: string[]): Promise<void> {
  const scratch = mode === 'scratch';
  const { system, install, up, register } = readStart();
  const started = performance.now();
  const place = await (scratch ? freshClone() : thisCheckout());
  const run = (blocks: string[], more: NodeJS.ProcessEnv = {}, watch?: Watch) =>
    followBlocks(place.folder, { ...place.variables, ...more }, blocks, watch, INSTALL_MS);
  const told = (what: string, since: number) => console.log(`${what.padEnd(60)} ${seconds(since)}`);
  try {
    if (scratch) {
      console.log(`Already installed, not measured: ${system.trim()}`);
      told('git clone', started);
      await timed(install, () => run([install]), told);
    }
    await timed(up.trim(), () => run([up]), told);
    let secret = '';
    await timed(
      'the receiver is registered',
      async () => {
        secret = (await run([register, 'echo "$WEBHOOK_SECRET"'])).trim();
      },
      told,
    );
    const before = secondsSince(started);
    const { api } = await readEnvironment(readSettings(place.variables, 'sandbox'));
    for (const way of WAYS) {
      const times = await follow(way, (watch) =>
        run(blocksOfWay(way, api, place.folder), { WEBHOOK_SECRET: secret }, watch),
      );
      report(way, times, scratch ? before : undefined);
    }
  } finally {
    await place.remove();
  }
}

/** The seconds until each milestone was reached, and until the end. */
async function follow(way: Way, run: (watch: Watch) => Promise<unknown>): Promise<Map<Milestone | 'end', number>> {
  const started = performance.now();
  const times = new Map<Milestone | 'end', number>();
  await run((line) => {
    for (const [name, pattern] of Object.entries(MILESTONES) as [Milestone, RegExp][])
      if (!times.has(name) && pattern.test(line)) times.set(name, secondsSince(started));
  });
  times.set('end', secondsSince(started));
  const missed = Object.keys(MILESTONES).filter((name) => !times.has(name as Milestone));
  if (missed.length > 0) throw new Error(`${way}: ${missed.join(', ')} was not seen`);
  return times;
}

function report(way: Way, times: Map<Milestone | 'end', number>, before: number | undefined): void {
  const steps = [...times].map(([name, time]) => `${name} ${time.toFixed(1)} s`);
  const end = times.get('end') ?? Number.NaN;
  const goal = (name: keyof typeof GOAL_S) => `goal: below ${GOAL_S[name]} s`;
  const whole = before === undefined ? '' : `; from scratch ${(before + end).toFixed(0)} s (${goal('scratch')})`;
  console.log(`${way}: ${steps.join(', ')} (${goal('stack up')})${whole}`);
}

async function timed(what: string, work: () => Promise<unknown>, told: (what: string, since: number) => void) {
  const started = performance.now();
  await work();
  told(what, started);
}

const secondsSince = (started: number) => (performance.now() - started) / 1000;
const seconds = (started: number) => `${secondsSince(started).toFixed(1)} s`;

async function thisCheckout(): Promise<Place> {
  const stack = await prepareLocalStack('bench-quickstart');
  const clone = await cloneFor(stack);
  return {
    folder: clone.folder,
    variables: { ...process.env, ...stack.variables },
    async remove() {
      await stack.reset();
      await clone.remove();
    },
  };
}

async function freshClone(): Promise<Place> {
  const outside = await mkdtemp(join(tmpdir(), 'scratch-'));
  const folder = join(outside, 'clone');
  await promisify(execFile)('git', ['clone', '--quiet', resolve('.'), folder]);
  const { NODE_COMPILE_CACHE: _, ...ports } = (await prepareLocalStack('bench-quickstart')).variables;
  // Without the Node that this checkout has installed: the clone must install its own.
  const path = (process.env.PATH ?? '').split(delimiter).filter((one) => !one.includes('/.node24/'));
  const variables = {
    ...process.env,
    ...ports,
    PATH: path.join(delimiter),
    ONBOARDING_STACK_DIR: join(folder, '.stack'),
    npm_config_cache: join(outside, 'npm-cache'),
    PIP_NO_CACHE_DIR: '1',
  };
  return {
    folder,
    variables,
    async remove() {
      await followBlocks(folder, variables, ['npm run stack -- reset']);
      await rm(outside, { recursive: true, force: true });
    },
  };
}
