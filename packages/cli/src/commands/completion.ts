import { Argument, type Command } from 'commander';
import { explained } from '../explained.ts';
import type { Perform } from '../task.ts';

export function addCompletion(program: Command, perform: Perform): void {
  explained(
    program
      .command('completion')
      .description('print a script that completes commands and options in your shell')
      .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
      .action(
        perform(async (task, shell: ShellName) => {
          const script = toScript(shell, program);
          task.answer({ shell, script }, script);
        }),
      ),
    {
      notes:
        'bash: add  eval "$(onboarding completion bash)"  to ~/.bashrc\nzsh: add  eval "$(onboarding completion zsh)"  to ~/.zshrc, after compinit\nfish: onboarding completion fish > ~/.config/fish/completions/onboarding.fish',
      examples: ['bash'],
    },
  );
}

// One script per shell. All work the same way: the commands typed so far determine the words that can follow; after an option
// that takes a value, the shell completes files.

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type ShellName = (typeof SHELLS)[number];

function toScript(shell: ShellName, program: Command): string {
  return SCRIPTS[shell](program.name(), placesOf(program));
}

const SCRIPTS: Record<ShellName, (name: string, places: readonly Place[]) => string> = { bash, zsh, fish };

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const spaced = (path: readonly string[]) => path.join(' ');
const commandsOf = (places: readonly Place[]) => [...new Set(places.flatMap(({ path }) => path))];

function bash(name: string, places: readonly Place[]): string {
  const cases = places.map(({ path, words, takesValue }) =>
    [
      `    ${quoted(spaced(path))})`,
      `      words=${quoted(words.map(({ text }) => text).join(' '))}`,
      `      valued=${quoted(` ${takesValue.join(' ')} `)} ;;`,
    ].join('\n'),
  );
  return `# Completion of ${name} for bash.
_${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path='' words='' valued='' index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case " ${commandsOf(places).join(' ')} " in
      *" \${COMP_WORDS[index]} "*) path="\${path:+$path }\${COMP_WORDS[index]}" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  if [[ "$valued" == *" $previous "* || -z "$words" ]]; then
    COMPREPLY=($(compgen -f -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    if [[ \${#COMPREPLY[@]} -eq 0 ]]; then COMPREPLY=($(compgen -f -- "$current")); fi
  fi
}
complete -o filenames -F _${name} ${name}`;
}

function zsh(name: string, places: readonly Place[]): string {
  const describe = ({ text, description }: Place['words'][number]) =>
    quoted(`${text.replaceAll(':', '\\:')}:${description.replaceAll('\n', ' ')}`);
  const cases = places.map(({ path, words, takesValue }) =>
    [
      `    ${quoted(spaced(path))})`,
      `      choices=(${words.map(describe).join(' ')})`,
      `      valued=${quoted(` ${takesValue.join(' ')} `)} ;;`,
    ].join('\n'),
  );
  return `#compdef ${name}
# Completion of ${name} for zsh.
_${name}() {
  local path_so_far='' valued='' word
  local -a choices
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case " ${commandsOf(places).join(' ')} " in
      *" $word "*) path_so_far="\${path_so_far:+$path_so_far }$word" ;;
    esac
  done
  case "$path_so_far" in
${cases.join('\n')}
  esac
  if [[ "$valued" == *" \${words[CURRENT-1]} "* ]]; then _files
  else _describe '${name}' choices || _files
  fi
}
compdef _${name} ${name}`;
}

function fish(name: string, places: readonly Place[]): string {
  const lines = places.flatMap(({ path, words, takesValue }) =>
    words.map(({ text, description }) => {
      const condition = `-n ${quoted(`__${name}_at ${spaced(path)}`)}`;
      const word = text.startsWith('--') ? `-l ${text.slice(2)}` : `-f -a ${text}`;
      return `complete -c ${name} ${condition} ${word}${takesValue.includes(text) ? ' -r' : ''} -d ${quoted(description)}`;
    }),
  );
  return `# Completion of ${name} for fish.
function __${name}_at
  set -l path
  for word in (commandline -opc)[2..]
    contains -- $word ${commandsOf(places).join(' ')}; and set -a path $word
  end
  test "$path" = "$argv"
end
${lines.join('\n')}`;
}

// The words that can follow each command, taken from the program itself.

interface Word {
  text: string;
  description: string;
}

interface Place {
  /** The commands before it, such as ['businesses', 'list']. */
  path: readonly string[];
  words: readonly Word[];
  /** Those of the words that take a value. */
  takesValue: readonly string[];
}

function placesOf(program: Command): Place[] {
  const walk = (command: Command, path: readonly string[]): Place[] => {
    const help = command.createHelp();
    const subcommands = help.visibleCommands(command);
    const options = [...help.visibleOptions(command), ...(path.length === 0 ? [] : help.visibleOptions(program))];
    const named = new Map(options.flatMap((option) => (option.long ? [[option.long, option] as const] : [])));
    const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
    return [
      {
        path,
        words: [
          ...subcommands.map((one) => ({ text: one.name(), description: one.description() })),
          ...choices.map((text) => ({ text, description: '' })),
          ...[...named].map(([text, { description }]) => ({ text, description })),
        ],
        takesValue: [...named].filter(([, option]) => option.required || option.optional).map(([text]) => text),
      },
      ...subcommands.flatMap((one) => walk(one, [...path, one.name()])),
    ];
  };
  return walk(program, []);
}
