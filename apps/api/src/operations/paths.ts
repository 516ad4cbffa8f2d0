// Shared by the routes for operators.
import { DomainError } from '@onboarding/domain';

export const OPERATIONS = '/operations/v1';
export const PARTNERS = `${OPERATIONS}/partners` as const;
export const PARTNER = `${PARTNERS}/{partnerId}` as const;
export const COUNTRIES = `${OPERATIONS}/countries` as const;
export const malformed = 'ValidationControl.Error';
export const noCountry = 'Operations.RulesNotFound';

export function toCountry(text: string): string {
  if (!/^[A-Z]{3}$/.test(text)) throw new DomainError(noCountry);
  return text;
}

/** Throws if a country or its rules do not exist. */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new DomainError(noCountry);
  return value;
}
