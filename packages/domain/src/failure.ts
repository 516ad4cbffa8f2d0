import {
  type BodyCheck,
  type CurrentState,
  ERRORS,
  type ErrorCode,
  mostProblems,
  type Problem,
} from '@onboarding/contract';

export interface FailureFacts {
  /** Replaces the catalogue's text with a more specific one. */
  message?: string;
  details?: Problem[];
  /** Of a conflict. */
  current?: CurrentState;
  retryAfterSeconds?: number;
  /** Set if the route uses another status for this code than the catalogue. */
  status?: number;
}

/** An expected failure. Its code determines the HTTP status and the default message. */
export class DomainError extends Error {
  override name = 'DomainError';
  readonly code: ErrorCode;
  readonly details: Problem[] | undefined;
  readonly current: CurrentState | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly status: number | undefined;

  constructor(code: ErrorCode, facts: FailureFacts = {}) {
    super(facts.message ?? `${ERRORS[code].cause} ${ERRORS[code].remedy}`);
    this.code = code;
    this.details = facts.details;
    this.current = facts.current;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.status = facts.status;
  }
}

/** A request with problems: the first is the error, and the details list all of them, up to a limit. */
export function validationError(problems: readonly [Problem, ...Problem[]]): DomainError {
  return new DomainError(problems[0].code, { message: problems[0].message, details: mostProblems(problems) });
}

/** Returns a body without problems of its schema or our rules. Otherwise throws all problems at once. */
export function acceptBody<T>({ problems: faults, value }: BodyCheck<T>, problems: readonly Problem[] = faults): T {
  const [first, ...others] = problems;
  if (first !== undefined) throw validationError([first, ...others]);
  // Unreachable: a body without a value has a problem.
  if (value === undefined) throw new Error('A body without problems has no value');
  return value;
}
