// The integrators' command inside the test's own process: what it prints and its exit code.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../packages/cli/src/program.ts';
import type { Shell } from '../../packages/cli/src/task.ts';

export interface CliOutcome {
  code: number;
  out: string;
  err: string;
}

export interface CliOptions
  extends Partial<Pick<Shell, 'signal' | 'ask' | 'outIsTerminal' | 'errIsTerminal' | 'width'>> {
  environment?: Record<string, string>;
  input?: string;
  /** What it has printed so far. */
  onPrint?(outcome: CliOutcome): void;
}

/** One run of the command, with only the given environment. */
export async function runCli(words: readonly string[], options: CliOptions = {}): Promise<CliOutcome> {
  const { environment = {}, input = '', onPrint = () => {}, ...shell } = options;
  const outcome: CliOutcome = { code: 0, out: '', err: '' };
  const printTo = (stream: 'out' | 'err') => (text: string) => {
    outcome[stream] += text;
    onPrint(outcome);
  };
  outcome.code = await runProgram(words, {
    environment,
    out: printTo('out'),
    err: printTo('err'),
    outIsTerminal: false,
    errIsTerminal: false,
    width: 80,
    readInput: async () => input,
    ask: undefined,
    signal: new AbortController().signal,
    ...shell,
  });
  return outcome;
}

export interface CliHome {
  /** Where the command stores its files, and a key. */
  folder: string;
  keyFile: string;
  write(name: string, text: string): string;
  remove(): void;
}

export function makeCliHome(): CliHome {
  const folder = mkdtempSync(join(tmpdir(), 'onboarding-cli-'));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const keyFile = write('key.pem', privateKey);
  return { folder, keyFile, write, remove: () => rmSync(folder, { recursive: true }) };
}

export interface TestServer {
  url: string;
  close(): Promise<void>;
}

/** A server inside the test's own process. */
export async function serve(answer: RequestListener): Promise<TestServer> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
