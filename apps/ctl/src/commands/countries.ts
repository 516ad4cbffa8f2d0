// Which countries are served, and which ones analysts review first: decisions of the operator, separate from the rules for
// identity documents.
import { addNoun } from '@onboarding/command';
import {
  type CountryDecision,
  closeRules,
  decideCountries,
  listOperatedCountries,
  namesOfDeciders,
  openCountries,
} from '@onboarding/domain/operations';
import { listEntries, listLooks, listNewCountries, lookAgainFor } from '@onboarding/domain/requirements';
import { type Command, Option } from 'commander';
import { withConfirmation } from '../confirm.ts';
import { explained } from '../explained.ts';
import { WrongUsage } from '../failure.ts';
import { toCount, toTable, toTime } from '../output.ts';
import type { Perform } from '../task.ts';
import { toldClosing } from './reference.ts';

const READS = 'OPERATIONS_DATABASE_URL (role onboarding_operations)';
const COUNTRIES = 'ISO 3166-1 alpha-3 codes';
const SOON = 'Running API processes pick up changes within 30 seconds; no restart is needed.';
const LOOKED_FOR =
  'The worker then rechecks businesses with that country, and approved ones return to the queue; see: onboardingctl countries looks';

export function addCountries(program: Command, perform: Perform): void {
  const countries = addNoun(program, 'countries', 'which countries are served, and which are high-risk');
  addList(countries, perform);
  addOpen(countries, perform);
  addClose(countries, perform);
  addLists(countries, perform);
  addLook(countries, perform);
  addLooks(countries, perform);
  for (const verb of VERBS) addDecision(countries, perform, verb);
}

interface Verb {
  name: string;
  description: string;
  decision: CountryDecision;
  done: (country: string) => string;
  notes: string;
  example: string;
  /** The warning to confirm: allowing the country again does not undo the change. */
  warningOf?: (countries: string) => string;
}

const VERBS: readonly Verb[] = [
  {
    name: 'prohibit',
    description: 'never serve these countries',
    decision: 'CountryProhibited',
    done: (country) => `${country} is prohibited.`,
    notes: `Requests that name the country as place of incorporation, in an address, or as nationality, tax residence or issuer of an identity document are refused. Partners learn only that it is not served. ${SOON} ${LOOKED_FOR}`,
    example: "CUB SYR --reason 'sanctions policy of 3 March'",
    warningOf: (countries) =>
      `Requests of every partner that name ${countries} will be refused. Approved businesses with these countries will return to the queue, and each will need a new decision.`,
  },
  {
    name: 'allow',
    description: 'remove these countries from the prohibited list, or decide that they do not belong on it',
    decision: 'CountryAllowed',
    done: (country) => `${country} is not prohibited.`,
    notes: `This does not open the country: its businesses and residents are accepted only once it is open. ${SOON}`,
    example: "AFG MMR --reason 'board, 3 March: case by case'",
  },
  {
    name: 'high-risk',
    description: 'flag businesses with these countries, and put them first in the queue',
    decision: 'CountryHighRisk',
    done: (country) => `${country} is a high-risk country.`,
    notes: `You maintain this list: the release ships with the list of the Financial Action Task Force as of the date in its entries. ${LOOKED_FOR}`,
    example: "LAO NPL --reason 'FATF, February 2026'",
    warningOf: (countries) =>
      `Businesses with ${countries} will be flagged. Approved ones will return to the queue, and each will need a new decision.`,
  },
  {
    name: 'ordinary-risk',
    description: 'remove these countries from the high-risk list',
    decision: 'CountryOrdinaryRisk',
    done: (country) => `${country} is not a high-risk country.`,
    notes: 'The worker then removes the flag from businesses to which it no longer applies.',
    example: "BGR --reason 'FATF, February 2026'",
  },
];

