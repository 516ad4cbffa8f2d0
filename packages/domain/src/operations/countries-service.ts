// Decisions of operators about whole countries, in the console and by command: calls the requirements module, and records the
// action.
import type {
  CountryList,
  OperatorAction,
  OperatorActionPage,
  OperatorActionQuery,
  RuledCountryList,
} from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { listStaffNames } from '../accounts/index.ts';
import type { Context } from '../context.ts';
import {
  decideOnCountries,
  findCountryName,
  listCountryRows,
  listEntries,
  openCountry,
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
