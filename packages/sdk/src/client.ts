// The client: every operation of the Partner API, and helpers that need more than one request.
import type {
  ApiRequest,
  AuditEntry,
  AuditPage,
  BusinessProfileCursorPage,
  BusinessProfileList,
  BusinessProfileSummary,
  DocumentRecord,
  ListApiRequestsQuery,
  ListBusinessProfilesQuery,
  ReadAuditTrailQuery,
  ReadChangesQuery,
  UploadLinkRequest,
  VerificationStatus,
} from './api.gen.ts';
import type { Answer, CallOptions, ReadOptions, UpdateOptions } from './call-options.ts';
import { DocumentRefusedError, UnknownFileTypeError, WaitTimeoutError } from './errors.ts';
import type { WebhookEvent } from './events.gen.ts';
import { refuseUnknown } from './known-options.ts';
import { ApiOperations } from './operations.gen.ts';
import { iteratePages, type Pages } from './pages.ts';
import type { Sending } from './sending.ts';
import { createTokenSource, type TokenSource, type TokenSourceOptions } from './token-source.ts';
import { createTransport, type Send } from './transport.ts';
import {
  explainRefusal,
  type FileContent,
  findType,
  refuseHopeless,
  sendFile,
  toBytes,
  type UploadProgress,
} from './upload.ts';
import type { DocumentCategory, Extensible } from './vocabularies.gen.ts';
import { pause, type RetryLimits, retryLimitsOf } from './waiting.ts';

export interface ClientOptions extends TokenSourceOptions {
  /** The base URL of the API without /api, such as https://api.example.com. */
  baseUrl: string;
  /** Timeout for each attempt of a request; defaults to 30 seconds. */
  timeoutMs?: number | undefined;
  /** Prepended to this package's own name in the User-Agent header. */
  userAgent?: string | undefined;
  /**
   * Called with the metadata of each successful response: warnings, request id, version. Without it, warnings are logged with
   * console.warn.
   */
  onAnswer?: ((answer: Answer) => void) | undefined;
}

export interface WaitOptions extends CallOptions {
  /** The maximum time to wait. */
  waitMs?: number | undefined;
  /** The wait before the second poll; later waits are longer. */
  pollMs?: number | undefined;
}

export interface UploadOptions extends WaitOptions {
  /** Also one that the service asks for and this version of the SDK does not know. */
  documentCategory: Extensible<DocumentCategory>;
  /** Detected from the first bytes if omitted. */
  contentType?: UploadLinkRequest['contentType'] | undefined;
  /** The person to whom the document belongs. */
  uboId?: string | null | undefined;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Timeout for sending the file; defaults to five minutes. */
  uploadTimeoutMs?: number | undefined;
}

export interface ChangesOptions extends CallOptions {
  /** Keeps waiting for new events after all were read, until the signal is aborted. */
  follow?: boolean | undefined;
  /** The interval between polls while waiting; defaults to 2 seconds. */
  pollMs?: number | undefined;
}

const CLIENT_OPTIONS: Record<keyof ClientOptions, true> = {
  baseUrl: true,
  issuer: true,
  tokenUrl: true,
  clientId: true,
  privateKey: true,
  keyId: true,
  scope: true,
  timeoutMs: true,
  maxRetries: true,
  retryForMs: true,
  backoffMs: true,
  userAgent: true,
  onAnswer: true,
  fetch: true,
  now: true,
};
/** Of all calls together, because callers may share an object of options among several. */
const CALL_OPTIONS: Record<keyof (ReadOptions & UpdateOptions & UploadOptions & ChangesOptions), true> = {
  signal: true,
  timeoutMs: true,
  maxRetries: true,
  retryForMs: true,
  requestId: true,
  onAnswer: true,
  ifNoneMatch: true,
  ifMatch: true,
  idempotencyKey: true,
  waitMs: true,
  pollMs: true,
  follow: true,
  documentCategory: true,
  contentType: true,
  uboId: true,
  onProgress: true,
  uploadTimeoutMs: true,
};

/** Only page and pageSize make the response a numbered page. */
type ByCursor = Omit<ListBusinessProfilesQuery, 'page' | 'pageSize'> & { page?: undefined; pageSize?: undefined };

const TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 300_000;
const BACKOFF_MS = 500;
const FOLLOW_MS = 2_000;
const DECISION = { waitMs: 600_000, pollMs: 1_000, longestMs: 30_000 };
const CONFIRMATION = { waitMs: 120_000, pollMs: 250, longestMs: 5_000 };
/** The factor by which each wait is longer than the previous one. */
const GROWTH = 1.5;
const DECIDED = ['Approved', 'Rejected', 'ChangesRequested'];
const OPEN_DOCUMENT = ['LinkIssued', 'Uploaded'];
/** The service does not report an expired link; it is a document without an outcome. */
const LINK_EXPIRES =
  ' If the file was not sent before expiresAt of its link, the link has expired: get a new one with postUploadLink and send the file there.';

export class OnboardingClient extends ApiOperations {
  readonly #send: Send;
  readonly #tokens: TokenSource;
  readonly #options: { fetch: typeof fetch; limits: RetryLimits; backoffMs: number };

  constructor(options: ClientOptions) {
    super();
    refuseUnknown(options, CLIENT_OPTIONS);
    const { backoffMs = BACKOFF_MS, timeoutMs = TIMEOUT_MS } = options;
    const limits = retryLimitsOf(options);
    // Wrapped, because Workers require the global fetch to be called as a plain function.
    const call: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.#options = { fetch: call, limits, backoffMs };
    this.#tokens = createTokenSource({ ...options, fetch: call });
    this.#send = createTransport({
      baseUrl: originOf(options.baseUrl),
      tokens: this.#tokens,
      fetch: call,
      timeoutMs,
      limits,
      backoffMs,
      userAgent: options.userAgent,
      onAnswer: options.onAnswer,
    });
  }

  protected override send<T>(sending: Sending): Promise<T> {
    refuseUnknown(sending.options, CALL_OPTIONS);
    return this.#send(sending);
  }

  /** The token that calls use, for your own requests. */
  token(signal?: AbortSignal): Promise<string> {
    return this.#tokens.token(signal);
  }

  /** List your businesses, by cursor or by page number. */
  override listBusinessProfiles(query?: ByCursor, options?: CallOptions): Promise<BusinessProfileCursorPage>;
  override listBusinessProfiles(query: ListBusinessProfilesQuery, options?: CallOptions): Promise<BusinessProfileList>;
  override listBusinessProfiles(
    query?: ListBusinessProfilesQuery,
    options?: CallOptions,
  ): Promise<BusinessProfileList> {
    return super.listBusinessProfiles(query, options);
  }

  /** All businesses, newest first: `for await (const business of client.iterateBusinessProfiles())`. */
  iterateBusinessProfiles(
    query: Omit<ListBusinessProfilesQuery, 'page' | 'pageSize'> = {},
    options?: CallOptions,
  ): Pages<BusinessProfileSummary> {
    const { cursor: start, ...filters } = query;
    return iteratePages(start, (cursor) => this.listBusinessProfiles({ ...filters, cursor }, options));
  }

  /** The audit trail of a business, newest first. */
  iterateAuditTrail(customerId: string, query: ReadAuditTrailQuery = {}, options?: CallOptions): Pages<AuditEntry> {
    return iteratePages(
      query.cursor,
      (cursor): Promise<AuditPage> => this.readAuditTrail(customerId, withCursor(query, cursor), options),
    );
  }

  /** The log of your API requests, newest first. */
  iterateApiRequests(query: ListApiRequestsQuery = {}, options?: CallOptions): Pages<ApiRequest> {
    return iteratePages(query.cursor, (cursor) => this.listApiRequests(withCursor(query, cursor), options));
  }

  /** All events since a cursor or a time, in order. */
  iterateChanges(query: ReadChangesQuery = {}, options: ChangesOptions = {}): Pages<WebhookEvent, string> {
    const everyMs = options.follow ? (options.pollMs ?? FOLLOW_MS) : undefined;
    const following = { everyMs, signal: options.signal };
    return iteratePages(query.cursor, (cursor) => this.readChanges(withCursor(query, cursor), options), following);
  }

  /** Gets a link, sends the file and waits until it is Confirmed. Throws a DocumentRefusedError if it is not. */
  async uploadDocument(customerId: string, file: FileContent, options: UploadOptions): Promise<DocumentRecord> {
    const bytes = await toBytes(file);
    const contentType = options.contentType ?? findType(bytes);
    if (contentType === undefined)
      throw new UnknownFileTypeError('The file is neither a PDF nor a JPEG nor a PNG. If it is, pass contentType.');
    const { documentCategory, uboId, signal, onProgress, uploadTimeoutMs = UPLOAD_TIMEOUT_MS } = options;
    const category = documentCategory as UploadLinkRequest['documentCategory'];
    const about = { documentCategory: category, contentType, ...(uboId != null && { uboId }) };
    const link = await this.postUploadLink(customerId, about, options);
    refuseHopeless(link, bytes);
    const limits = retryLimitsOf(options, this.#options.limits);
    await sendFile({ ...this.#options, limits, link, bytes, timeoutMs: uploadTimeoutMs, signal, onProgress });
    return this.waitForDocument(customerId, link.documentId, options);
  }

  /**
   * Waits until an uploaded file is Confirmed. Throws a DocumentRefusedError if it is refused, and a WaitTimeoutError if none
   * arrives.
   */
  async waitForDocument(customerId: string, documentId: string, options: WaitOptions = {}): Promise<DocumentRecord> {
    // The verification status is cheaper to read than the record, and lists a document as soon as it has an outcome.
    const pending = `Document ${documentId}: no file has been checked`;
    await this.#look(customerId, options, { ...CONFIRMATION, pending, advice: LINK_EXPIRES }, ({ documents }) =>
      documents.some((one) => one.documentId === documentId && !OPEN_DOCUMENT.includes(one.status)),
    );
    const { documents } = await this.readBusinessProfile(customerId, withoutTag(options));
    const found = documents.find((one) => one.documentId === documentId);
    if (found?.status === 'Confirmed') return found;
    const status = found?.status ?? 'Rejected';
    const refusal = found?.refusal ?? status;
    throw new DocumentRefusedError(explainRefusal(refusal), { documentId, status, refusal });
  }

  /** Waits until a review ends with Approved, Rejected or ChangesRequested; by default for up to ten minutes. */
  waitForDecision(customerId: string, options: WaitOptions = {}): Promise<VerificationStatus> {
    const pending = `Business ${customerId}: nothing was decided`;
    return this.#look(customerId, options, { ...DECISION, pending }, ({ verificationStatus }) =>
      DECIDED.includes(verificationStatus),
    );
  }

  async #look(
    customerId: string,
    options: WaitOptions,
    usual: typeof DECISION & { pending: string; advice?: string },
    isOver: (status: VerificationStatus) => boolean,
  ): Promise<VerificationStatus> {
    refuseUnknown(options, CALL_OPTIONS);
    const { waitMs = usual.waitMs, pollMs = usual.pollMs, signal } = options;
    const started = performance.now();
    let etag: string | undefined;
    const onAnswer = (answer: Answer) => {
      etag = answer.etag;
      options.onAnswer?.(answer);
    };
    for (let pauseMs = pollMs; ; pauseMs = Math.min(pauseMs * GROWTH, Math.max(usual.longestMs, pollMs))) {
      // Usually 304, because nothing has changed.
      const asked = { ...withoutTag(options), onAnswer, ...(etag !== undefined && { ifNoneMatch: etag }) };
      const status: VerificationStatus | undefined = await this.readVerificationStatus(customerId, asked);
      if (status !== undefined && isOver(status)) return status;
      const leftMs = waitMs - (performance.now() - started);
      if (leftMs <= 0) throw new WaitTimeoutError(`${usual.pending} within ${waitMs} ms.${usual.advice ?? ''}`);
      await pause(Math.min(pauseMs, leftMs), signal);
    }
  }
}

/** Keeps only the options of every call, and drops those of a specific operation. */
function withoutTag({ signal, timeoutMs, maxRetries, retryForMs, onAnswer }: CallOptions): CallOptions {
  return {
    ...(signal !== undefined && { signal }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(maxRetries !== undefined && { maxRetries }),
    ...(retryForMs !== undefined && { retryForMs }),
    ...(onAnswer !== undefined && { onAnswer }),
  };
}

/** Drops `since` after the first page. */
function withCursor<Query extends { cursor?: string | undefined; since?: string | undefined }>(
  query: Query,
  cursor: string | undefined,
): Query {
  if (cursor === undefined) return query;
  const { since: _, ...rest } = query;
  return { ...rest, cursor } as Query;
}

function originOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  if (/\/api(\/|$)/.test(prefix))
    throw new TypeError(
      `baseUrl is the address of the API without /api: ${origin}${prefix.replace(/\/api(\/.*)?$/, '')}`,
    );
  return `${origin}${prefix}`;
}
