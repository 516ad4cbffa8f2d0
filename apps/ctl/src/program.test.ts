import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { ctl } from '../../../tests/harness/command.ts';
import { findOperator } from './operator.ts';
import { buildProgram } from './program.ts';

/** The words of every command without subcommands. */
function listCommands(): string[][] {
  const shell = { environment: {}, out: () => {}, err: () => {}, ask: undefined, width: 120 };
  const walk = (command: Command, words: string[]): string[][] =>
    command.commands.length === 0 ? [words] : command.commands.flatMap((verb) => walk(verb, [...words, verb.name()]));
  return walk(buildProgram(shell), []);
}

test('the help of every command shows an example and the settings it reads', async () => {
  const commands = listCommands();
  expect(commands.length).toBeGreaterThan(40);
  for (const words of commands) {
    const { code, stdout } = await ctl([...words, '--help'], {});
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`Examples?:\\n {2}onboardingctl ${words.join(' ')}`));
    expect(stdout, words.join(' ')).toMatch(/Reads [A-Z]|settings/);
  }
});

test('exits with 2 on unknown or missing words, and suggests the nearest command', async () => {
  expect(await ctl([], {})).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage: onboardingctl') });
  expect(await ctl(['partner'], {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean partners?'),
  });
  expect(await ctl(['partners', 'list', '--stat'], {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean --status?'),
  });
});

test('rejects an operator name that is empty, too long or has several lines', async () => {
  const nowhere = { OPERATIONS_DATABASE_URL: 'postgres://onboarding_operations@127.0.0.1:1/none' };
  for (const name of ['', ' ', 'two\nlines', 'x'.repeat(101)]) {
    expect(await ctl(['partners', 'create', 'Acme', '--operator', name], nowhere)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Give your name with --operator'),
    });
  }
});

test('the operator defaults to the system user, except root and the user of the image', () => {
  expect(findOperator(undefined, {}, () => 'olga')()).toBe('olga');
  for (const user of ['root', 'nonroot']) {
    expect(() => findOperator(undefined, {}, () => user)()).toThrow('Give your name with --operator');
    expect(findOperator(user, {}, () => 'olga')()).toBe(user);
  }
  const nameless = () => {
    throw new Error('ENOENT');
  };
  expect(() => findOperator(undefined, {}, nameless)()).toThrow('has no name');
});

test('exits with 3 and names the setting to check if a host name cannot be resolved', async () => {
  const unknown = { OPERATIONS_DATABASE_URL: 'postgres://onboarding_operations@no-such-host.invalid/onboarding' };
  expect(await ctl(['partners', 'show', 'Acme'], unknown)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('Check OPERATIONS_DATABASE_URL; nothing was changed.'),
  });
});
