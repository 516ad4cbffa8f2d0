// The local stack as a developer uses it: by its commands, in a separate folder and on separate ports.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/free-port.ts';
import {
  ENVIRONMENT_NAMES,
  type EnvironmentName,
  everyEnvironment,
  PORT_NAMES,
  portVariable,
  readSettings,
} from '../../scripts/stack/settings.ts';
import { readEnvironment, type StackEnvironment } from '../../scripts/stack/state-files.ts';
import { keep } from './artefacts.ts';
import { followBlocks, type Watch } from './page-blocks.ts';
import { COMPILED } from './programs.ts';

const run = promisify(execFile);

export interface LocalStack {
  /** The equivalent of .stack in a checkout. */
  readonly directory: string;
  /** The environment in which its commands find it. */
  readonly variables: NodeJS.ProcessEnv;
  run(...parameters: string[]): Promise<{ stdout: string; stderr: string }>;
  environment(name?: EnvironmentName): Promise<StackEnvironment>;
  /** Deletes it, but keeps its logs. */
  reset(): Promise<void>;
}

/** Starts nothing yet. */
export async function prepareLocalStack(title: string): Promise<LocalStack> {
  const directory = resolve('.test', `${title}-${process.pid}`);
  const variables: NodeJS.ProcessEnv = { PATH: process.env.PATH, ONBOARDING_STACK_DIR: directory, ...COMPILED };
  for (const name of ENVIRONMENT_NAMES)
    for (const port of PORT_NAMES) variables[portVariable(name, port)] = String(await freePort());
  const command = (...parameters: string[]) =>
    run(process.execPath, ['scripts/stack.ts', ...parameters], { env: variables });
  await mkdir(resolve('.test'), { recursive: true });
  return {
    directory,
    variables,
    run: command,
    environment: (name) => readEnvironment(readSettings(variables, name)),
    async reset() {
      for (const { name, logDirectory } of everyEnvironment(variables)) {
        for (const file of await readdir(logDirectory).catch(() => [])) {
          const text = await readFile(join(logDirectory, file), 'utf8');
          for (const line of text.trimEnd().split('\n')) keep('logs', `${title}-${name}-${file}`, line);
        }
      }
      await command('reset');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export interface Clone {
  readonly folder: string;
  /** Runs blocks of a page in one shell, as in one terminal. Processes they start end with it. */
  shell(blocks: readonly string[], environment?: NodeJS.ProcessEnv, watch?: Watch): Promise<string>;
  remove(): Promise<void>;
}

/** The root of a clone of the repository: this checkout, with the given stack in it. */
export async function cloneFor({ directory, variables }: LocalStack): Promise<Clone> {
  const folder = await mkdtemp(join(tmpdir(), 'clone-'));
  // Sites are built into the checkout itself, and the clone must find them there.
  await mkdir('.build', { recursive: true });
  for (const name of await readdir('.')) {
    if (name !== '.stack' && name !== '.test') await symlink(resolve(name), join(folder, name));
  }
  await mkdir(directory, { recursive: true });
  await symlink(directory, join(folder, '.stack'));
  return {
    folder,
    shell: (blocks, environment = {}, watch) =>
      followBlocks(folder, { ...variables, HOME: folder, ...environment }, blocks, watch),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
