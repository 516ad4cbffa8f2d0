import type { ErrorCode, Problem } from '@onboarding/contract';

/** Codes of the browser's side: the request got no answer, or one that is not ours. */
export type FailureCode = ErrorCode | 'Network.Unreachable' | 'Network.Unreadable';

/** What went wrong, as the API says it: in words, by field, and with the number to quote. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly status: number;
  readonly code: FailureCode;
  readonly details: readonly Problem[];
  readonly requestId: string | undefined;

  constructor(given: {
    status: number;
    code: FailureCode;
    message: string;
    details?: readonly Problem[] | undefined;
    requestId?: string | undefined;
  }) {
    super(given.message);
    this.status = given.status;
    this.code = given.code;
    this.details = given.details ?? [];
    this.requestId = given.requestId;
  }

  /** The messages by form field: '/url' is the field 'url'. */
  fieldErrors(): Record<string, string> {
    return Object.fromEntries(
      this.details
        .filter(({ pointer }) => pointer.startsWith('/'))
        .map(({ pointer, message }) => [pointer.slice(1).replaceAll('/', '.'), message]),
    );
  }
}

/** Whether a list refuses the page that its address asks for: of another list, or one that has expired. */
export const isAboutCursor = (error: Error | null): boolean =>
  error instanceof ApiFailure && error.details.some(({ pointer }) => pointer === '?cursor');
