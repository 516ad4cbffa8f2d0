// Messages about the failure of a page, a part of one, or an action.
import { ApiFailure } from '../api/failure.ts';

const NOT_ALLOWED = new Set<string>(['Session.RoleMissing']);

/** Whether the role is missing, so that a retry does not help. */
export const isForbidden = (error: Error): boolean => error instanceof ApiFailure && NOT_ALLOWED.has(error.code);

/** The dialog that asks to sign in again says all there is to say; after it, every read is repeated. */
export const isSignedOut = (error: Error | null): boolean => error instanceof ApiFailure && error.status === 401;

/** `what`: the missing part of the page; without it, the whole page. `stale`: earlier data is still shown. */
export function failureTitle(error: Error, { what, stale }: { what?: string | undefined; stale: boolean }): string {
  if (stale) return 'This may be out of date';
  return isForbidden(error) ? 'Your role does not allow this' : `${what ?? 'This'} could not be loaded`;
}

/** Why an action failed; undefined if nothing is shown. With `marked`, the form shows the messages of its fields itself. */
export function actionFailureWords(error: Error, marked: boolean): string | undefined {
  if (isSignedOut(error)) return undefined;
  const failure = error instanceof ApiFailure ? error : undefined;
  const isAtField = marked && Object.keys(failure?.fieldErrors() ?? {}).length > 0;
  return isAtField ? 'Correct the marked fields above, then try again.' : error.message;
}

/** The failure of a read, kept while it is retried, so that the retry does not look like a first load. */
export const lastingFailure = <T extends Error>(error: T | null, last: T | null, failures: number): T | null =>
  error ?? (failures > 0 ? last : null);
