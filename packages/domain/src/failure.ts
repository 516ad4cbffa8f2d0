import { ERRORS, type ErrorCode, mostProblems, type Problem } from '@onboarding/contract';

export interface FailureFacts {
  /** Said instead of the catalogue's text, when more is known. */
  message?: string;
  details?: Problem[];
  retryAfterSeconds?: number;
  /** Where the route gives the code another status than the catalogue. */
  status?: number;
}

/** An expected failure. Its code decides the HTTP status and, unless more is said, the message. */
export class DomainError extends Error {
  override name = 'DomainError';
  readonly code: ErrorCode;
  readonly details: Problem[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly status: number | undefined;

  constructor(code: ErrorCode, facts: FailureFacts = {}) {
    super(facts.message ?? `${ERRORS[code].cause} ${ERRORS[code].remedy}`);
    this.code = code;
    this.details = facts.details;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.status = facts.status;
  }
}

/** A request with problems: the first one is the error, all are in the details, as far as anybody can use them. */
export function refuse(problems: readonly [Problem, ...Problem[]]): DomainError {
  return new DomainError(problems[0].code, { message: problems[0].message, details: mostProblems(problems) });
}
