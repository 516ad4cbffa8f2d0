/**
 * Processes of this machine, identified by pid and start time together: a pid alone may have been reused since it was
 * recorded, and killing a foreign process is worse than leaving one of ours.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { failureCode } from './failure.ts';

export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks between the boot of the machine and the start of the process, as the kernel reports them. */
  readonly startTime: string;
}

/** The identity of a living process; undefined if there is none, or only a zombie. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const stat = readProcFile(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The program's name is in parentheses and may contain blanks and parentheses, so fields count from the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  const startTime = fields[19];
  if (startTime === undefined || state === 'Z' || state === 'X') return undefined;
  return { pid, startTime };
}

export function isAlive(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startTime === identity.startTime;
}

/** Every living process of this program whose working directory is the folder. */
export function listProcessesIn(folder: string, program: string): ProcessIdentity[] {
  return listProcesses((pid) => workingFolder(pid) === folder && readProcFile(`/proc/${pid}/comm`)?.trim() === program);
}

/** Every living process whose working directory is the folder or below it. */
export function listProcessesBelow(folder: string): ProcessIdentity[] {
  return listProcesses((pid) => `${workingFolder(pid) ?? ''}/`.startsWith(`${folder}/`));
}

function listProcesses(isWanted: (pid: string) => boolean): ProcessIdentity[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && isWanted(entry))
    .map((entry) => identifyProcess(Number(entry)))
    .filter((identity) => identity !== undefined);
}

/** Sends the signal if the process is still the one that was identified. */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals, target: 'process' | 'group'): void {
  if (!isAlive(identity)) return;
  try {
    process.kill(target === 'group' ? -identity.pid : identity.pid, signal);
  } catch (thrown) {
    if (failureCode(thrown) !== 'ESRCH') throw thrown;
  }
}

/** Asks a process to end and kills it after the deadline. It must lead its own group, as detached processes do. */
export async function endProcess(identity: ProcessIdentity, deadlineMs: number): Promise<void> {
  signalProcess(identity, 'SIGTERM', 'process');
  if (await waitFor(() => !isAlive(identity), deadlineMs)) return;
  signalProcess(identity, 'SIGKILL', 'group');
  await waitFor(() => !isAlive(identity), deadlineMs);
}

/** Resolves to true as soon as the condition holds, to false if it does not in time. */
export async function waitFor(condition: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() >= deadline) return false;
    await pause(50);
  }
  return true;
}

export interface DetachedProgram {
  readonly program: string;
  readonly parameters: readonly string[];
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
}

/** Starts a program that outlives this one, its output appended to the log file. */
export async function startDetached(start: DetachedProgram): Promise<ProcessIdentity> {
  const log = openSync(start.logFile, 'a', 0o600);
  try {
    const child = spawn(start.program, [...start.parameters], {
      cwd: start.folder,
      env: start.environment,
      detached: true,
      stdio: ['ignore', log, log],
      ...start.account,
    });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    const identity = child.pid === undefined ? undefined : identifyProcess(child.pid);
    if (identity === undefined) throw new Error(`${start.program} exited immediately: read ${start.logFile}`);
    return identity;
  } finally {
    closeSync(log);
  }
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // It has exited, or belongs to another user: either way, not started by us.
    return undefined;
  }
}

function readProcFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
