// docs/cli.md: the help of every command of the integrators, as the program itself prints it.
import { buildProgram } from '../../packages/cli/src/program.ts';
import { helpPage } from './help-page.ts';

/** As on the narrowest terminal that people use. */
const WIDTH = 80;

const HEAD = `# The command for integrators

<!-- Made by npm run generate from the program's own help. -->

\`onboarding\` is the command of the package \`@onboarding/cli\`, which is not in a public registry. Build and install it from a checkout:

\`\`\`sh
npm ci && npm run build:packages
npm pack ./.build/cli --pack-destination "$HOME"
npm install --global "$HOME"/onboarding-cli-*.tgz
\`\`\`

Inside the checkout, \`npm run --silent onboarding --\` does the same without installing anything. Begin with \`onboarding init\`; when
something does not work, run \`onboarding doctor\`.

- **Profiles.** \`init --env sandbox\` creates one; \`--env sandbox\` or \`ONBOARDING_ENV\` uses it, and without either the last one
  created. They are in \`$XDG_CONFIG_HOME/onboarding/config.json\` (\`~/.config/onboarding\`), readable by you alone. Flags win over
  the environment, and that over the profile.
- **Secrets** are never arguments, because those are seen by everyone on the machine and kept in the shell's history. The private
  key is a file (\`--key\`, \`ONBOARDING_KEY\`), the standard input (\`--key -\`) or the variable \`ONBOARDING_PRIVATE_KEY\`; the
  secret of the listener is kept in the profile, or is the variable \`ONBOARDING_WEBHOOK_SECRET\`.
- **Output.** Tables are for people; \`--json\` prints JSON for programs, and failures as
  \`{"error": {"code", "message", "details", "requestId"}}\` on the error output. Colours are for terminals, and \`NO_COLOR\` turns
  them off. Progress and remarks are on the error output, so that a pipe gets the result alone.

| Exit code | Meaning                                                                                  |
| --------- | ---------------------------------------------------------------------------------------- |
| 0         | done; also Ctrl-C in \`listen\` and \`events tail\`, which end in no other way               |
| 1         | refused or failed: by the API, the checks of a document, a receiver, or a fault that \`doctor\` found |
| 2         | the arguments or the profile cannot be used                                              |
| 3         | a server cannot be reached, or no token is issued                                        |
| 4         | timed out: \`--timeout\` elapsed                                                          |
| 130       | interrupted                                                                              |
`;

export function cliPage(): [path: string, text: string] {
  const build = (out: (text: string) => void) =>
    buildProgram({
      environment: {},
      out,
      err: () => {},
      outIsTerminal: false,
      errIsTerminal: false,
      width: WIDTH,
      readInput: async () => '',
      ask: undefined,
      signal: new AbortController().signal,
    });
  return ['docs/cli.md', helpPage({ head: HEAD, build })];
}
