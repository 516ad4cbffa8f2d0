// Changes reference data without a release: which identity documents count in a country, and which business types exist.
import { readFile } from 'node:fs/promises';
import { DOCUMENT_CATEGORIES } from '@onboarding/contract';
import {
  type Assumptions,
  activateRequirementSet,
  addBusinessType,
  addRequirementSet,
  closeCountry,
  getRequirementSet,
  listAssumptions,
  listBusinessTypes,
  listRequirementSets,
  ReferenceRefused,
  retireBusinessType,
  setUsualDocuments,
} from '@onboarding/domain/requirements';
import { explainFailure, readArguments, withDatabase } from '@onboarding/platform/command';
import { failureCode, type Tx } from '@onboarding/platform/postgres';
import { readReferenceConfig } from '../config.ts';

const USAGE = `usage: node apps/api/src/commands/reference.ts COMMAND

  requirements list [COUNTRY]              shows the versions of all countries, or of one
  requirements show COUNTRY VERSION        prints the entries of a version as JSON
  requirements add COUNTRY FILE.json       adds the entries of the file as a new version, which counts for nobody yet
  requirements activate COUNTRY VERSION    makes a version count and retires the one before it; a version that was
                                           retired counts again as a new version with the same entries
  requirements close COUNTRY               lets no version count: people who live there are refused from then on
  requirements assumptions [COUNTRY]       shows the entries that count and were assumed, with what is assumed
  business-types list                      shows all business types
  business-types add NAME                  adds a business type, or takes a retired one into use again
  business-types documents NAME [CATEGORY...]
                                           says which documents are usually asked for
  business-types retire NAME               businesses that have it keep it, new ones cannot be created with it

COUNTRY is an ISO 3166-1 alpha-3 code. A business keeps the requirements under which it was created.
Running API processes follow within 30 seconds; nothing has to be restarted.
Takes MIGRATION_DATABASE_URL (role onboarding_owner) from the environment.`;

/** What is to be done; all of it is one transaction. */
type Task = (tx: Tx) => Promise<string>;

interface Command {
  /** How many words may follow. */
  words: readonly [least: number, most: number];
  prepare(words: string[]): Task | Promise<Task>;
}

const COMMANDS: Record<string, Command> = {
  'requirements list': { words: [0, 1], prepare: ([country]) => listOfSets(country) },
  'requirements show': {
    words: [2, 2],
    prepare([country = '', version = '']) {
      const number = toVersion(version);
      return async (tx) => JSON.stringify(await getRequirementSet(tx, toCountry(country), number), null, 2);
    },
  },
  'requirements add': {
    words: [2, 2],
    async prepare([country = '', file = '']) {
      const entries = await readJson(file);
      return async (tx) => {
        const code = toCountry(country);
        const version = await addRequirementSet(tx, code, entries);
        return `${code} version ${version} is a draft. Let it count with: requirements activate ${code} ${version}`;
      };
    },
  },
  'requirements activate': {
    words: [2, 2],
    prepare: ([country = '', version = '']) => activation(toCountry(country), toVersion(version)),
  },
  'requirements close': { words: [1, 1], prepare: ([country = '']) => closing(toCountry(country)) },
  'requirements assumptions': {
    words: [0, 1],
    prepare:
      ([country]) =>
      async (tx) =>
        toReport(await listAssumptions(tx, country === undefined ? undefined : toCountry(country))),
  },
  'business-types list': {
    words: [0, 0],
    prepare: () => async (tx) =>
      (await listBusinessTypes(tx))
        .map(({ business_type_code: name, status, document_categories: usual }) =>
          `${status.padEnd(8)} ${name.padEnd(28)} ${(usual ?? []).join(', ')}`.trimEnd(),
        )
        .join('\n'),
  },
  'business-types add': {
    words: [1, 1],
    prepare:
      ([name = '']) =>
      async (tx) =>
        ({
          Added: `${name} is a business type now.`,
          Restored: `${name} is in use again.`,
          Unchanged: `${name} is a business type already; nothing was changed.`,
        })[await addBusinessType(tx, name)],
  },
  'business-types documents': {
    words: [1, DOCUMENT_CATEGORIES.length + 1],
    prepare:
      ([name = '', ...categories]) =>
      async (tx) => {
        const code = await setUsualDocuments(tx, name, categories);
        return `${code} is usually asked for ${categories.join(', ') || 'nothing'}.`;
      },
  },
  'business-types retire': {
    words: [1, 1],
    prepare:
      ([name = '']) =>
      async (tx) =>
        ({
          Retired: `${name} is retired. Businesses that have it keep it.`,
          Unchanged: `${name} was retired already; nothing was changed.`,
        })[await retireBusinessType(tx, name)],
  },
};

