import { type BodyCheck, ERRORS, type ErrorCode, mostProblems, type Problem } from '@onboarding/contract';

export interface FailureFacts {
  /** Replaces the catalogue's text when more is known. */
  message?: string;
  details?: Problem[];
  retryAfterSeconds?: number;
  /** If the route gives the code a status other than the catalogue's. */
  status?: number;
}

/** An expected failure. Its code determines the HTTP status and the default message. */
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

/** A request with problems: the first is the error, the details list them all, up to a useful number. */
export function validationError(problems: readonly [Problem, ...Problem[]]): DomainError {
  return new DomainError(problems[0].code, { message: problems[0].message, details: mostProblems(problems) });
}

/** A body in which neither its schema nor our rules found a problem. Otherwise throws all problems at once. */
export function acceptBody<T>({ problems: faults, value }: BodyCheck<T>, problems: readonly Problem[] = faults): T {
  const [first, ...others] = problems;
  if (first !== undefined) throw validationError([first, ...others]);
  // Unreachable: without a value there is a problem.
  if (value === undefined) throw new Error('A body without problems has no value');
  return value;
}
