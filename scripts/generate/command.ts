// docs/command.md: the help of every command of the operators' program, as the program itself prints it.
import { buildProgram } from '../../apps/ctl/src/program.ts';
import { helpPage } from './help-page.ts';

const WIDTH = 110;

const HEAD = `# The operators' command

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
    buildProgram({
      environment: {},
      out,
      err: () => {},
      ask: undefined,
      width: WIDTH,
    });
  return ['docs/command.md', helpPage({ head: HEAD, build })];
}
