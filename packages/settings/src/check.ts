// Checks the settings of all services and of the operators' command together, and that they are consistent. Starts nothing.
import { isDeepStrictEqual } from 'node:util';
import { inspectApi } from './api.ts';
import { SETTINGS } from './catalogue.ts';
import { inspectCommand, unsetForCommands } from './command.ts';
import { inspectIdentity } from './identity.ts';
import type { Environment, Fault, Reading } from './read.ts';
import { READERS, type Reader, type Service } from './setting.ts';
import { inspectWorker } from './worker.ts';

export interface Finding extends Fault {
  kind: 'fault' | 'warning';
  services: readonly Reader[];
}

export interface GivenSettings {
  service: Reader;
  environment: Environment;
  /** Names that were set only for our services: an unknown name among them is always reported. */
  ownNames?: readonly string[];
}

const INSPECT: Record<Reader, (environment: Environment) => Reading<object>> = {
  api: inspectApi,
  identity: inspectIdentity,
  worker: inspectWorker,
  ctl: inspectCommand,
};

/** The database role for DATABASE_URL, which the command does not read. */
const ROLES: Record<Service, string> = {
  api: 'onboarding_app',
  identity: 'onboarding_identity',
  worker: 'onboarding_worker',
};

/** The connections that have the same role for every reader. */
const ROLES_OF_CONNECTIONS = {
  STAFF_DATABASE_URL: 'onboarding_staff',
  OPERATIONS_DATABASE_URL: 'onboarding_operations',
  MIGRATION_DATABASE_URL: 'onboarding_owner',
};

export function checkSettings(given: readonly GivenSettings[]): Finding[] {
  const read = given.map(({ service, environment }) => {
    const { values, faults } = INSPECT[service](environment);
    return { service, faults, values: new Map<string, unknown>(Object.entries(values)) };
  });
  const own = read.flatMap(({ service, faults }): Finding[] =>
    faults.map((fault) => ({ ...fault, kind: 'fault', services: [service] })),
  );
  const suspicious = read.flatMap(({ service, values }) => warningsOf(service, values));
  const unset = given.flatMap(({ service, environment }): Finding[] =>
    service === 'ctl'
      ? unsetForCommands(environment).map((one) => ({ ...one, kind: 'warning', services: [service] }))
      : [],
  );
  return merged([
    ...own,
    ...read.flatMap(placeholders),
    ...disagreements(read),
    ...suspicious,
    ...unset,
    ...given.flatMap(unknownNames),
  ]);
}

interface ReadSettings {
  service: Reader;
  values: ReadonlyMap<string, unknown>;
}

/** How a reader is called in a sentence. */
const CALLED: Record<Reader, string> = {
  api: 'the API',
  identity: 'identity',
  worker: 'the worker',
  ctl: 'onboardingctl',
};

/** Secrets that still have the dots of our pages and examples, alone or as the password in a URL. */
function placeholders({ service, values }: ReadSettings): Finding[] {
  return [...values]
    .filter(([name, value]) => SETTINGS.get(name)?.secret === true && /^\.\.\.$|:\.\.\.@/.test(String(value)))
    .map(([name]) => {
      const cure = 'Set your own value.';
      return { kind: 'fault', services: [service], name, problem: 'still has "..." instead of a secret', cure };
    });
}

/** Shared settings must have the same value in every service. Values are compared, never reported. */
function disagreements(read: readonly ReadSettings[]): Finding[] {
  const shared = [...SETTINGS]
    .filter(([, setting]) => setting.shared === true)
    .map(
      ([name]) =>
        () =>
          name,
    );
  // The same setting under two names.
  const issuer = (service: Reader) => (service === 'api' ? 'TOKEN_ISSUER' : 'ISSUER');
  return [...shared, issuer].flatMap((nameIn) => {
    const [first, ...others] = read
      .map(({ service, values }) => ({ service, name: nameIn(service), value: values.get(nameIn(service)) }))
      .filter(({ value }) => value !== undefined);
    if (first === undefined) return [];
    return others
      .filter(({ value }) => !isDeepStrictEqual(value, first.value))
      .map(({ service, name }): Finding => {
        const problem = `of ${CALLED[first.service]} differs from ${name} of ${CALLED[service]}`;
        const cure = 'Set both to the same value.';
        return { kind: 'fault', services: [first.service, service], name: first.name, problem, cure };
      });
  });
}

const rolesFor = (service: Reader): Record<string, string> =>
  service === 'ctl' ? ROLES_OF_CONNECTIONS : { DATABASE_URL: ROLES[service], ...ROLES_OF_CONNECTIONS };

