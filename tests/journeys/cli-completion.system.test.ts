// Shell completion of the integrators' CLI, in real shells on a real terminal, set up as docs/cli.md describes.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../harness/programs.ts';
import { COLUMNS, openShell } from '../harness/terminal.ts';

const SHELLS = {
  bash: { command: 'bash --noprofile -i', settings: '.bashrc', before: '' },
  zsh: { command: 'zsh --no-global-rcs -i', settings: '.zshrc', before: 'autoload -Uz compinit; compinit' },
  fish: { command: 'fish -i', settings: '.config/fish/config.fish', before: 'function fish_greeting; end' },
};
type ShellName = keyof typeof SHELLS;

let home: string;
let environment: Record<string, string>;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'completion-'));
  const commands = join(home, 'bin');
  environment = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    PATH: commands + delimiter + process.env.PATH,
  };
  await mkdir(commands);
  await mkdir(join(home, '.config/fish/completions'), { recursive: true });
  // Keeps fish from parsing all man pages of the machine in the background.
  await mkdir(join(home, '.local/share/fish/generated_completions'), { recursive: true });
  await writeFile(join(home, 'notes.txt'), '');
  // A stub that prints its arguments; only `completion SHELL` runs the real CLI.
  const program = await findProgram('packages/cli/src/main.ts');
  const command = `#!/bin/sh
if [ "$1" = completion ] && [ $# = 2 ]; then exec '${process.execPath}' '${program}' "$@"; fi
echo "ran[$*]"
`;
  await writeFile(join(commands, 'onboarding'), command);
  await chmod(join(commands, 'onboarding'), 0o755);
  for (const name of Object.keys(SHELLS) as ShellName[]) await setUp(name);
});
afterAll(() => rm(home, { recursive: true }));

/** Adds the line from docs/cli.md to the shell's settings, or runs it once if the page says so. */
async function setUp(name: ShellName): Promise<void> {
  const page = await readFile('docs/cli.md', 'utf8');
  const [, told = ''] = new RegExp(`^${name}: (.*)$`, 'm').exec(page) ?? [];
  const [, line] = /^add {2}(.*?) {2}to /.exec(told) ?? [];
  const { before, settings } = SHELLS[name];
  await writeFile(join(home, settings), `${before}\n${line ?? ''}\n`);
  if (line === undefined) await promisify(execFile)(name, ['-c', told], { env: environment });
}

/** Types the words, Tab and Enter; returns the arguments that the command received. */
async function typed(name: ShellName, words: string): Promise<string> {
  const terminal = openShell(`stty cols ${COLUMNS} rows 50; cd; ${SHELLS[name].command}`, environment);
  // Its answer shows that the shell reads input.
  terminal.type('echo rea""dy\r');
  await terminal.printed(/ready/);
  terminal.type(`onboarding ${words}\t`);
  terminal.type('\r');
  const [, given = ''] = await terminal.printed(/ran\[(.*?)\]/);
  terminal.type('exit\r');
  await terminal.ended();
  return given.trim();
}

describe.each(Object.keys(SHELLS) as ShellName[])('%s', (name) => {
  test.each([
    ['a command', 'bus', 'businesses'],
    ['a verb', 'businesses wa', 'businesses watch'],
    ['a verb after global options', '--env sandbox businesses wa', '--env sandbox businesses watch'],
    ['an option', 'listen --forw', 'listen --forward-to'],
    ['the common prefix of ambiguous options', 'businesses list --st', 'businesses list --sta'],
    ['an argument with fixed choices', 'simulate id Rel', 'simulate id Release'],
    ['a file after an option that takes one', '--key no', '--key notes.txt'],
    ['a file for a file argument', 'documents upload id no', 'documents upload id notes.txt'],
  ])('completes %s', async (_, words, whole) => {
    expect(await typed(name, words)).toBe(whole);
  });
});
