// How it is said that something failed: a page, a part of one, or an action.
import { ApiFailure } from '../api/failure.ts';

const NOT_ALLOWED = new Set<string>(['Session.RoleMissing']);

/** Trying again does not help whoever may not. */
export const isForbidden = (error: Error): boolean => error instanceof ApiFailure && NOT_ALLOWED.has(error.code);

/** `what`: the part of the page that is missing; without it, all of it. `stale`: what was read before is still shown. */
export function failureTitle(error: Error, { what, stale }: { what?: string | undefined; stale: boolean }): string {
  if (stale) return 'This may be out of date';
  return isForbidden(error) ? 'Your role does not allow this' : `${what ?? 'This'} could not be loaded`;
}

/** Why an action did not happen; undefined where nothing is said. With `marked`, the form shows the messages of its fields itself. */
export function actionFailureWords(error: Error, marked: boolean): string | undefined {
  const failure = error instanceof ApiFailure ? error : undefined;
  // Whoever is signed out is asked to sign in again; afterwards the words would not be true any more.
  if (failure?.status === 401) return undefined;
  const isAtField = marked && Object.keys(failure?.fieldErrors() ?? {}).length > 0;
  return isAtField ? 'Correct the marked fields above, then try again.' : error.message;
}

/** Why the read failed; the same while it is tried again, which alone would look as if nothing had happened yet. */
export const lastingFailure = <T extends Error>(error: T | null, last: T | null, failures: number): T | null =>
  error ?? (failures > 0 ? last : null);
