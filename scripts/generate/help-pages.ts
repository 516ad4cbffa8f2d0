// docs/cli.md and docs/command.md: the help of a program and of each of its commands, as the program itself prints it.
import type { Command } from 'commander';
import { buildProgram as buildCommand } from '../../apps/ctl/src/program.ts';
import { buildProgram as buildCli } from '../../packages/cli/src/program.ts';

interface HelpPage {
  head: string;
  /** Builds the program, whose output goes to `out`. */
  build(out: (text: string) => void): Command;
}

function helpPage({ head, build }: HelpPage): string {
  let printed = '';
  const program = build((text) => {
    printed += text;
  });
  const helpOf = (command: Command) => {
    printed = '';
    command.outputHelp();
    return `\`\`\`text\n${printed.trim()}\n\`\`\``;
  };
  const section = (command: Command, path: readonly string[]): string[] => {
    const verbs = command.commands.filter((one) => one.name() !== 'help');
    if (path.length === 0) return [head, helpOf(command), ...verbs.flatMap((one) => section(one, [one.name()]))];
    const title = `${'#'.repeat(Math.min(path.length + 1, 4))} ${path.join(' ')}`;
    const body = verbs.length === 0 ? helpOf(command) : sentence(command.description());
    return [title, body, ...verbs.flatMap((one) => section(one, [...path, one.name()]))];
  };
  return `${section(program, []).join('\n\n')}\n`;
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** As on the narrowest terminal in use. */
const CLI_WIDTH = 80;

const CLI_HEAD = `# The onboarding CLI

<!-- Made by npm run generate from the program's own help. -->

The package \`@onboarding/cli\` installs the command \`onboarding\`. It is not in a public registry yet: build and install it from a
checkout.

\`\`\`sh
npm ci && npm run build:packages
npm pack ./.build/cli --pack-destination "$HOME"
npm install --global "$HOME"/onboarding-cli-*.tgz
\`\`\`

Inside the checkout, \`npm run --silent onboarding --\` does the same without installing anything. Start with \`onboarding init\`; if
something does not work, run \`onboarding doctor\`.

- **Profiles.** \`init --env sandbox\` creates one; \`--env sandbox\` or \`ONBOARDING_ENV\` selects it. The default is the
  profile that you created last. Profiles are in \`$XDG_CONFIG_HOME/onboarding/config.json\` (\`~/.config/onboarding\`), readable only by
  you. Flags override the environment, which overrides the profile.
- **Secrets** are never arguments: other users of the machine can see those, and the shell keeps them in its history. Pass the
  private key as a file (\`--key\`, \`ONBOARDING_KEY\`), on standard input (\`--key -\`) or in \`ONBOARDING_PRIVATE_KEY\`. The listener's
  secret is in the profile, or in \`ONBOARDING_WEBHOOK_SECRET\`.
- **Output.** Tables are for people. For programs, \`--json\` prints JSON, and failures as
  \`{"error": {"code", "message", "details", "requestId"}}\` on standard error. Colours appear only in a terminal; \`NO_COLOR\` turns them
  off. Progress and remarks go to standard error, so a pipe receives only the result.

| Exit code | Meaning                                                                                  |
| --------- | ---------------------------------------------------------------------------------------- |
| 0         | success; also Ctrl-C in \`listen\` and \`events tail\`, which run until you stop them         |
| 1         | refused or failed: by the API, a document check or a receiver; or \`doctor\` found a fault |
| 2         | invalid arguments or profile                                                             |
| 3         | a server cannot be reached, or no token was issued                                       |
| 4         | timed out: \`--timeout\` elapsed                                                          |
| 130       | interrupted                                                                              |
`;

export function cliPage(): [path: string, text: string] {
  const build = (out: (text: string) => void) =>
    buildCli({
      environment: {},
      out,
      err: () => {},
      outIsTerminal: false,
      errIsTerminal: false,
      width: CLI_WIDTH,
      readInput: async () => '',
      ask: undefined,
      signal: new AbortController().signal,
    });
  return ['docs/cli.md', helpPage({ head: CLI_HEAD, build })];
}

const COMMAND_WIDTH = 110;

const COMMAND_HEAD = `# The operators' command

<!-- Made by npm run generate from the program's own help. -->

Operators use \`onboardingctl\` to run the service without writing SQL. In the repository, run it with \`npm run --silent ctl --\`;
in the image, pass the argument \`ctl\`. Each command reads only the settings named in its help.

- By default, commands print tables for people. With \`--json\`, they print one JSON document for programs, and write failures as
  \`{"error": {"code", "message"}}\` to standard error.
- Every change is recorded with the name of the operator: \`--operator\`, or else \`ONBOARDING_OPERATOR\`, or else the system user.
  \`root\` and \`nonroot\` do not identify a person, so set one of the first two in a container or as root.
- \`database\`, \`storage prepare\` and \`keys rotate\` are the exceptions: they record no operator.
- Actions that cannot be undone ask you to type a word. Programs use \`--yes\` instead.
- Exit codes: 0 for success; 1 if the action was refused, failed, or found a problem; 2 if the arguments or settings are invalid;
  3 if a server is unavailable, so retry later.
`;

export function commandPage(): [path: string, text: string] {
  const build = (out: (text: string) => void) =>
    buildCommand({
      environment: {},
      out,
      err: () => {},
      ask: undefined,
      width: COMMAND_WIDTH,
    });
  return ['docs/command.md', helpPage({ head: COMMAND_HEAD, build })];
}
