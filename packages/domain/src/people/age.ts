// How old a person of a business would be. Pure.
import { PLAUSIBLE_AGES } from '@onboarding/contract';

/** How the age differs from a plausible one: "younger than 18". Both dates are in the form YYYY-MM-DD. */
export function implausibleAge(birthDate: string, today: string): string | undefined {
  const age = ageOn(today, birthDate);
  if (age < PLAUSIBLE_AGES.from) return `younger than ${PLAUSIBLE_AGES.from}`;
  return age > PLAUSIBLE_AGES.to ? `older than ${PLAUSIBLE_AGES.to}` : undefined;
}

/** Completed years. */
function ageOn(day: string, birthDate: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}
