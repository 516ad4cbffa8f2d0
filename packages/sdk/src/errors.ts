// The errors of a call. There is one class per way of handling an error; `code` says exactly what happened.
import type { CurrentState, ErrorCode, Problem } from './api.gen.ts';
import type { DocumentRefusal, DocumentStatus, Extensible } from './vocabularies.gen.ts';

/** Any failure of a call. An aborted call is not one: it throws the reason of its AbortSignal, as fetch does. */
export class OnboardingError extends Error {
  override name = 'OnboardingError';
}

export interface ApiRefusal {
  status: number;
  code: ErrorCode;
  message: string;
  details?: readonly Problem[];
  current?: CurrentState | undefined;
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
}

/** A message of the API names only the field, so that it can be shown to people. A log also needs to say whose field it is. */
function located(message: string, [first]: readonly Problem[]): string {
  const isNested = first !== undefined && first.message === message && first.pointer.lastIndexOf('/') > 0;
  return isNested ? `${message} (${first.pointer})` : message;
}

/** The API answered with an error. */
export class ApiError extends OnboardingError {
  override name = 'ApiError';
  readonly status: number;
  /** From the catalogue of errors; Http.<status> if the response did not come from the API but, for example, from a proxy. */
  readonly code: ErrorCode;
  /** All problems of the request, each with a pointer to its field, and a message that you can show beside it. */
  readonly details: readonly Problem[];
  /** Of a conflict over a reference or a version: the business that has it, and its version now. */
  readonly current: CurrentState | undefined;
  /** Quote it when you contact us. */
  readonly requestId: string | undefined;
  /** How long the API asks you to wait. */
  readonly retryAfterMs: number | undefined;

  constructor({ status, code, message, details = [], current, requestId, retryAfterMs }: ApiRefusal) {
    super(located(message, details));
    this.status = status;
    this.code = code;
    this.details = details;
    this.current = current;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** 400, 413, 414, 415, 422: correct the request; `details` names every field. */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError';
}

/** 401 twice, with two tokens. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the scope is missing, or the business is another partner's. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** 404 and 410. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: the state does not allow it. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 412: the business has changed since you read it. */
export class VersionMismatchError extends ApiError {
  override name = 'VersionMismatchError';
}

/** 429, even after all retries. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 5xx, even after all retries if it could be retried. */
export class ServiceError extends ApiError {
  override name = 'ServiceError';
}

/** No response: the connection failed or broke. A write that was sent without a key may have taken effect. */
export class ConnectionError extends OnboardingError {
  override name = 'ConnectionError';
}

/** No response within timeoutMs. */
export class RequestTimeoutError extends ConnectionError {
  override name = 'RequestTimeoutError';
}

/** The awaited outcome did not happen in time; this is not a failure yet. */
export class WaitTimeoutError extends OnboardingError {
  override name = 'WaitTimeoutError';
}

/** The storage did not accept the file. */
export class UploadError extends OnboardingError {
  override name = 'UploadError';
  readonly status: number;
  /** The storage's own code, such as SignatureDoesNotMatch. */
  readonly code: string | undefined;

  constructor(message: string, status: number, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The type of the file cannot be detected, and none was given. Nothing was sent. */
export class UnknownFileTypeError extends OnboardingError {
  override name = 'UnknownFileTypeError';
}

/** The document was not confirmed: its file was refused, or would be. */
export class DocumentRefusedError extends OnboardingError {
  override name = 'DocumentRefusedError';
  readonly documentId: string;
  readonly status: Extensible<DocumentStatus>;
  readonly refusal: Extensible<DocumentRefusal>;

  constructor(message: string, about: Pick<DocumentRefusedError, 'documentId' | 'status' | 'refusal'>) {
    super(message);
    this.documentId = about.documentId;
    this.status = about.status;
    this.refusal = about.refusal;
  }
}

type ApiErrorClass = new (refusal: ApiRefusal) => ApiError;

const BY_STATUS: Record<number, ApiErrorClass> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  412: VersionMismatchError,
  413: InvalidRequestError,
  414: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
};

export function toApiError(refusal: ApiRefusal): ApiError {
  const Found = BY_STATUS[refusal.status] ?? (refusal.status >= 500 ? ServiceError : ApiError);
  return new Found(refusal);
}