function listOfSets(country: string | undefined): Task {
  return async (tx) => {
    const sets = await listRequirementSets(tx, country === undefined ? undefined : toCountry(country));
    if (sets.length === 0) return 'There are no requirements.';
    return sets
      .map(({ country_code, version, status, documents, general, created_at, activated_at, retired_at }) => {
        const since = activated_at === null ? `added ${day(created_at)}` : `from ${day(activated_at)}`;
        const until = retired_at === null ? '' : ` to ${day(retired_at)}`;
        const size = `${documents} ${documents === 1 ? 'document' : 'documents'}`;
        const kind = general ? ', general rule' : '';
        const time = since + until + kind;
        return [country_code, String(version).padStart(4), status.padEnd(8), size.padEnd(13), time].join(' ');
      })
      .join('\n');
  };
}

const day = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function activation(country: string, asked: number): Task {
  return async (tx) => {
    const { version, retired, changed } = await activateRequirementSet(tx, country, asked);
    if (!changed) {
      const same = version === asked ? '' : `, which has the same entries as version ${asked}`;
      return `${country} has version ${version} active already${same}; nothing was changed.`;
    }
    const copied = version === asked ? '' : ` It has the entries of version ${asked}.`;
    const before = retired === undefined ? '' : ` Version ${retired} is retired.`;
    return `${country} version ${version} is active.${copied}${before}`;
  };
}

function closing(country: string): Task {
  return async (tx) => {
    const version = await closeCountry(tx, country);
    if (version === undefined) return `${country} is closed already; nothing was changed.`;
    return `${country} is closed: version ${version} is retired. Open it again with: requirements activate ${country} ${version}`;
  };
}

function toReport({ assumed, entries, countries, general }: Assumptions): string {
  const lines = assumed.map(({ country, entry }) => {
    const { regex, minLength, maxLength } = entry.validationRules;
    const dates = [
      ...(entry.requiresIssueDate ? ['issue date'] : []),
      ...(entry.requiresExpiryDate ? ['expiry date'] : []),
    ];
    const rule = `${minLength} to ${maxLength} characters, ${regex}, ${dates.join(' and ') || 'no date'} required`;
    return `${country} ${entry.identityTypeCode.padEnd(15)} ${entry.source.replace(/^assumption:? */, '')} (${rule})`;
  });
  const among = `${entries} entries of ${countries} ${countries === 1 ? 'country' : 'countries'}`;
  const others = general === 0 ? 'no other' : `${general} more`;
  const sum = `${assumed.length} of ${among} are assumptions. The general rule for passports counts in ${others}.`;
  return [...lines, sum].join('\n');
}

function toCountry(text: string): string {
  return text.toUpperCase();
}

function toVersion(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new ReferenceRefused(`A version is a number such as 2, not ${JSON.stringify(text)}.`);
}

async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new ReferenceRefused(`${file} cannot be read (${failureCode(error) ?? 'unknown'}).`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ReferenceRefused(`${file} is not JSON. It must be a list of entries, as "requirements show" prints it.`);
  }
}

function explain(error: unknown): unknown {
  if (error instanceof ReferenceRefused) return error.message;
  return explainFailure(error, {
    away: 'Check MIGRATION_DATABASE_URL; nothing was changed.',
    role: 'MIGRATION_DATABASE_URL must name the owner.',
  });
}

const given = readArguments({ help: { type: 'boolean' } });
const [subject = '', verb = '', ...words] = given?.positionals ?? [];
const name = `${subject} ${verb}`;
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
const help = given?.values.help === true;
if (help || command === undefined || words.length < command.words[0] || words.length > command.words[1]) {
  console.log(USAGE);
  process.exit(help ? 0 : 1);
}
try {
  const { MIGRATION_DATABASE_URL: url } = readReferenceConfig();
  const task = await command.prepare(words);
  await withDatabase('reference', url, async (db) => {
    console.log(await db.transaction(task));
  });
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
