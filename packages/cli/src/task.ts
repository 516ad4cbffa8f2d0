// What the action of a command works with: its settings, a client of the API, and what it prints.
import { createPrivateKey } from 'node:crypto';
import type { OnboardingClient } from '@onboarding/sdk';
import type { Command } from 'commander';
import { openClient } from './client.ts';
import type { Environment } from './config.ts';
import { CliFailure, EXIT } from './failure.ts';
import { type Page, wrap } from './output/layout.ts';
import { createPaint } from './output/paint.ts';
import { createProgress, NO_PROGRESS, type Progress } from './output/progress.ts';
import {
  completeSettings,
  type FoundSettings,
  findSettings,
  type GivenSettings,
  readPrivateKey,
  type Settings,
} from './profiles/settings.ts';

/** Where the program runs. */
export interface Shell {
  environment: Environment;
  out(text: string): void;
  err(text: string): void;
  outIsTerminal: boolean;
  errIsTerminal: boolean;
  /** Characters per line of help. */
  width: number;
  readInput(): Promise<string>;
  /** Asks a person; undefined if nobody is there. */
  ask: ((question: string) => Promise<string>) | undefined;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

export interface Task {
  shell: Shell;
  json: boolean;
  /** For what people read on the standard output. */
  page: Page;
  signal: AbortSignal;
  /** What flags, environment and profile say, be it complete or not. */
  find(): Promise<FoundSettings>;
  settings(): Promise<Settings>;
  privateKey(): Promise<string>;
  client(): Promise<OnboardingClient>;
  /** Once: what programs read, and what people read. */
  answer(value: unknown, text: string): void;
  /** One of several: a line of JSON, or a line of text. */
  tell(value: unknown, text: string): void;
  /** Remarks, on the error output. */
  note(text: string): void;
  /** While it works; removed when the work ends, however it ends. */
  during<T>(work: (progress: Progress) => Promise<T>): Promise<T>;
  /** The command was carried out, and what it found is not as it should be. */
  fail(exitCode?: number): void;
}

/** Makes the action of a command: it gets the task, then the arguments and options as commander parsed them. */
export type Perform = <Given extends unknown[]>(
  work: (task: Task, ...given: Given) => Promise<void>,
) => (this: Command, ...given: Given) => Promise<void>;

export interface GlobalOptions extends GivenSettings {
  json?: boolean;
}

export function toTask(command: Command, shell: Shell, end: (exitCode: number) => void): Task {
  const { json = false, ...given } = command.optsWithGlobals<GlobalOptions>();
  const page: Page = {
    width: shell.outIsTerminal ? shell.width : Number.POSITIVE_INFINITY,
    paint: createPaint(shell.outIsTerminal, shell.environment),
  };
  const find = once(() => findSettings(given, shell.environment));
  const privateKey = once(async () => checkKey(await readPrivateKey(await find(), shell.readInput)));
  const task: Task = {
    shell,
    json,
    page,
    signal: shell.signal,
    find,
    settings: async () => completeSettings(await find()),
    privateKey,
    client: once(async () => openClient(await task.settings(), await privateKey())),
    answer(value, text) {
      // On one line, as tools that read lines like it, unless a person looks at it.
      const document = JSON.stringify(value, null, shell.outIsTerminal ? 2 : 0);
      shell.out(json ? `${document}\n` : `${text}\n`);
    },
    tell(value, text) {
      shell.out(`${json ? JSON.stringify(value) : text}\n`);
    },
    note: (text) =>
      shell.err(`${wrap(text, shell.errIsTerminal ? shell.width : Number.POSITIVE_INFINITY).join('\n')}\n`),
    async during(work) {
      const progress = json ? NO_PROGRESS : createProgress(shell.err, shell.errIsTerminal);
      try {
        return await work(progress);
      } finally {
        progress.end();
      }
    },
    fail: (exitCode = EXIT.refused) => end(exitCode),
  };
  return task;
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

function checkKey(pem: string): string {
  try {
    createPrivateKey(pem);
    return pem;
  } catch (cause) {
    throw new CliFailure(
      'The private key is not in PEM format, or has a passphrase. "onboarding init" creates one.',
      EXIT.refused,
      { cause },
    );
  }
}
