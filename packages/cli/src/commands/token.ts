import type { Command } from 'commander';
import { explained } from '../explained.ts';
import { requestToken } from '../profiles/tokens.ts';
import type { Perform } from '../task.ts';

export function addToken(program: Command, perform: Perform): void {
  explained(
    program
      .command('token')
      .description('print an access token, for use with curl and other tools')
      .option('--scope <scopes>', 'request only these scopes, such as partner.read')
      .action(
        perform(async (task, { scope }: { scope?: string }) => {
          const { token, ...about } = await requestToken(await task.settings(), await task.privateKey(), {
            signal: task.signal,
            ...(scope !== undefined && { scope }),
          });
          task.answer({ accessToken: token, ...about }, token);
        }),
      ),
    {
      notes:
        'A token is valid for five minutes and lets its holder act as you: keep it out of files and command-line arguments.',
      examples: ['', '--env sandbox --scope partner.read'],
    },
  );
}
