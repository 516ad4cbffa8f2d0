import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addExplanation, addNoun, createProgram, performWith, runProgram } from './index.ts';

function shellOf(width = 80) {
  const written = { out: '', err: '' };
  const write = (stream: keyof typeof written) => (text: string) => {
    written[stream] += text;
  };
  return { written, shell: { width, out: write('out'), err: write('err') } };
}

/** A program with the verb "windows open NAME", which ends with the code that --code asks for. */
function run(words: readonly string[], width?: number) {
  const { written, shell } = shellOf(width);
  const opened: string[] = [];
  const failures: unknown[] = [];
  const build = (end: (code: number) => void) => {
    const program = createProgram('house', shell).configureHelp({ minWidthToWrap: 20 });
    const perform = performWith((command) => ({ path: `${command.parent?.name()} ${command.name()}`, end }));
    const open = addNoun(program, 'windows', 'Windows of the house.')
      .command('open <name>')
      .option('--code <number>')
      .action(
        perform(async (task, name: string, options: { code?: string }) => {
          if (name === 'locked') throw new Error('It is locked.');
          opened.push(`${task.path} ${name}`);
          if (options.code !== undefined) task.end(Number(options.code));
        }),
      );
    addExplanation(open, {
      paragraphs: ['A window opens inwards, unless it is the front window.', undefined],
      examples: ['front', ''],
      breakLine: (line, room) => `${line} (${room})`,
    });
    return program;
  };
  const exitCode = runProgram(words, build, (error, program) => {
    failures.push(error, program instanceof Command);
    return 7;
  });
  return exitCode.then((code) => ({ code, opened, failures, ...written }));
}

test('an action gets the task, then its arguments; the exit code is 0', async () => {
  expect(await run(['windows', 'open', 'back'])).toMatchObject({
    code: 0,
    opened: ['windows open back'],
    failures: [],
  });
});

test('the exit code is the one that the command ends with', async () => {
  expect(await run(['windows', 'open', 'back', '--code', '3'])).toMatchObject({ code: 3, failures: [] });
});

test('the exit code of a failed command comes from its caller', async () => {
  const { code, failures } = await run(['windows', 'open', 'locked', '--code', '3']);
  expect({ code, failures }).toEqual({ code: 7, failures: [new Error('It is locked.'), true] });
});

test('wrong usage is a failure, and points to the help', async () => {
  const { code, failures, out, err } = await run(['windows', 'shut']);
  expect(failures).toEqual([expect.objectContaining({ code: 'commander.unknownCommand' }), true]);
  expect({ code, out }).toEqual({ code: 7, out: '' });
  expect(err).toBe("error: unknown command 'shut'\nAdd --help to see the usage.\n");
});

test('the help ends with wrapped paragraphs and examples, which start with the whole command', async () => {
  const { out } = await run(['windows', 'open', '--help'], 30);
  expect(out.slice(out.indexOf('A window'))).toBe(
    [
      'A window opens inwards, unless',
      'it is the front window.',
      '',
      'Examples:',
      '  house windows open front (30)',
      '  house windows open (30)',
      '',
    ].join('\n'),
  );
});
