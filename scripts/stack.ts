/** The local stack: PostgreSQL, S3, a virus scanner, mail, identity, worker and API as ordinary processes on loopback. */
import { parseArgs } from 'node:util';
import { describeFailure, failureCode, StackFailure } from './stack/failure.ts';

const usage = `Usage: npm run stack -- COMMAND

  up                       start PostgreSQL, storage, mail, identity, worker and API; safe to repeat
  down                     stop them and keep the data
  status                   show what runs; exit code 1 when something does not
  reset                    stop them and delete everything, the data included
  token PARTNER [SCOPE]    print an access token; PARTNER is an id, a client id or the beginning of a name
  login EMAIL              sign in as a demo person; the last line printed is the value of a Cookie header
  dev                      like up, with the API in the foreground and restarted when sources change

Settings, from the environment:
  ONBOARDING_API_PORT              8080
  ONBOARDING_ISSUER_PORT           8081    identity: tokens and sign-in
  ONBOARDING_WORKER_PORT           8082    health of the worker
  ONBOARDING_MAIL_PORT             8083    the page that shows the mails
  ONBOARDING_SMTP_PORT             8025    where mails are taken
  ONBOARDING_POSTGRES_PORT         54329
  ONBOARDING_STORAGE_PORT          8084    S3, where documents are uploaded
  ONBOARDING_STORAGE_MONITOR_PORT  8085
  ONBOARDING_SCANNER_PORT          8086    the virus scanner
  ONBOARDING_METRICS_PORT          9464    metrics of the API
  ONBOARDING_ISSUER_METRICS_PORT   9465
  ONBOARDING_WORKER_METRICS_PORT   9466
  ONBOARDING_ACME_RECEIVER_PORT    9443    where Acme's webhooks go; nothing listens there by itself
  ONBOARDING_GLOBEX_RECEIVER_PORT  9444
  ONBOARDING_STACK_DIR             .stack
  LOG_LEVEL                        info

Examples:
  TOKEN=$(npm run --silent stack -- token acme)
  COOKIE=$(npm run --silent stack -- login admin@acme.example | tail -n 1)`;

async function run(parameters: string[]): Promise<void> {
  const { values, positionals } = readParameters(parameters);
  const [command, ...rest] = positionals;
  if (values.help || command === 'help') return console.log(usage);
  if (rest.length > 0 && command !== 'token' && command !== 'login')
    throw new StackFailure(`"${command}" takes nothing after it: see --help`);

  const { readSettings } = await load(() => import('./stack/settings.ts'));
  const settings = readSettings(process.env);
  switch (command) {
    case 'up':
      return (await load(() => import('./stack/bring-up.ts'))).bringUp(settings);
    case 'down':
      return (await load(() => import('./stack/take-down.ts'))).takeDown(settings);
    case 'reset':
      return (await load(() => import('./stack/take-down.ts'))).reset(settings);
    case 'dev':
      return (await load(() => import('./stack/dev.ts'))).develop(settings);
    case 'status': {
      const { showStatus } = await load(() => import('./stack/take-down.ts'));
      if (!(await showStatus(settings))) process.exitCode = 1;
      return;
    }
    case 'token': {
      const [partner, ...scopes] = rest;
      if (partner === undefined) throw new StackFailure('Name a partner: npm run --silent stack -- token acme');
      const scope = scopes.length > 0 ? scopes.join(' ') : 'partner.read partner.write';
      const { tokenFor } = await load(() => import('./stack/token.ts'));
      return console.log(await tokenFor(settings, partner, scope));
    }
    case 'login': {
      const [email] = rest;
      if (email === undefined || rest.length > 1) {
        throw new StackFailure('Name one person: npm run --silent stack -- login admin@acme.example');
      }
      const { signIn } = await load(() => import('./stack/login.ts'));
      return console.log(await signIn(settings, email));
    }
    case undefined:
      throw new StackFailure('Name a command: up, down, status, reset, token, login or dev (see --help)');
    default:
      throw new StackFailure(`There is no command "${command}": see --help`);
  }
}

function readParameters(parameters: string[]) {
  try {
    return parseArgs({
      args: parameters,
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h', default: false } },
    });
  } catch (thrown) {
    throw new StackFailure(`${describeFailure(thrown).split('. ')[0]}: see --help`);
  }
}

/** Loaded late: without the installed packages only this file can run, and it should say so rather than crash. */
async function load<M>(module: () => Promise<M>): Promise<M> {
  try {
    return await module();
  } catch (thrown) {
    if (failureCode(thrown) !== 'ERR_MODULE_NOT_FOUND') throw thrown;
    throw new StackFailure(`A package is missing: run "npm install" first (${describeFailure(thrown)})`);
  }
}

// A terminal that was closed, or a reader such as "head" that left, must not keep a command from finishing its work.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

try {
  await run(process.argv.slice(2));
} catch (thrown) {
  console.error(`stack: ${describeFailure(thrown)}`);
  process.exitCode = 1;
}