function addDecision(countries: Command, perform: Perform, verb: Verb): void {
  const bare = countries.command(verb.name);
  const command = (verb.warningOf === undefined ? bare : withConfirmation(bare))
    .description(verb.description)
    .argument('<country...>', COUNTRIES)
    .addOption(new Option('--reason <text>', 'reason, shown in the list').makeOptionMandatory())
    .action(
      perform(async (task, given: string[], { reason, yes }: { reason: string; yes?: boolean }) => {
        const codes = toCodes(given);
        const warning = verb.warningOf?.(codes.join(' '));
        if (warning !== undefined) await task.confirm({ warning, word: verb.name, yes });
        const changed = await task.transaction('operations', (tx) =>
          decideCountries(tx, task, task.operator(), { decision: verb.decision, countries: codes, reason }),
        );
        const lines = codes.map((code) =>
          changed.includes(code) ? verb.done(code) : `${verb.done(code)} Nothing was changed.`,
        );
        task.answer({ countries: codes, changed }, lines.join('\n'));
      }),
    );
  explained(command, { notes: verb.notes, reads: READS, examples: [verb.example] });
}

const toCodes = (given: readonly string[]) => [...new Set(given.map((code) => code.toUpperCase()))].sort();

function addOpen(countries: Command, perform: Perform): void {
  const open = countries
    .command('open')
    .description('accept businesses and residents of these countries')
    .argument('[country...]', COUNTRIES)
    .option('--all', 'every country that no one has opened or closed yet, except those that are not served')
    .option('--reason <text>', 'reason, recorded in the log')
    .action(
      perform(async (task, given: string[], { all, reason = null }: { all?: true; reason?: string | null }) => {
        if ((all === true) === given.length > 0) throw new WrongUsage('Name the countries to open, or use --all.');
        const opened = await task.transaction('operations', async (tx) => {
          const codes = all === true ? await listNewCountries(tx) : toCodes(given);
          return openCountries(tx, task, task.operator(), { countries: codes, reason });
        });
        const changed = opened.filter((one) => one.changed);
        const bare = changed.filter(({ version }) => version === null).map(({ countryCode }) => countryCode);
        const lines = [
          changed.length === 0
            ? 'Nothing was changed.'
            : `Opened ${toCount(changed.length, 'country', 'countries')}: ${changed.map(({ countryCode }) => countryCode).join(' ')}.`,
          ...(bare.length === 0
            ? []
            : [`Open to businesses only, because there are no rules for residents: ${bare.join(' ')}.`]),
        ];
        task.answer({ items: opened }, lines.join('\n'));
      }),
    );
  explained(open, {
    notes: `Outside the local stack, no country is open until you run this. A country gets its previous rules for identity documents, or those shipped with the release; "reference requirements list" shows them. ${SOON}`,
    reads: READS,
    examples: ["NGA GBR KEN --reason 'first markets'", '--all'],
  });
}

function addClose(countries: Command, perform: Perform): void {
  const close = countries
    .command('close')
    .description('refuse businesses and residents of these countries from now on')
    .argument('<country...>', COUNTRIES)
    .option('--reason <text>', 'reason, recorded in the log')
    .action(
      perform(async (task, given: string[], { reason = null }: { reason?: string | null }) => {
        const closed = await task.transaction('operations', async (tx) => {
          const done: { countryCode: string; retired: number | undefined; changed: boolean }[] = [];
          for (const countryCode of toCodes(given)) {
            done.push({ countryCode, ...(await closeRules(tx, task, task.operator(), countryCode, reason)) });
          }
          return done;
        });
        const items = closed.map((one) => ({ ...one, retired: one.retired ?? null }));
        task.answer({ items }, closed.map((one) => toldClosing(one.countryCode, one.retired, one.changed)).join('\n'));
      }),
    );
  explained(close, {
    notes: `Existing businesses may keep what they have: their country of incorporation, their addresses and where their people live. The country is still accepted as nationality, passport issuer or tax residence of people who live elsewhere; "countries prohibit" refuses that too. ${SOON}`,
    reads: READS,
    examples: ["CHE --reason 'licence ended'"],
  });
}

function addList(countries: Command, perform: Perform): void {
  const list = countries
    .command('list')
    .description('list all countries: whether each is open, closed or new, who decided, and the rules for residents')
    .addOption(new Option('--standing <word>', 'only countries with this status').choices(['new', 'open', 'closed']))
    .action(
      perform(async (task, { standing }: { standing?: string }) => {
        const found = await task.transaction('operations', listOperatedCountries);
        const items = found.items.filter((one) => standing === undefined || one.standing.toLowerCase() === standing);
        const rows = items.map((one) => [
          one.countryCode,
          one.name,
          one.standing.toLowerCase(),
          one.activeVersion === null ? '-' : one.general ? 'general rule' : `version ${one.activeVersion}`,
          toTime(one.decidedAt),
          one.decidedBy ?? '-',
        ]);
        task.answer({ items }, toTable(['COUNTRY', 'NAME', 'STATUS', 'RESIDENTS', 'DECIDED', 'BY'], rows));
      }),
    );
  explained(list, {
    notes:
      'A country without a name was opened by an earlier release. Prohibited countries are never served, even if listed as open; see: onboardingctl countries lists',
    reads: READS,
    examples: ['', '--standing open', '--standing new --json'],
  });
}

