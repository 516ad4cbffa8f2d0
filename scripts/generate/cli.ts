// docs/cli.md: the help of every command of the integrators' program, as the program itself prints it.
import { buildProgram } from '../../packages/cli/src/program.ts';
import { helpPage } from './help-page.ts';

/** As on the narrowest terminal in use. */
const WIDTH = 80;

const HEAD = `# The onboarding CLI

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
