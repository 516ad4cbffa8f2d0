// Actions of operators on reference data, in the console and by command: calls the requirements module, and records the
// action.
import type { RulesActivated } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import {
  activateRequirementSet,
  addBusinessType,
  addRequirementSet,
  closeCountry,
  retireBusinessType,
  setUsualDocuments,
} from '../requirements/index.ts';
import { idOf, type Operator, recordAction } from './operator-log.ts';

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
