// Controls an inspection box: a process with limits on time and memory. A failure of the box is a result, never an error of
// the process that started it.
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
import { type Overrun, overrunOf, type Usage, usageIn } from './box-usage.ts';
import type { Judgement } from './content-rules.ts';

export interface BoxLimits {
  /** Per file. The largest ordinary document needs a twentieth of it. */
  cpuMs: number;
  /** The JavaScript heap, and the total memory including the file. */
  heapMib: number;
  memoryMib: number;
  /** How long the box may make no progress while the caller waits for it. */
  stalledMs: number;
}

type BoxFault = Overrun | 'Crashed';

export interface Box {
  begin(contentType: DocumentContentType): void;
  /** Waits for the pipe to drain. */
  write(chunk: Uint8Array): Promise<void>;
  /** Returns the result; if the box terminated early, the part that it had reported. */
  end(): Promise<{ told: Partial<Judgement>; fault: BoxFault | undefined }>;
  isAlive(): boolean;
  kill(): Promise<void>;
}

/** The only folder that a box may read: its own code. */
const CODE = join(import.meta.dirname, '../../../../..');
const WATCH_MS = 50;
const START_MS = 60_000;

export async function startBox(program: URL, limits: BoxLimits): Promise<Box> {
  const child = spawnBox(program, limits);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ending = endingOf(child);
  const complaint = firstOf(child.stderr);
  const room = roomIn(child.stdin);
  const watch = watchOver(child.pid, limits, ending.endWith);

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
      if (!ending.isAlive()) return;
      child.stdin.cork();
      child.stdin.write(headOf('Bytes', chunk.byteLength));
      const roomLeft = child.stdin.write(chunk);
      child.stdin.uncork();
      if (!roomLeft) await watch.during(Promise.race([room(), ending.exit]));
    },
    async end() {
      if (ending.isAlive()) child.stdin.write(headOf('End', 0));
      const told: Partial<Judgement> = {};
      while (told.findings === undefined) {
        const line = await nextLine();
        if (line === undefined) break;
        Object.assign(told, line);
      }
      watch.stop();
      if (told.findings !== undefined) return { told, fault: undefined };
      await ending.exit;
      return { told, fault: ending.fault() };
    },
    isAlive: ending.isAlive,
    async kill() {
      watch.stop();
      child.kill('SIGKILL');
      await ending.exit;
    },
  };
}

interface Ending {
  exit: Promise<void>;
  isAlive(): boolean;
  /** Why the box ended. Undefined while it is alive and was not killed. */
  fault(): BoxFault | undefined;
  endWith(reason: BoxFault): void;
}

function endingOf(child: ChildProcessWithoutNullStreams): Ending {
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
  return { exit: exit.promise, isAlive: () => alive, fault: () => fault, endWith };
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
      // Passes on none of the settings and secrets of this process.
      env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: join(compiled, '..') },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  // Processes that serve callers have priority.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  // Ignores writes to a box that has exited; its output, or the lack of it, shows what happened.
  child.stdin.on('error', () => {});
  return child;
}

const COMPLAINT_MOST = 2_000;

/** The reason why it did not start. Later output is irrelevant. */
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
  /** Starts measuring for the box or a file. */
  start(most: Pick<BoxLimits, 'cpuMs' | 'stalledMs'>): void;
  stop(): void;
  /** Counts the time until the promise settles as waiting for the box. */
  during<T>(work: Promise<T>): Promise<T>;
}

function watchOver(pid: number | undefined, limits: BoxLimits, endWith: (fault: BoxFault) => void): Watch {
  let timer: NodeJS.Timeout | undefined;
  let [cpuMost, stalledMost] = [0, 0];
  let waitingSince: number | undefined;

  function look(): void {
    const waitedMs = waitingSince === undefined ? 0 : performance.now() - waitingSince;
    const most = { memoryMib: limits.memoryMib, cpuMs: cpuMost, stalledMs: stalledMost };
    const overrun = overrunOf({ ...usageOf(pid), waitedMs }, most);
    if (overrun !== undefined) endWith(overrun);
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

/** What a process has used according to the kernel; zeros if unavailable, so that only the elapsed time is limited. */
function usageOf(pid: number | undefined): Usage {
  try {
    return usageIn(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return { cpuMs: 0, memoryMib: 0 };
  }
}
