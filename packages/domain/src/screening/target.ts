// The subjects of a business that are screened, and under which names. Pure.
import { askedNames } from '@onboarding/platform/names';
import type { ScreeningHit, ScreeningSubject } from '@onboarding/platform/screening';
import type { PersonToScreen } from '../people/index.ts';
import type { CustomerRow } from '../profiles/index.ts';

export interface ScreeningTarget {
  /** Null for the business itself. */
  uboId: string | null;
  /** A business may have two names, and each name may be queried in two forms. */
  questions: ScreeningSubject[];
}

export type BusinessToScreen = Pick<CustomerRow, 'companyName' | 'tradingName' | 'incorporationCountry'>;

export function targetsOf(business: BusinessToScreen, people: readonly PersonToScreen[]): ScreeningTarget[] {
  const { companyName, tradingName, incorporationCountry: country } = business;
  const names = new Set([companyName, tradingName ?? ''].flatMap(askedNames).filter((name) => name !== ''));
  const itself = [...names].map(
    (name): ScreeningSubject => ({ kind: 'Organisation', name, birthDate: null, countries: [country] }),
  );
  return [{ uboId: null, questions: itself }, ...people.map(personTarget)];
}

function personTarget(person: PersonToScreen): ScreeningTarget {
  const { uboId, firstName: first, lastName: last, birthDate, nationality, residence } = person;
  const countries = [...new Set([nationality, ...(residence === null ? [] : [residence])])];
  const questions = askedNames(`${first} ${last}`).map(
    (name): ScreeningSubject => ({ kind: 'Person', name, birthDate, countries }),
  );
  return { uboId, questions };
}

/** The exact query: a subject whose query changes is screened again. */
export function askedText(providerName: string, { questions }: ScreeningTarget): string {
  const asked = questions.map(({ kind, name, birthDate, countries }) => [kind, name, birthDate, countries]);
  return JSON.stringify(['screening', providerName, asked]);
}

/** The same entry found by two names of a business is one hit. */
export function mergeHits(found: readonly ScreeningHit[]): ScreeningHit[] {
  const best = new Map<string, ScreeningHit>();
  for (const hit of found) {
    const key = JSON.stringify([hit.listName, hit.entityId]);
    const other = best.get(key);
    if (other === undefined || other.score < hit.score) best.set(key, hit);
  }
  return [...best.values()].sort((one, other) => other.score - one.score);
}

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

/** When to retry after this many failures. */
export function retryAt(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries, 20), LONGEST_PAUSE_MS));
}
