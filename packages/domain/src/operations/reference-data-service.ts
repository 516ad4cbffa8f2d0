// Actions of operators on reference data, in the console and by command: calls the requirements module, and records the action.
import type {
  CountryList,
  OperatorAction,
  OperatorActionPage,
  OperatorActionQuery,
  RuledCountryList,
  RulesActivated,
} from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { listStaffNames } from '../accounts/index.ts';
import type { Context } from '../context.ts';
import {
  activateRequirementSet,
  addBusinessType,
  addRequirementSet,
  closeCountry,
  decideOnCountries,
  findCountryName,
  listCountryRows,
  listEntries,
  openCountry,
  retireBusinessType,
  setUsualDocuments,
} from '../requirements/index.ts';
import { idOf, listActions, type Operator, recordAction } from './operator-log.ts';

/** The action of each decision, and how it changes which list. */
const DECISIONS = {
  CountryProhibited: { list: 'Prohibited', standing: 'Listed' },
  CountryAllowed: { list: 'Prohibited', standing: 'Unlisted' },
  CountryHighRisk: { list: 'HighRisk', standing: 'Listed' },
  CountryOrdinaryRisk: { list: 'HighRisk', standing: 'Unlisted' },
} as const satisfies Partial<Record<OperatorAction, object>>;
export type CountryDecision = keyof typeof DECISIONS;

/** Returns the countries for which the decision is new. */
export async function decideCountries(
  tx: Tx,
  context: Pick<Context, 'clock'>,
  operator: Operator,
  { decision: action, countries, reason }: { decision: CountryDecision; countries: readonly string[]; reason: string },
): Promise<string[]> {
  const decision = { ...DECISIONS[action], countries, reason, decidedBy: idOf(operator) };
  const changed = await decideOnCountries(tx, decision, context.clock.now());
  for (const id of changed) {
    await recordAction(tx, context, operator, { action, subject: { kind: 'Country', id }, reason });
  }
  return changed;
}

interface Opened {
  countryCode: string;
  /** The version of the rules for its residents; null if it has none. */
  version: number | null;
  changed: boolean;
}

/** Locks in order, so that two operators never deadlock. */
export async function openCountries(
  tx: Tx,
  context: Pick<Context, 'clock'>,
  operator: Operator,
  { countries, reason }: { countries: readonly string[]; reason: string | null },
): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (const id of [...new Set(countries)].sort()) {
    const { version = null, changed } = await openCountry(tx, id, idOf(operator));
    opened.push({ countryCode: id, version, changed });
    if (!changed) continue;
    const subject = { kind: 'Country', id } as const;
    await recordAction(tx, context, operator, { action: 'CountryOpened', subject, reason, details: { version } });
  }
  return opened;
}