const WORDS = {
  Prohibited: { Listed: 'prohibited', Unlisted: 'allowed', Undecided: 'UNDECIDED' },
  HighRisk: { Listed: 'high risk', Unlisted: 'ordinary risk', Undecided: 'UNDECIDED' },
} as const;

function addLists(countries: Command, perform: Perform): void {
  const lists = countries
    .command('lists')
    .description('list prohibited countries, high-risk countries, and missing decisions')
    .action(
      perform(async (task) => {
        const items = await task.transaction('operations', async (tx) => {
          const entries = await listEntries(tx);
          const named = await namesOfDeciders(
            tx,
            entries.map((entry) => entry.decidedBy),
          );
          return entries.map(({ countryCode, decidedBy, ...rest }) => ({
            countryCode,
            ...rest,
            decidedBy: named(decidedBy),
          }));
        });
        const rows = items.map((one) => [
          one.countryCode,
          one.name,
          WORDS[one.list][one.standing],
          toTime(one.since),
          one.decidedBy ?? '-',
          one.reason,
        ]);
        task.answer({ items }, toTable(['COUNTRY', 'NAME', 'STATUS', 'SINCE', 'DECIDED BY', 'REASON'], rows));
        if (items.some(({ standing }) => standing === 'Undecided')) task.fail();
      }),
    );
  explained(lists, {
    notes:
      'A country that is UNDECIDED is not served, and no production process starts until you prohibit or allow it. The exit code is 1 while any country is undecided.',
    reads: READS,
    examples: ['', '--json'],
  });
}

function addLook(countries: Command, perform: Perform): void {
  const look = countries
    .command('look')
    .description('recheck businesses with these countries, even though no list has changed')
    .argument('[country...]', COUNTRIES)
    .option('--all', 'every country on a list')
    .action(
      perform(async (task, given: string[], { all }: { all?: true }) => {
        if ((all === true) === given.length > 0) throw new WrongUsage('Name the countries to recheck, or use --all.');
        const asked = await task.transaction('operations', (tx) =>
          lookAgainFor(tx, all === true ? 'Listed' : toCodes(given), task.operator().name, task.clock.now()),
        );
        const told = `The worker rechecks businesses with ${toCount(asked.length, 'country', 'countries')}. See: onboardingctl countries looks`;
        task.answer({ countries: asked }, told);
      }),
    );
  explained(look, {
    notes:
      'Run it after an upgrade during which workers of an earlier release were still running, because those compute flags without these lists.',
    reads: READS,
    examples: ['--all', 'YEM'],
  });
}

const LOOKS_SHOWN = 20;

function addLooks(countries: Command, perform: Perform): void {
  const looks = countries
    .command('looks')
    .description('show the progress of rechecking businesses after a list change')
    .action(
      perform(async (task) => {
        const items = await task.transaction('operations', async (tx) => {
          const found = await listLooks(tx, LOOKS_SHOWN);
          const named = await namesOfDeciders(
            tx,
            found.map((look) => look.askedBy),
          );
          return found.map((look) => ({
            countries: look.countries,
            askedBy: named(look.askedBy),
            askedAt: look.askedAt,
            looked: Number(look.lookedAt),
            concerned: Number(look.concerned),
            finishedAt: look.finishedAt,
          }));
        });
        const rows = items.map((one) => [
          toTime(one.askedAt),
          one.askedBy ?? '-',
          String(one.looked),
          String(one.concerned),
          toTime(one.finishedAt),
          one.countries.join(' '),
        ]);
        const table = toTable(['REQUESTED', 'BY', 'CHECKED', 'AFFECTED', 'FINISHED', 'COUNTRIES'], rows);
        task.answer({ items }, rows.length === 0 ? 'No list has changed.' : table);
      }),
    );
  explained(looks, { reads: READS, examples: [''] });
}
