// Reads the settings of services, and of this command, to check: from files, or from the environment of this process.
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type GivenSettings, READERS, type Reader, SERVICES } from '@onboarding/settings';
import type { Command } from 'commander';
import type { Environment } from './config.ts';
import { WrongUsage } from './failure.ts';

export interface ServiceOptions {
  service?: string[];
  from?: string[];
}

export function withServices(command: Command): Command {
  return command
    .option('--service <name...>', `only these services: ${SERVICES.join(', ')}, or ctl for this command`)
    .option(
      '--from <file...>',
      'read a file of NAME=value lines instead of the environment; prefix it with a service (api=api.env) to use it for that service only',
    );
}

/** The text for `--help`. */
export const SERVICE_NOTES =
  'Without --from, it reads the environment of this process. Some settings, such as DATABASE_URL, differ between services: give each service its own file, or use --service. If any file names a service, only the services named are checked. The settings of this command are checked only if ctl is named (ctl=ctl.env). Secrets in files (NAME_FILE) are read as the service would read them.';

export function readServices({ service = [], from = [] }: ServiceOptions, environment: Environment): GivenSettings[] {
  const files = from.map(readFile);
  const named = [...service.map(toService), ...files.flatMap(({ service: of }) => (of === undefined ? [] : [of]))];
  const chosen = named.length === 0 ? SERVICES : READERS.filter((one) => named.includes(one));
  return chosen.map((one) => {
    if (files.length === 0) return { service: one, environment };
    const own = files.filter(({ service: of }) => of === undefined || of === one).map(({ values }) => values);
    const values: Environment = Object.assign({}, ...own);
    return { service: one, environment: values, ownNames: Object.keys(values) };
  });
}

interface EnvironmentFile {
  service: Reader | undefined;
  values: Environment;
}

function readFile(given: string): EnvironmentFile {
  const [, name, path = given] = /^([a-z]+)=(.+)$/.exec(given) ?? [];
  try {
    return { service: name === undefined ? undefined : toService(name), values: parseEnv(readFileSync(path, 'utf8')) };
  } catch (error) {
    if (error instanceof WrongUsage) throw error;
    throw new WrongUsage(`The file ${path} cannot be read. Check its path and permissions.`);
  }
}

function toService(name: string): Reader {
  const found = READERS.find((one) => one === name);
  if (found === undefined) throw new WrongUsage(`There is no service ${name}. Choose from ${READERS.join(', ')}.`);
  return found;
}
