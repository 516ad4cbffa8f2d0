// What operators decide about whole countries, by command: as the module of the rules does it, and recorded with their name.
import type { OperatorAction } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import { decideOnCountries, openCountry } from '../requirements/index.ts';
import { idOf, type Operator, recordAction } from './operator-log.ts';

/** How a decision is called, and what it does to which list. */
const DECISIONS = {
  CountryProhibited: { list: 'Prohibited', standing: 'Listed' },
  CountryAllowed: { list: 'Prohibited', standing: 'Unlisted' },
  CountryHighRisk: { list: 'HighRisk', standing: 'Listed' },
  CountryOrdinaryRisk: { list: 'HighRisk', standing: 'Unlisted' },
} as const satisfies Partial<Record<OperatorAction, object>>;
export type CountryDecision = keyof typeof DECISIONS;

/** Returns the countries for which this is new. */
export async function decideCountries(
  tx: Tx,
  context: Pick<Context, 'clock'>,
  operator: Extract<Operator, { kind: 'Operator' }>,
  { decision: action, countries, reason }: { decision: CountryDecision; countries: readonly string[]; reason: string },
): Promise<string[]> {
  const decision = { ...DECISIONS[action], countries, reason, decidedBy: operator.name };
  const changed = await decideOnCountries(tx, decision, context.clock.now());
  for (const id of changed) {
    await recordAction(tx, context, operator, { action, subject: { kind: 'Country', id }, reason });
  }
  return changed;
}

interface Opened {
  countryCode: string;
  /** The rules for its residents; null if it has none. */
  version: number | null;
  changed: boolean;
}

/** In order, so that two operators never wait for each other. */
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
