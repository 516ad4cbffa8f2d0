// The entry point of the image and of a release: its first argument selects the program to run. It imports nothing before it has
// checked the version of Node, because an older one fails on the first import, with an error that does not say why.

/** As "engines" in package.json says. */
const NEEDED_NODE = '24.2';

const PROGRAMS = {
  api: () => import('../../apps/api/src/main.ts'),
  identity: () => import('../../apps/identity/src/main.ts'),
  worker: () => import('../../apps/worker/src/main.ts'),
  ctl: () => import('../../apps/ctl/src/main.ts'),
};

const USAGE = `usage: onboarding PROGRAM [ARGUMENT...]

  api        serves partners, portal and console
  identity   issues tokens and signs users in
  worker     delivers webhooks, checks documents, sends mails, cleans up
  ctl        the operators' command; ctl --help lists its commands
  health     exits with 0 if the service in this container responds
  --version  prints the version and the commit

Settings are read from the environment; docs/settings.md lists them.`;

const isProgram = (name: string): name is keyof typeof PROGRAMS => Object.hasOwn(PROGRAMS, name);

/** For container engines: on the container's own address, and within their timeout. */
async function isAlive({ HOST: host = '127.0.0.1', PORT: port = '8080' }: NodeJS.ProcessEnv): Promise<boolean> {
  const own = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${own.includes(':') ? `[${own}]` : own}:${port}/health/live`;
  return fetch(url, { signal: AbortSignal.timeout(4_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}

const isOlder = (version: string, needed: string) => version.localeCompare(needed, 'en', { numeric: true }) < 0;

const [name = '', next] = process.argv.slice(2);
if (isOlder(process.versions.node, NEEDED_NODE)) {
  console.error(
    `This is Node ${process.versions.node} (${process.execPath}), and Node ${NEEDED_NODE} or newer is needed. Install it, or put it first in PATH. The systemd units run /usr/bin/node.`,
  );
  process.exitCode = 1;
} else if (name === '--version' || (isProgram(name) && next === '--version')) {
  console.log((await import('@onboarding/platform/build')).BUILD_NAME);
} else if (name === '--help') {
  console.log(USAGE);
} else if (name === 'health') {
  process.exitCode = (await isAlive(process.env)) ? 0 : 1;
} else if (isProgram(name)) {
  // A program reads its arguments as if it had been started directly.
  process.argv.splice(2, 1);
  await PROGRAMS[name]();
} else {
  console.error(name === '' ? USAGE : `There is no program "${name}".\n\n${USAGE}`);
  process.exitCode = 2;
}
