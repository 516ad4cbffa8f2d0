// One inspection box, from outside: a process with limits of time and memory. Whatever becomes of it is an answer, never a
// failure of the process that started it.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { DocumentContentType } from '@onboarding/contract';
import { headOf } from './box-frames.ts';
import type { Judgement } from './content-rules.ts';

export interface BoxLimits {
  /** For each file. The largest ordinary document needs a twentieth of it. */
  cpuMs: number;
  /** Of JavaScript; and of everything, the file among it. */
  heapMib: number;
  memoryMib: number;
  /** How long it may do nothing although it is waited for. */
  stalledMs: number;
}

type BoxFault = 'OverBudget' | 'OutOfMemory' | 'Crashed';

export interface Box {
  begin(contentType: DocumentContentType): void;
  /** Waits until there is room for more. */
  write(chunk: Uint8Array): Promise<void>;
  /** What was found; if the box ended early, as much of it as it had told. */
  end(): Promise<{ told: Partial<Judgement>; fault: BoxFault | undefined }>;
  isAlive(): boolean;
  kill(): Promise<void>;
}

/** Everything that the program of a box is made of. */
const CODE = join(import.meta.dirname, '../../../../..');
const WATCH_MS = 50;
const START_MS = 60_000;

export async function startBox(program: URL, limits: BoxLimits): Promise<Box> {
  const child = spawnBox(program, limits);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exit = Promise.withResolvers<void>();
  let fault: BoxFault | undefined;
  let alive = true;
  const endWith = (reason: BoxFault) => {
    fault ??= reason;
    child.kill('SIGKILL');
  };
  child.on('error', () => endWith('Crashed'));
  child.on('close', (_code, signal) => {
    alive = false;
    fault ??= signal === 'SIGABRT' ? 'OutOfMemory' : 'Crashed';
    exit.resolve();
  });
  const complaint = firstOf(child.stderr);
  const room = roomIn(child.stdin);
  const watch = watchOver(child.pid, limits, endWith);

  async function nextLine(): Promise<Partial<Judgement> | undefined> {
    const { value, done } = await watch.during(lines.next());
    return done === true ? undefined : JSON.parse(value);
  }

  watch.start({ cpuMs: Number.POSITIVE_INFINITY, stalledMs: START_MS });
  const ready = await nextLine();
  watch.stop();
  if (ready === undefined) throw new Error('The inspection box did not start', { cause: complaint() });
  return {
    begin(contentType) {
      watch.start(limits);
      const type = Buffer.from(contentType);
      child.stdin.write(Buffer.concat([headOf('Begin', type.length), type]));
    },
    async write(chunk) {
      if (!alive) return;
      child.stdin.cork();
      child.stdin.write(headOf('Bytes', chunk.byteLength));
      const roomLeft = child.stdin.write(chunk);
      child.stdin.uncork();
      if (!roomLeft) await watch.during(Promise.race([room(), exit.promise]));
    },
    async end() {
      if (alive) child.stdin.write(headOf('End', 0));
      const told: Partial<Judgement> = {};
      while (told.findings === undefined) {
        const line = await nextLine();
        if (line === undefined) break;
        Object.assign(told, line);
      }
      watch.stop();
      if (told.findings === undefined) await exit.promise;
      return { told, fault: told.findings === undefined ? fault : undefined };
    },
    isAlive: () => alive,
    async kill() {
      watch.stop();
      child.kill('SIGKILL');
      await exit.promise;
    },
  };
}

function spawnBox(program: URL, { heapMib }: BoxLimits): ChildProcessWithoutNullStreams {
  const compiled = getCompileCacheDir();
  const path = fileURLToPath(program);
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${heapMib}`,
      '--permission',
      ...[CODE, dirname(path)].map((folder) => `--allow-fs-read=${folder}`),
      path,
    ],
    {
      // None of the settings and secrets of this process.
      env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: join(compiled, '..') },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  // What serves callers comes first.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  // Writing to a box that has ended; what it says, or the lack of it, tells.
  child.stdin.on('error', () => {});
  return child;
}

const COMPLAINT_MOST = 2_000;

/** Why it did not start. Later it says nothing that matters. */
function firstOf(stderr: Readable): () => string {
  let text = '';
  stderr.on('data', (part) => {
    text = (text + String(part)).slice(0, COMPLAINT_MOST);
  });
  return () => text;
}

function roomIn(stdin: Writable): () => Promise<void> {
  let next = Promise.withResolvers<void>();
  stdin.on('drain', () => {
    next.resolve();
    next = Promise.withResolvers();
  });
  return () => next.promise;
}

interface Watch {
  /** The box, or a file, begins; or it has ended. */
  start(most: Pick<BoxLimits, 'cpuMs' | 'stalledMs'>): void;
  stop(): void;
  /** It is waited for the box. */
  during<T>(work: Promise<T>): Promise<T>;
}

function watchOver(pid: number | undefined, limits: BoxLimits, endWith: (fault: BoxFault) => void): Watch {
  let timer: NodeJS.Timeout | undefined;
  let [cpuMost, stalledMost] = [0, 0];
  let waitingSince: number | undefined;

  function look(): void {
    const { cpuMs, memoryMib } = usageOf(pid);
    if (memoryMib > limits.memoryMib) endWith('OutOfMemory');
    if (cpuMs > cpuMost) endWith('OverBudget');
    if (waitingSince !== undefined && performance.now() - waitingSince > stalledMost) endWith('OverBudget');
  }
  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }
  return {
    start({ cpuMs, stalledMs }) {
      cpuMost = usageOf(pid).cpuMs + cpuMs;
      stalledMost = stalledMs;
      stop();
      timer = setInterval(look, WATCH_MS).unref();
    },
    stop,
    async during(work) {
      waitingSince = performance.now();
      try {
        return await work;
      } finally {
        waitingSince = undefined;
      }
    },
  };
}

/** In the unit of the kernel, which is the same everywhere; and in pages. */
const TICK_MS = 10;
const PAGES_PER_MIB = 256;
const [UTIME, STIME, RSS] = [11, 12, 21];

/** What a process has used, as the kernel says; zeros where it does not, and then only the time that passes counts. */
function usageOf(pid: number | undefined): { cpuMs: number; memoryMib: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const field = (index: number) => Number(fields[index] ?? 0);
    return { cpuMs: (field(UTIME) + field(STIME)) * TICK_MS, memoryMib: field(RSS) / PAGES_PER_MIB };
  } catch {
    return { cpuMs: 0, memoryMib: 0 };
  }
}
