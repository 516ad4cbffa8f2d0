import { Argument, type Command } from 'commander';
import { SHELLS, type ShellName, toScript } from '../completion/scripts.ts';
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
