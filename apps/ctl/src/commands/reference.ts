// Changes reference data without a release: the identity documents accepted in a country, and the business types.
import { readFile } from 'node:fs/promises';
import { addNoun } from '@onboarding/command';
import { DOCUMENT_CATEGORIES } from '@onboarding/contract';
import {
  activateRules,
  addType,
  closeRules,
  draftRules,
  retireType,
  setDocumentsOfType,
} from '@onboarding/domain/operations';
import {
  type Assumptions,
  getRequirementSet,
  listAssumptions,
  listBusinessTypes,
  listRequirementSets,
} from '@onboarding/domain/requirements';
import { failureCode } from '@onboarding/platform/postgres';
import type { Command } from 'commander';
import { explained } from '../explained.ts';
import { WrongUsage } from '../failure.ts';
import { toCount, toTable } from '../output.ts';
import type { Perform } from '../task.ts';

const READS = 'OPERATIONS_DATABASE_URL (role onboarding_operations)';
const READS_AS_OWNER = 'MIGRATION_DATABASE_URL (role onboarding_owner)';
const COUNTRY = 'an ISO 3166-1 alpha-3 code';
const SOON = 'Running API processes pick up changes within 30 seconds; no restart is needed.';
const KEEPS = 'A business keeps the requirements under which it was created.';

export function addReference(program: Command, perform: Perform): void {
  const reference = addNoun(program, 'reference', 'identity documents per country, and business types');
  const requirements = addNoun(reference, 'requirements', 'the versions of the requirements of a country');
  addListOfSets(requirements, perform);
  addShow(requirements, perform);
  addAdd(requirements, perform);
  addActivate(requirements, perform);
  addClose(requirements, perform);
  addAssumptions(requirements, perform);
  addBusinessTypes(addNoun(reference, 'business-types', 'business types'), perform);
}

function addListOfSets(requirements: Command, perform: Perform): void {
  const list = requirements
    .command('list')
    .description('list the versions of all countries, or of one')
    .argument('[country]', COUNTRY)
    .action(
      perform(async (task, country: string | undefined) => {
        const sets = await task.transaction('operations', (tx) => listRequirementSets(tx, country?.toUpperCase()));
        const rows = sets.map((one) => [
          one.countryCode,
          String(one.version),
          one.status,
          toCount(one.documents, 'document'),
          day(one.activatedAt ?? one.createdAt),
          one.retiredAt === null ? '-' : day(one.retiredAt),
          one.general ? 'general rule' : '',
        ]);
        const table = toTable(['COUNTRY', 'VERSION', 'STATUS', 'ACCEPTS', 'SINCE', 'UNTIL', ''], rows);
        task.answer({ items: sets }, rows.length === 0 ? 'There are no requirements.' : table);
      }),
    );
  explained(list, { reads: READS, examples: ['NGA'] });
}

const day = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function addShow(requirements: Command, perform: Perform): void {
  const show = requirements
    .command('show')
    .description('print the entries of a version as JSON')
    .argument('<country>', COUNTRY)
    .argument('<version>', 'the version number')
    .action(
      perform(async (task, country: string, version: string) => {
        const number = toVersion(version);
        const entries = await task.transaction('operations', (tx) =>
          getRequirementSet(tx, country.toUpperCase(), number),
        );
        task.answer(entries, JSON.stringify(entries, null, 2));
      }),
    );
  explained(show, { reads: READS, examples: ['NGA 1 > nga.json'] });
}

function addAdd(requirements: Command, perform: Perform): void {
  const add = requirements
    .command('add')
    .description('add the entries of a file as a new draft version, which is not active yet')
    .argument('<country>', COUNTRY)
    .argument('<file>', 'a list of entries, as printed by "show"')
    .action(
      perform(async (task, country: string, file: string) => {
        const entries = await readJson(file);
        const code = country.toUpperCase();
        const version = await task.transaction('operations', (tx) =>
          draftRules(tx, task, task.operator(), { countryCode: code, entries }),
        );
        const next = `onboardingctl reference requirements activate ${code} ${version}`;
        task.answer({ countryCode: code, version }, `${code} version ${version} is a draft. Activate it with: ${next}`);
      }),
    );
  explained(add, { reads: READS, examples: ['NGA nga.json'] });
}

function addActivate(requirements: Command, perform: Perform): void {
  const activate = requirements
    .command('activate')
    .description('activate a version, retire the active one, and open the country')
    .argument('<country>', COUNTRY)
    .argument('<version>', 'the version number')
    .option('--reason <text>', 'reason, recorded in the log')
    .action(
      perform(async (task, country: string, asked: string, { reason = null }: { reason?: string | null }) => {
        const wanted = { countryCode: country.toUpperCase(), version: toVersion(asked), reason };
        const activated = await task.transaction('operations', (tx) =>
          activateRules(tx, task, task.operator(), wanted),
        );
        task.answer(activated, toldActivation(activated, wanted.version));
      }),
    );
  explained(activate, {
    notes: `Activating a retired version creates a new version with the same entries. ${KEEPS} ${SOON}`,
    reads: READS,
    examples: ['NGA 2'],
  });
}

function toldActivation(done: Awaited<ReturnType<typeof activateRules>>, asked: number): string {
  const { countryCode: country, version, retired, changed } = done;
  if (!changed) {
    const same = version === asked ? '' : `, with the same entries as version ${asked}`;
    return `${country} version ${version} is already active${same}; nothing was changed.`;
  }
  const copied = version === asked ? '' : ` It has the entries of version ${asked}.`;
  const before = retired === null ? '' : ` Version ${retired} is retired.`;
  return `${country} version ${version} is active.${copied}${before}`;
}

