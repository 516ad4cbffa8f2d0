/** The local stack: PostgreSQL, S3, a virus scanner, mail, identity, worker and API as ordinary processes on loopback. */
import { parseArgs } from 'node:util';
import { describeFailure, failureCode, StackFailure } from './servers/failure.ts';
import type { StackSettings } from './stack/settings.ts';

const usage = `Usage: npm run stack -- COMMAND [--env development|sandbox]

  up [--docs]              start PostgreSQL, storage, mail, identity, worker and API; safe to repeat. With --docs, also
                           build the documentation, which the API serves below /docs (about two minutes)
  down                     stop everything and keep the data; with --env, only that environment's own processes
  status                   show what is running; exit code 1 if something is not
  reset                    stop everything and delete it, including the data
  token PARTNER [SCOPE]    print an access token; PARTNER is an id, a client id or the start of a name
  login EMAIL              sign in as a demo person; the last line printed is the value of a Cookie header
  code EMAIL               print a demo person's password and one-time code, to sign in with a browser
  webhook PARTNER          register the partner's receiver on this machine and print the secret that signs deliveries
  dev                      like up, with the API in the foreground and restarted when sources change

Environments:
  development  people review, as in production; the default without --env
  sandbox      you choose the outcome of reviews: magic values and simulate (docs/sandbox.md)
  Each has its own API, identity service, worker and database. Both share PostgreSQL, the storage, the scanner and
  the mail server, so the second one costs little. "up --env both" starts both. The variable ENVIRONMENT has the same
  effect as --env.

Settings, from the environment:
  ONBOARDING_API_PORT              8080
  ONBOARDING_ISSUER_PORT           8081    identity: tokens and sign-in
  ONBOARDING_WORKER_PORT           8082    health of the worker
  ONBOARDING_METRICS_PORT          9464    metrics of the API
  ONBOARDING_ISSUER_METRICS_PORT   9465
  ONBOARDING_WORKER_METRICS_PORT   9466
  ONBOARDING_ACME_RECEIVER_PORT    9443    where Acme's webhooks go; you start the listener
  ONBOARDING_GLOBEX_RECEIVER_PORT  9444
  ONBOARDING_SANDBOX_..._PORT      the same for the sandbox; ten higher by default (8090, 8091, ..., 9454)
  ONBOARDING_MAIL_PORT             8083    the page that shows the mails
  ONBOARDING_SMTP_PORT             8025    SMTP
  ONBOARDING_POSTGRES_PORT         54329
  ONBOARDING_STORAGE_PORT          8084    S3, where documents are uploaded
  ONBOARDING_STORAGE_MONITOR_PORT  8085
  ONBOARDING_STORAGE_TOPICS_PORT   8087
  ONBOARDING_SCANNER_PORT          8086    the virus scanner
  ONBOARDING_STACK_DIR             .stack
  ONBOARDING_STACK_HOST            127.0.0.1    where the API, identity, the storage and the mails listen
  LOG_LEVEL                        info

Examples:
  TOKEN=$(npm run --silent stack -- token acme)
  COOKIE=$(npm run --silent stack -- login admin@acme.example | tail -n 1)
  TOKEN=$(npm run --silent stack -- token acme --env sandbox)`;

const TAKES_MORE = ['token', 'login', 'code', 'webhook'];
const TAKES_BOTH = ['up', 'down', 'status', 'reset'];

interface Chosen {
  settings: StackSettings;
  /** More than one with `--env both`. */
  chosen: readonly StackSettings[];
  all: readonly [StackSettings, ...StackSettings[]];
  /** Undefined if no environment was named. */
  given: string | undefined;
}

async function run(parameters: string[]): Promise<void> {
  const { values, positionals } = readParameters(parameters);
  const [command = '', ...rest] = positionals;
  if (values.help || command === 'help') return console.log(usage);
  if (rest.length > 0 && !TAKES_MORE.includes(command))
    throw new StackFailure(`"${command}" takes no arguments: see --help`);
  if (values.docs && command !== 'up') throw new StackFailure(`"${command}" does not take --docs: see --help`);
  return perform(command, rest, await chooseEnvironments(command, values.env), values.docs);
}