/** The domains that RFC 2606 reserves for documentation. */
const OF_EXAMPLES = /@(.+\.)?example(\.(com|net|org))?>?\s*$/i;

function warningsOf(service: Reader, values: ReadonlyMap<string, unknown>): Finding[] {
  const warnings: Omit<Finding, 'kind' | 'services'>[] = [];
  for (const [name, role] of Object.entries(rolesFor(service))) {
    const url = values.get(name);
    const user = typeof url === 'string' ? decodeURIComponent(new URL(url).username) : '';
    // Each role has a second login, for the rotation of its password.
    if (user === '' || user === role || user === `${role}_2`) continue;
    const problem = `signs in as ${user}, but ${CALLED[service]} needs the role ${role}`;
    warnings.push({ name, problem, cure: `Use ${role}, unless your pooler maps the names.` });
  }
  const environment = values.get('ENVIRONMENT');
  if (environment !== undefined && environment !== 'development' && values.get('TRUSTED_PROXIES') === 0) {
    const problem = 'is 0: behind a proxy, all callers seem to have its address and share the limits per address';
    warnings.push({ name: 'TRUSTED_PROXIES', problem, cure: 'Set it to the number of your own proxies.' });
  }
  const from = values.get('MAIL_FROM');
  if (environment === 'production' && typeof from === 'string' && OF_EXAMPLES.test(from)) {
    const problem = `is ${from}, an address of an example: mail servers refuse it, or treat it as spam`;
    warnings.push({ name: 'MAIL_FROM', problem, cure: 'Set an address of your own domain.' });
  }
  for (const name of values.keys()) {
    if (!name.endsWith('_PREVIOUS')) continue;
    const cure = 'Remove it as soon as nothing uses the earlier value.';
    warnings.push({ name, problem: 'is set, so an earlier secret is still accepted', cure });
  }
  return warnings.map((warning) => ({ ...warning, kind: 'warning', services: [service] }));
}

/** Variables that Kubernetes sets in every container, for each service of the namespace. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT)|_PORT(_\d+_(TCP|UDP))/;

/** Variables of Node itself, of the clients that it contains, and of the system. */
const OF_OTHERS = /^(NODE_|AWS_|SSL_CERT_|OPENSSL_|(HTTPS?|NO|ALL)_PROXY$|(LANG|TZ|PATH|HOME)$|LC_)/i;

function unknownNames({ service, environment, ownNames = [] }: GivenSettings): Finding[] {
  return Object.keys(environment).flatMap((name) => {
    if (isKnown(name) || OF_KUBERNETES.test(name) || OF_OTHERS.test(name)) return [];
    const { nearest, distance } = nearestTo(name);
    const isClose = distance <= Math.min(2, Math.floor(name.length / 4));
    if (!isClose && !ownNames.includes(name) && !isOfFamily(name)) return [];
    const cure = `Did you mean ${nearest}? Rename it, or remove it.`;
    return [
      { kind: 'warning', services: [service], name, problem: 'is unknown, so no service reads it', cure } as const,
    ];
  });
}

function isKnown(name: string): boolean {
  return SETTINGS.has(name) || (name.endsWith('_FILE') && SETTINGS.get(name.slice(0, -5))?.secret === true);
}

/** Whether the name has a prefix of several of our settings, such as S3_ or TOKEN_. */
function isOfFamily(name: string): boolean {
  const [first = ''] = name.split('_');
  return [...SETTINGS.keys()].filter((known) => known.startsWith(`${first}_`)).length > 1;
}

function nearestTo(name: string): { nearest: string; distance: number } {
  const bare = name.replace(/_FILE$/, '');
  const all = [...SETTINGS.keys()].map((known) => ({ nearest: known, distance: distanceOf(bare, known) }));
  return all.reduce((best, one) => (one.distance < best.distance ? one : best));
}

/** The Levenshtein distance: how many letters to add, remove or change. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, wanted] of [...other].entries()) {
      const change = (row[at] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(change, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Reports a finding of several services only once. */
function merged(findings: readonly Finding[]): Finding[] {
  const told = new Map<string, Finding>();
  for (const finding of findings) {
    const key = [finding.kind, finding.name, finding.problem].join('\n');
    const services = READERS.filter(
      (one) => told.get(key)?.services.includes(one) === true || finding.services.includes(one),
    );
    told.set(key, { ...finding, services });
  }
  return [...told.values()];
}
