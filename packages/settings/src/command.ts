// The settings of the operators' command.
import { anchorKeys } from './anchors.ts';
import { type ConfigOf, SETTINGS } from './catalogue.ts';
import { type Environment, type Fault, howToSet, isGiven, type Reading, readFor, whole } from './read.ts';
import { judged, storageKeys, together } from './rules.ts';

type CommandConfig = ConfigOf<'ctl'>;

/** Reads only the settings that the command names. */
export function readForCommand<const N extends keyof CommandConfig>(
  names: readonly N[],
  environment: Environment,
): Pick<CommandConfig, N> {
  const named: readonly string[] = names;
  const reading = readFor<CommandConfig>('ctl', environment, (name) => named.includes(name));
  return whole<Pick<CommandConfig, N>>(judged(reading, storageKeys(reading.values), anchorKeys(reading.values)));
}

/** Needed together by `database bootstrap`. */
const BOOTSTRAP = [
  'SUPERUSER_DATABASE_URL',
  'OWNER_PASSWORD',
  'APP_PASSWORD',
  'STAFF_PASSWORD',
  'OPERATIONS_PASSWORD',
  'IDENTITY_PASSWORD',
  'WORKER_PASSWORD',
] as const;

/** Removed, or never stored, once the database and the storage are prepared. */
const TEMPORARY: ReadonlySet<string> = new Set([
  ...BOOTSTRAP,
  'LOGIN_PASSWORD',
  'STORAGE_LINK_USER',
  'STORAGE_SERVICE_USERS',
]);

/** The settings of all commands together. One that is not set is no fault, because no command needs all of them. */
export function inspectCommand(environment: Environment): Reading<CommandConfig> {
  const reading = readFor<CommandConfig>(
    'ctl',
    environment,
    (name, { kind }) => kind !== 'required' || isGiven(name, environment),
  );
  const { values } = reading;
  return judged(
    reading,
    storageKeys(values),
    anchorKeys(values),
    together(values, 'STORAGE_LINK_USER', 'STORAGE_SERVICE_USERS', 'Or remove the other.'),
    bootstrap(values),
  );
}

function bootstrap(values: Partial<CommandConfig>): Fault[] {
  const password = BOOTSTRAP.find((name) => name.endsWith('_PASSWORD') && values[name] !== undefined);
  if (password === undefined) return [];
  return BOOTSTRAP.filter((name) => values[name] === undefined).map((name) => {
    const cure = `${howToSet(name)} Or remove the others, if the database exists.`;
    return { name, problem: `must be set together with ${password}`, cure };
  });
}

/** The settings without which some commands refuse to run. */
export function unsetForCommands(environment: Environment): Fault[] {
  return [...SETTINGS]
    .filter(([name, { readBy }]) => readBy.ctl?.kind === 'required' && !TEMPORARY.has(name))
    .filter(([name]) => !isGiven(name, environment))
    .map(([name]) => ({ name, problem: 'is not set, and some commands need it', cure: howToSet(name) }));
}
