// What a command works with: its settings, a client of the API, and its output.
import { createPrivateKey } from 'node:crypto';
import type { Perform as PerformWith } from '@onboarding/command';
import { OnboardingClient } from '@onboarding/sdk';
import type { Command } from 'commander';
import { type Environment, VERSION } from './config.ts';
import { CliFailure, EXIT, wrongUsage } from './failure.ts';
import { createPaint, type Page, wrap } from './output/layout.ts';
import { createProgress, NO_PROGRESS, type Progress } from './output/progress.ts';
import {
  completeSettings,
  type FoundSettings,
  findSettings,
  type GivenSettings,
  readPrivateKey,
  type Settings,
} from './profiles/settings.ts';

/** The environment of the program. */
export interface Shell {
  environment: Environment;
  out(text: string): void;
  err(text: string): void;
  outIsTerminal: boolean;
  errIsTerminal: boolean;
  /** Characters per line of help. */
  width: number;
  readInput(): Promise<string>;
  /** Asks on the terminal; undefined without one. */
  ask: ((question: string) => Promise<string>) | undefined;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

export interface Task {
  shell: Shell;
  json: boolean;
  /** The layout of text for people on standard output. */
  page: Page;
  signal: AbortSignal;
  /** The settings from flags, environment and profile, possibly incomplete. */
  find(): Promise<FoundSettings>;
  settings(): Promise<Settings>;
  privateKey(): Promise<string>;
  client(): Promise<OnboardingClient>;
  /** Called once: the value for --json, and the text for people. */
  answer(value: unknown, text: string): void;
  /** Prints one of several results: a line of JSON, or a line of text. */
  tell(value: unknown, text: string): void;
  /** Prints a note to standard error. */
  note(text: string): void;
  /** Shows progress during the work; removed when the work ends, even if it fails. */
  during<T>(work: (progress: Progress) => Promise<T>): Promise<T>;
  /** The command ran, but found a fault. */
  fail(exitCode?: number): void;
}

export type Perform = PerformWith<Task>;

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
    client: once(async () => openClient(await task.settings(), await privateKey(), task.note)),
    answer(value, text) {
      // On one line for tools that read lines, indented on a terminal.
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

/** Fewer than for a server, because a person is waiting. */
const MAX_RETRIES = 2;

function openClient(
  { api, issuer, tokenEndpoint, clientId }: Settings,
  privateKey: string,
  note: Task['note'],
): OnboardingClient {
  try {
    return new OnboardingClient({
      baseUrl: api,
      issuer,
      tokenUrl: tokenEndpoint,
      clientId,
      privateKey,
      maxRetries: MAX_RETRIES,
      userAgent: `onboarding-cli/${VERSION}`,
      onAnswer({ warnings }) {
        for (const { pointer, message } of warnings)
          note(pointer === '' ? `Warning: ${message}` : `Warning: ${pointer}: ${message}`);
      },
    });
  } catch (thrown) {
    // The SDK rejects settings that can never work; its message explains why.
    throw thrown instanceof TypeError ? wrongUsage(thrown.message.replace(/^baseUrl/, '--api')) : thrown;
  }
}
