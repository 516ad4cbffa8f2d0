// Decisions of operators about whole countries, regardless of identity documents. Running processes apply them when they
// refresh the catalogue; the worker then finds the affected businesses.
import type { CountryList } from '@onboarding/contract';
import { ConfigError } from '@onboarding/platform/config';
import type { Logger } from '@onboarding/platform/logger';
import type { Db, Tx } from '@onboarding/platform/postgres';
import { askForLook, type Decided, findStanding, putDecision, readCountryLists } from './country-list-store.ts';
import { holdCountries } from './reference-service.ts';

export interface Decision {
  list: CountryList;
  countries: readonly string[];
  standing: Decided['standing'];
  reason: string;
  decidedBy: string;
}

/** Returns the countries for which the decision is new. Locks in order, so that two operators never deadlock. */
export async function decideOnCountries(tx: Tx, { countries, ...decision }: Decision, now: Date): Promise<string[]> {
  const sorted = await holdCountries(tx, countries);
  const changed: string[] = [];
  const concerned: string[] = [];
  for (const country of sorted) {
    const before = (await findStanding(tx, decision.list, country)) ?? 'None';
    if (before === decision.standing) continue;
    await putDecision(tx, { ...decision, country }, now);
    changed.push(country);
    if (before === 'Listed' || decision.standing === 'Listed') concerned.push(country);
  }
  if (concerned.length > 0) await askForLook(tx, { countries: concerned, askedBy: decision.decidedBy, now });
  return changed;
}

/** Rechecks businesses that refer to one of these countries, or to any country on a list. Returns the countries. */
export async function lookAgainFor(
  tx: Tx,
  countries: readonly string[] | 'Listed',
  askedBy: string,
  now: Date,
): Promise<string[]> {
  const { prohibited, highRisk } = await readCountryLists(tx);
  const meant = await holdCountries(tx, countries === 'Listed' ? [...prohibited, ...highRisk] : countries);
  if (meant.length > 0) await askForLook(tx, { countries: meant, askedBy, now });
  return meant;
}

/** The message for the operator who has to decide. */
export function missingDecisions(undecided: readonly string[]): { found: string; cure: string } {
  const words = undecided.join(' ');
  return {
    found: `nobody has decided whether these countries are served: ${undecided.join(', ')}`,
    cure: `Decide on each: onboardingctl countries prohibit ${words} --reason '...' or onboardingctl countries allow ${words} --reason '...'`,
  };
}

const AGAIN_MS = 2_000;

interface Starting {
  environment: string;
  logger: Logger;
  /** Ends the process: the database was unavailable at its start, and now shows that a decision is missing. */
  onMissing(error: Error): void;
}

/**
 * In production, no process starts while a country shipped without a decision is undecided. If the database is unavailable,
 * nothing is served either; it is queried until it answers.
 */
export async function requireCountryDecisions(db: Db, { environment, logger, onMissing }: Starting): Promise<void> {
  if (environment !== 'production') return;
  const look = async () => {
    const { undecided } = await db.transaction(readCountryLists, { readOnly: true });
    if (undecided.length === 0) return;
    const { found, cure } = missingDecisions(undecided);
    throw new ConfigError(`${found.charAt(0).toUpperCase()}${found.slice(1)}. ${cure}`);
  };
  const lookAgain = async (): Promise<void> => {
    try {
      await look();
    } catch (error) {
      if (error instanceof ConfigError) onMissing(error);
      else setTimeout(() => void lookAgain(), AGAIN_MS).unref();
    }
  };
  try {
    await look();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    logger.warn({ err: error }, 'decisions about countries could not be read; reading them again');
    setTimeout(() => void lookAgain(), AGAIN_MS).unref();
  }
}