async function chooseEnvironments(command: string, named: string | undefined): Promise<Chosen> {
  const { everyEnvironment } = await load(() => import('./stack/settings.ts'));
  const all = everyEnvironment(process.env);
  const given = named ?? (process.env.ENVIRONMENT || undefined);
  const chosen = all.filter(({ name }) => name === (given ?? 'development') || given === 'both');
  const [settings] = chosen;
  if (settings === undefined)
    throw new StackFailure(`The stack has the environments development and sandbox, not "${given}": see --help`);
  if (given === 'both' && !TAKES_BOTH.includes(command))
    throw new StackFailure(`"${command}" needs one environment: --env development or --env sandbox`);
  return { settings, chosen, all, given };
}

async function perform(
  command: string,
  rest: string[],
  { settings, chosen, all, given }: Chosen,
  docs: boolean,
): Promise<void> {
  switch (command) {
    case 'up': {
      const { bringUp, nextSteps } = await load(() => import('./stack/bring-up.ts'));
      for (const one of chosen) {
        await bringUp(one, { docs });
        console.log(nextSteps(one));
      }
      return;
    }
    case 'down': {
      const { takeDown, takeDownEnvironment } = await load(() => import('./stack/take-down.ts'));
      return given === undefined || given === 'both' ? takeDown(all) : takeDownEnvironment(settings);
    }
    case 'reset':
      return (await load(() => import('./stack/take-down.ts'))).reset(all);
    case 'dev':
      return (await load(() => import('./stack/dev.ts'))).develop(settings);
    case 'status': {
      const { showStatus } = await load(() => import('./stack/take-down.ts'));
      if (!(await showStatus(all))) process.exitCode = 1;
      return;
    }
    case 'token':
      return printToken(settings, rest);
    case 'webhook':
      return printReceiver(settings, rest);
    case 'login':
    case 'code':
      return printCredentials(settings, command, rest);
    case '':
      throw new StackFailure(
        'Name a command: up, down, status, reset, token, login, code, webhook or dev (see --help)',
      );
    default:
      throw new StackFailure(`There is no command "${command}": see --help`);
  }
}

async function printToken(settings: StackSettings, [partner, ...scopes]: string[]): Promise<void> {
  if (partner === undefined) throw new StackFailure('Name a partner: npm run --silent stack -- token acme');
  const scope = scopes.length > 0 ? scopes.join(' ') : 'partner.read partner.write';
  const { tokenFor } = await load(() => import('./stack/partner.ts'));
  console.log(await tokenFor(settings, partner, scope));
}

async function printReceiver(settings: StackSettings, [partner, ...more]: string[]): Promise<void> {
  if (partner === undefined || more.length > 0)
    throw new StackFailure('Name one partner: npm run --silent stack -- webhook acme');
  const { registerReceiver } = await load(() => import('./stack/partner.ts'));
  console.log(await registerReceiver(settings, partner));
}

async function printCredentials(settings: StackSettings, command: 'login' | 'code', [email, ...more]: string[]) {
  if (email === undefined || more.length > 0)
    throw new StackFailure(`Name one person: npm run --silent stack -- ${command} admin@acme.example`);
  const { credentialsOf, signIn } = await load(() => import('./stack/login.ts'));
  const say = (line: string) => console.error(line);
  console.log(await (command === 'login' ? signIn(settings, email, say) : credentialsOf(settings, email)));
}

function readParameters(parameters: string[]) {
  try {
    return parseArgs({
      args: parameters,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        env: { type: 'string' },
        docs: { type: 'boolean', default: false },
      },
    });
  } catch (thrown) {
    throw new StackFailure(`${describeFailure(thrown).split('. ')[0]}: see --help`);
  }
}

/** Loaded late: without the installed packages only this file runs, and it should say so instead of crashing. */
async function load<M>(module: () => Promise<M>): Promise<M> {
  try {
    return await module();
  } catch (thrown) {
    if (failureCode(thrown) !== 'ERR_MODULE_NOT_FOUND') throw thrown;
    throw new StackFailure(`A package is missing: run "npm install" first (${describeFailure(thrown)})`);
  }
}

// A closed terminal, or a reader such as "head" that exits, must not stop a command from finishing its work.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

try {
  await run(process.argv.slice(2));
} catch (thrown) {
  console.error(`stack: ${describeFailure(thrown)}`);
  process.exitCode = 1;
}
