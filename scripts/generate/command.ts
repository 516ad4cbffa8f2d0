// docs/command.md: the help of every command of the operators, as the program itself prints it.
import { buildProgram } from '../../apps/ctl/src/program.ts';
import { helpPage } from './help-page.ts';

const WIDTH = 110;

const HEAD = `# The operators' command

<!-- Made by npm run generate from the program's own help. -->

\`onboardingctl\` does what operators do without SQL. In the repository it is \`npm run --silent ctl --\`,
in the image the argument \`ctl\`. Each command reads the settings that its help names, and no others.

- Tables are for people; \`--json\` prints one JSON document for programs, and failures as \`{"error": {"code", "message"}}\` on
  the error output.
- Whatever changes something is recorded with the name of the operator: \`--operator\`, else \`ONBOARDING_OPERATOR\`, else the
  user of the machine. \`root\` and \`nonroot\` name nobody: in a container, or as root, set one of the first two.
- These record no operator, because they decide nothing: \`database\`, \`storage prepare\`, \`documents move\` and \`reconcile\`,
  \`audit anchor\`, and \`keys rotate\`, which only writes files.
- What cannot be undone asks for a word to be typed; \`--yes\` is for programs.
- Exit codes: 0 done; 1 refused, failed, or found to be wrong; 2 the arguments or the settings cannot be used; 3 a server is
  unavailable, so retry later.
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
