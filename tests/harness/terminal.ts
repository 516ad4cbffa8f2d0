// A command on a real terminal of 80 columns: `script` opens the pseudo-terminal, so that the program behaves as in a user's
// window, and Ctrl-C is a key.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from './patience.ts';
import { COMPILED, findProgram } from './programs.ts';

export const COLUMNS = 80;

export interface Terminal {
  /** What a user sees. */
  screen(): string;
  /** With every control character. */
  raw(): string;
  /** Waits until the screen shows it. */
  shows(text: string | RegExp): Promise<void>;
  /** Waits until the command has printed it, for output that `screen` cannot render. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  type(text: string): void;
  interrupt(): void;
  /** The exit code. */
  ended(): Promise<number>;
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** The integrators' command, from its bundle. */
export async function openTerminal(
  words: readonly string[],
  environment: Record<string, string>,
  { input }: { input?: string } = {},
): Promise<Terminal> {
  const program = await findProgram('packages/cli/src/main.ts');
  const command = [process.execPath, program, ...words].map(quoted).join(' ');
  const run = input === undefined ? `exec ${command}` : `${command} < ${quoted(input)}`;
  return openShell(`stty cols ${COLUMNS} rows 50; ${run}`, environment);
}

/** Any command line. */
export function openShell(line: string, environment: Record<string, string>): Terminal {
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    env: { ...COMPILED, PATH: process.env.PATH, SHELL: '/bin/sh', TERM: 'xterm', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let raw = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (raw += text));
  // The terminal closes as soon as either side ends.
  child.stdin.on('error', () => {});
  const closed = once(child, 'close');
  const screen = () => render(raw);
  return {
    screen,
    raw: () => raw,
    shows: (text) =>
      until(async () => {
        const there = typeof text === 'string' ? screen().includes(text) : text.test(screen());
        if (!there && child.exitCode !== null && child.stdout.readableEnded)
          throw new Error(`The command ended with ${child.exitCode} and never showed ${text}:\n${screen()}`);
        return there;
      }, `the screen shows ${text}`),
    async printed(pattern) {
      let found: RegExpExecArray | null = null;
      await until(
        async () => {
          found = pattern.exec(raw);
          return found !== null;
        },
        `${JSON.stringify(raw)} has ${pattern}`,
      );
      return found as unknown as RegExpExecArray;
    },
    type: (text) => void child.stdin.write(text),
    interrupt: () => void child.stdin.write('\u0003'),
    async ended() {
      await closed;
      return child.exitCode ?? -1;
    },
  };
}

/** Applies carriage returns and erased lines, and drops colours. Any other control sequence is a fault of the program. */
function render(raw: string): string {
  const lines: string[] = [''];
  let column = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal understands
  for (const [part] of raw.matchAll(/\u001b\[[\d;?]*[A-Za-z]|\r|\n|[^\u001b\r\n]+|\u001b/g)) {
    const line = lines.at(-1) ?? '';
    if (part === '\n') {
      lines.push('');
      column = 0;
    } else if (part === '\r') column = 0;
    else if (part === '\u001b[K') lines[lines.length - 1] = line.slice(0, column);
    else if (part.startsWith('\u001b')) {
      if (!/m$/.test(part)) throw new Error(`The screen cannot show ${JSON.stringify(part)}`);
    } else {
      lines[lines.length - 1] = line.slice(0, column).padEnd(column) + part + line.slice(column + part.length);
      column += part.length;
    }
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}
