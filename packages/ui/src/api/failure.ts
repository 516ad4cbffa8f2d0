import type { ErrorCode, Problem } from '@onboarding/contract';

/** Codes set by the browser: there was no response, or not one of our API. */
export type FailureCode = ErrorCode | 'Network.Unreachable' | 'Network.Unreadable';

/** A failure as the API reports it: a message, messages by field, and the request id to quote. */
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

/** Whether a list refuses the cursor in its URL, because it belongs to another list or has expired. */
export const isAboutCursor = (error: Error | null): boolean =>
  error instanceof ApiFailure && error.details.some(({ pointer }) => pointer === '?cursor');
