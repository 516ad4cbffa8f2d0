// Reads values from the environment, each setting separately, so that all faults are reported together.
import { readFileSync } from 'node:fs';
import { ConfigError } from '@onboarding/platform/config';
import { SETTINGS } from './catalogue.ts';
import type { Need, Reader, Setting } from './setting.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Fault {
  /** The setting. */
  name: string;
  /** Follows the name in a sentence. */
  problem: string;
  /** What to do, as a sentence. */
  cure: string;
}

export interface Reading<C> {
  /** The settings that could be read; all of them if there is no fault. */
  values: Partial<C>;
  faults: Fault[];
}

/** Reads the settings of a reader that `isMeant` accepts. */
export function readFor<C>(
  reader: Reader,
  environment: Environment,
  isMeant: (name: string, need: Need) => boolean = () => true,
): Reading<C> {
  const values: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [name, setting] of SETTINGS) {
    const need = setting.readBy[reader];
    if (need === undefined || !isMeant(name, need)) continue;
    const found = readOne(name, setting, need, environment);
    if ('fault' in found) faults.push(found.fault);
    else if (found.value !== undefined) values[name] = found.value;
  }
  return { values: values as Partial<C>, faults };
}

/** Returns the values, or throws an error with all faults, one per line. */
export function whole<C>({ values, faults }: Reading<C>): C {
  if (faults.length === 0) return values as C;
  throw new ConfigError(`The settings cannot be used:\n${faults.map((fault) => `  ${sentenceOf(fault)}`).join('\n')}`);
}

export const sentenceOf = ({ name, problem, cure }: Fault) => `${name} ${problem}. ${cure}`;

type Found = { value: unknown } | { fault: Fault };

function readOne(name: string, setting: Setting, need: Need, environment: Environment): Found {
  const given = textOf(name, setting, environment);
  if ('fault' in given) return given;
  const text = given.text ?? (need.kind === 'default' ? need.text : undefined);
  if (text === undefined) return need.kind === 'required' ? { fault: missing(name, need) } : { value: undefined };
  const result = setting.type.safeParse(text);
  if (result.success) return { value: result.data };
  return { fault: { name, problem: result.error.issues[0]?.message ?? 'is invalid', cure: howToSet(name) } };
}

export const isGiven = (name: string, environment: Environment): boolean =>
  environment[name] !== undefined || (SETTINGS.get(name)?.secret === true && environment[`${name}_FILE`] !== undefined);

/** Secrets may be in a file, as mounted by Docker and Kubernetes. */
function textOf(
  name: string,
  { secret }: Setting,
  environment: Environment,
): { text: string | undefined } | { fault: Fault } {
  const text = environment[name];
  const file = environment[`${name}_FILE`];
  if (secret !== true || file === undefined) return { text };
  if (text !== undefined) {
    const cure = 'Remove one of the two.';
    return { fault: { name, problem: `is set twice, in ${name} and in ${name}_FILE`, cure } };
  }
  try {
    return { text: readFileSync(file, 'utf8').replace(/\r?\n$/, '') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    const problem = `cannot be read from the file ${JSON.stringify(file)}${code}`;
    return { fault: { name, problem, cure: `Correct ${name}_FILE, or give this user permission to read the file.` } };
  }
}

function missing(name: string, { roles }: Need): Fault {
  if (roles === undefined) return { name, problem: 'is not set', cure: howToSet(name) };
  const role = roles[0];
  const cure = `${howToSet(name)} Or remove ${role} from WORKER_ROLES.`;
  return { name, problem: `is not set, and the role ${role} needs it`, cure };
}

/** Builds a sentence from the declaration. */
export function howToSet(name: string): string {
  const setting = SETTINGS.get(name);
  if (setting === undefined) return 'See docs/settings.md.';
  const example = setting.example === undefined ? '' : `, for example ${setting.example}`;
  const file = setting.secret === true ? ` (or ${name}_FILE, the path of a file that contains it)` : '';
  return `Set ${name}${file}: ${plainly(setting.meaning)}${example}.`;
}

/** Removes Markdown syntax. */
function plainly(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '');
}