function addClose(requirements: Command, perform: Perform): void {
  const close = requirements
    .command('close')
    .description('retire the active version: businesses and residents of the country are no longer accepted')
    .argument('<country>', COUNTRY)
    .action(
      perform(async (task, country: string) => {
        const code = country.toUpperCase();
        const { retired, changed } = await task.transaction('operations', (tx) =>
          closeRules(tx, task, task.operator(), code),
        );
        task.answer({ countryCode: code, retired: retired ?? null }, toldClosing(code, retired, changed));
      }),
    );
  explained(close, {
    notes: `"countries close" does the same for several countries. ${SOON}`,
    reads: READS,
    examples: ['CHE'],
  });
}

export function toldClosing(code: string, retired: number | undefined, changed: boolean): string {
  if (!changed) return `${code} is already closed; nothing was changed.`;
  const version = retired === undefined ? '' : `: version ${retired} is retired`;
  return `${code} is closed${version}. Open it again with: onboardingctl countries open ${code}`;
}

function addAssumptions(requirements: Command, perform: Perform): void {
  const assumptions = requirements
    .command('assumptions')
    .description('list the active entries that are based on an assumption, with the assumption')
    .argument('[country]', COUNTRY)
    .action(
      perform(async (task, country: string | undefined) => {
        const found = await task.transaction('operations', (tx) => listAssumptions(tx, country?.toUpperCase()));
        task.answer(found, toReport(found));
      }),
    );
  explained(assumptions, { reads: READS, examples: ['', 'KEN'] });
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
  const among = `${entries} entries of ${toCount(countries, 'country', 'countries')}`;
  const others = general === 0 ? 'no other country' : toCount(general, 'other country', 'other countries');
  const sum = `${assumed.length} of ${among} are assumptions. The general rule for passports applies in ${others}.`;
  return [...lines, sum].join('\n');
}

function addBusinessTypes(types: Command, perform: Perform): void {
  addListOfTypes(types, perform);
  addNewType(types, perform);
  addDocuments(types, perform);
  addRetire(types, perform);
}

function addListOfTypes(types: Command, perform: Perform): void {
  const list = types
    .command('list')
    .description('list all business types, with the documents that are usually required')
    .action(
      perform(async (task) => {
        const found = await task.transaction('operations', (tx) => listBusinessTypes(tx));
        const items = found.map((one) => ({
          businessTypeCode: one.businessTypeCode,
          status: one.status,
          documentCategories: one.documentCategories ?? [],
        }));
        const rows = items.map((one) => [one.status, one.businessTypeCode, one.documentCategories.join(', ')]);
        task.answer({ items }, toTable(['STATUS', 'BUSINESS TYPE', 'USUAL DOCUMENTS'], rows));
      }),
    );
  explained(list, { reads: READS, examples: [''] });
}

function addNewType(types: Command, perform: Perform): void {
  const add = types
    .command('add')
    .description('add a business type, or reactivate a retired one')
    .argument('<name>', 'its name, in Pascal case')
    .action(
      perform(async (task, name: string) => {
        const outcome = await task.transaction('owner', (tx) => addType(tx, task, task.operator(), name));
        const texts = {
          Added: `${name} is now a business type.`,
          Restored: `${name} is in use again.`,
          Unchanged: `${name} is already a business type; nothing was changed.`,
        };
        task.answer({ businessTypeCode: name, changed: outcome !== 'Unchanged' }, texts[outcome]);
      }),
    );
  explained(add, { notes: SOON, reads: READS_AS_OWNER, examples: ['FamilyOffice'] });
}

function addDocuments(types: Command, perform: Perform): void {
  const documents = types
    .command('documents')
    .description('set which documents are usually required')
    .argument('<name>', 'the business type')
    .argument('[category...]', `any of ${DOCUMENT_CATEGORIES.join(', ')}; omit to clear the list`)
    .action(
      perform(async (task, name: string, categories: string[]) => {
        const code = await task.transaction('owner', (tx) =>
          setDocumentsOfType(tx, task, task.operator(), { name, categories }),
        );
        const text = `Usually required for ${code}: ${categories.join(', ') || 'nothing'}.`;
        task.answer({ businessTypeCode: code, documentCategories: categories }, text);
      }),
    );
  explained(documents, { reads: READS_AS_OWNER, examples: ['FamilyOffice OwnershipChart SourceOfFunds'] });
}

function addRetire(types: Command, perform: Perform): void {
  const retire = types
    .command('retire')
    .description('retire a business type: existing businesses keep it, but new ones cannot use it')
    .argument('<name>', 'the business type')
    .action(
      perform(async (task, name: string) => {
        const done = await task.transaction('owner', (tx) => retireType(tx, task, task.operator(), name));
        const text = done.changed
          ? `${done.name} is retired. Existing businesses keep it.`
          : `${done.name} was already retired; nothing was changed.`;
        task.answer({ businessTypeCode: done.name, changed: done.changed }, text);
      }),
    );
  explained(retire, { reads: READS_AS_OWNER, examples: ['FamilyOffice'] });
}

function toVersion(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new WrongUsage(`A version is a number such as 2, not ${JSON.stringify(text)}.`);
}

async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new WrongUsage(`${file} cannot be read (${failureCode(error) ?? 'unknown'}).`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongUsage(`${file} is not JSON. It must be a list of entries, as printed by "show".`);
  }
}