/** Names of those who decided: members of our staff by account, or the operator of a command as recorded. */
export async function namesOfDeciders(
  tx: Tx,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string | null> {
  const users = ids.filter((id) => id !== null).filter(isUuid);
  const names = await listStaffNames(tx, users);
  return (id) => (id === null ? null : (names.get(id) ?? id));
}

/** Every country with its standing, the lists that include it and its active rules, in the order of their names. */
export async function listOperatedCountries(tx: Tx): Promise<RuledCountryList> {
  const [rows, entries] = [await listCountryRows(tx), await listEntries(tx)];
  const named = await namesOfDeciders(
    tx,
    [...rows, ...entries].map((one) => one.decidedBy),
  );
  const onList = (list: CountryList) => {
    const found = new Map(entries.filter((one) => one.list === list).map((one) => [one.countryCode, one]));
    return (country: string) => {
      const entry = found.get(country);
      if (entry === undefined) return null;
      const { standing, reason, since, decidedBy } = entry;
      return { standing, reason, since: since.toISOString(), decidedBy: named(decidedBy) };
    };
  };
  const [prohibitedIn, highRiskIn] = [onList('Prohibited'), onList('HighRisk')];
  return {
    items: rows.map((row) => ({
      ...row,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      decidedBy: named(row.decidedBy),
      prohibited: prohibitedIn(row.countryCode),
      highRisk: highRiskIn(row.countryCode),
      activeSince: row.activeSince?.toISOString() ?? null,
    })),
  };
}

/** The operators' actions on a country, newest first; undefined if there is no such country. */
export async function listCountryActions(
  tx: Tx,
  countryCode: string,
  query: OperatorActionQuery,
): Promise<OperatorActionPage | undefined> {
  if ((await findCountryName(tx, countryCode)) === undefined) return undefined;
  return listActions(tx, { kind: 'Country', id: countryCode }, query);
}

// Rules for identity documents, and business types.

/** Returns the number of the new version. */
export async function draftRules(
  tx: Tx,
  context: Pick<Context, 'clock'>,
  operator: Operator,
  { countryCode, entries }: { countryCode: string; entries: unknown },
): Promise<number> {
  const version = await addRequirementSet(tx, countryCode, entries);
  const subject = { kind: 'Country', id: countryCode } as const;
  await recordAction(tx, context, operator, { action: 'RulesDrafted', subject, details: { version } });
  return version;
}

export async function activateRules(
  tx: Tx,
  context: Pick<Context, 'clock'>,
  operator: Operator,
  { countryCode, version: asked, reason }: { countryCode: string; version: number; reason: string | null },
): Promise<RulesActivated> {
  const { version, retired, changed, opened } = await activateRequirementSet(tx, countryCode, asked, idOf(operator));
  const subject = { kind: 'Country', id: countryCode } as const;
  if (changed) {
    const details = { version, entriesOf: asked, retired: retired ?? null };
    await recordAction(tx, context, operator, { action: 'RulesActivated', subject, reason, details });
  }
  if (opened) {
    await recordAction(tx, context, operator, { action: 'CountryOpened', subject, reason, details: { version } });
  }
  return { countryCode, version, retired: retired ?? null, changed };
}

export async function closeRules(
  tx: Tx,
  context: Pick<Context, 'clock'>,
  operator: Operator,
  countryCode: string,
  reason: string | null = null,
): ReturnType<typeof closeCountry> {
  const closed = await closeCountry(tx, countryCode, idOf(operator));
  if (closed.changed) {
    const subject = { kind: 'Country', id: countryCode } as const;
    const details = { retired: closed.retired ?? null };
    await recordAction(tx, context, operator, { action: 'CountryClosed', subject, reason, details });
  }
  return closed;
}

const typeNamed = (id: string) => ({ kind: 'BusinessType', id }) as const;

export async function addType(
  tx: Tx,
  context: Pick<Context, 'clock'>,
  operator: Operator,
  name: string,
): ReturnType<typeof addBusinessType> {
  const outcome = await addBusinessType(tx, name);
  if (outcome !== 'Unchanged')
    await recordAction(tx, context, operator, { action: 'BusinessTypeAdded', subject: typeNamed(name) });
  return outcome;
}

/** Returns the name in its canonical spelling. */
export async function setDocumentsOfType(
  tx: Tx,
  context: Pick<Context, 'clock'>,
  operator: Operator,
  { name, categories }: { name: string; categories: readonly string[] },
): Promise<string> {
  const spelt = await setUsualDocuments(tx, name, categories);
  const details = { categories: categories.join(', ') };
  const subject = typeNamed(spelt);
  await recordAction(tx, context, operator, { action: 'BusinessTypeDocumentsSet', subject, details });
  return spelt;
}

export async function retireType(
  tx: Tx,
  context: Pick<Context, 'clock'>,
  operator: Operator,
  name: string,
): ReturnType<typeof retireBusinessType> {
  const retired = await retireBusinessType(tx, name);
  if (retired.changed)
    await recordAction(tx, context, operator, { action: 'BusinessTypeRetired', subject: typeNamed(retired.name) });
  return retired;
}
