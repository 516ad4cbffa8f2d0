// The results of checking a URL and of sending to it.
import { errors } from 'undici';

/** Why a URL may not be used. */
export type RefusalReason = 'NotHttps' | 'NotPublic' | 'Unresolvable';

/** The URL may not be used, because of the URL itself. */
export class UrlRefused extends Error {
  override name = 'UrlRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Our name servers do not answer, so nothing is known about the URL. */
export class ResolverUnavailable extends Error {
  override name = 'ResolverUnavailable';
}

/** Why a post failed, with the values of the contract's ERROR_KINDS. */
export type SendErrorKind =
  | 'DnsFailure'
  | 'BlockedAddress'
  | 'ConnectRefused'
  | 'ConnectTimeout'
  | 'TlsFailure'
  | 'ConnectionReset'
  | 'ResponseTimeout'
  | 'Redirect'
  | 'HttpStatus'
  | 'ProtocolError';

/** Why we failed ourselves. Such failures do not count as attempts. */
type OurCause = 'ResolverUnavailable' | 'NoResources' | 'Closing' | 'Unexpected';

export type SendOutcome =
  | { ours: true; cause: OurCause }
  | {
      ours: false;
      /** Null if no status line arrived. */
      statusCode: number | null;
      /** Null if the receiver accepted it with a complete 2xx response. */
      errorKind: SendErrorKind | null;
      /** At most 4 KiB of the response body, without control characters; null if empty. */
      excerpt: string | null;
      /** The header as received. */
      retryAfter: string | null;
      durationMs: number;
    };

export interface Posted {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

export interface Sender {
  /** Never rejects and never takes longer than the sender's limit. */
  post(message: Posted): Promise<SendOutcome>;
  /** Waits for running posts, then closes all connections. */
  close(): Promise<void>;
}

/** A URL whose text passed the checks. */
export interface Target {
  /** The key of kept connections, for example https://hooks.acme.com:8443. */
  origin: string;
  host: string;
  port: number;
  path: string;
}

/** The addresses to connect to for a host, all checked. */
export interface Route {
  addresses: readonly { address: string; family: 4 | 6 }[];
  port: number;
}

export interface Guard {
  /** All checks, for registering a URL. Rejects with UrlRefused or ResolverUnavailable. */
  check(url: string): Promise<void>;
  /** The checks of the text, for every send. Throws UrlRefused. */
  target(url: string): Target;
  /** The checks of addresses, for every new connection. Rejects with UrlRefused or ResolverUnavailable. */
  route(target: Pick<Target, 'host' | 'port'>): Promise<Route>;
}

// Maps network errors to the error kinds that partners see.

/** A failure that already has its kind. */
export class SendFailure extends Error {
  override name = 'SendFailure';
  readonly kind: SendErrorKind;

  constructor(kind: SendErrorKind, options?: ErrorOptions) {
    super(kind, options);
    this.kind = kind;
  }
}

export type Fault = { kind: SendErrorKind } | { cause: OurCause };

/** This machine ran out of a resource. */
const OUT_OF_RESOURCES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'EAGAIN']);
const RESET = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ENOTCONN', 'UND_ERR_SOCKET']);
/** undici's messages for an unexpected response with 100 or 101. */
const OUT_OF_PLACE = new Set(['bad upgrade', 'bad response']);

/** Classifies the failure of a post; `statusCame` says whether a status had arrived. */
export function faultOf(error: Error, statusCame = false): Fault {
  if (error instanceof SendFailure) return { kind: error.kind };
  if (error instanceof ResolverUnavailable) return { cause: 'ResolverUnavailable' };
  if (error instanceof UrlRefused) {
    return { kind: error.reason === 'Unresolvable' ? 'DnsFailure' : 'BlockedAddress' };
  }
  const code = codeOf(error);
  if (OUT_OF_RESOURCES.has(code)) return { cause: 'NoResources' };
  if (code === 'UND_ERR_SOCKET' && OUT_OF_PLACE.has(error.message)) return { kind: 'ProtocolError' };
  if (RESET.has(code)) return { kind: 'ConnectionReset' };
  if (code === 'ETIMEDOUT') return { kind: 'ResponseTimeout' };
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return { kind: 'TlsFailure' };
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { kind: 'ProtocolError' };
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || error instanceof errors.HTTPParserError) {
    // The parser also reports an error when a valid response is cut off.
    return { kind: statusCame && !/\binvalid\b(?! eof)/i.test(error.message) ? 'ConnectionReset' : 'ProtocolError' };
  }
  if (code === 'UND_ERR_CLOSED' || code === 'UND_ERR_DESTROYED') return { cause: 'Closing' };
  return { cause: 'Unexpected' };
}

/** Why a connection could not be opened. After TCP has connected, any other error is a TLS error. */
export function connectFailure(error: Error, answered: boolean): Error {
  const code = codeOf(error);
  if (OUT_OF_RESOURCES.has(code)) return error;
  if (code === 'ETIMEDOUT') return new SendFailure('ConnectTimeout', { cause: error });
  if (RESET.has(code)) return new SendFailure('ConnectionReset', { cause: error });
  return new SendFailure(answered ? 'TlsFailure' : 'ConnectRefused', { cause: error });
}

/** If several addresses were tried, a timeout takes precedence over a refusal. */
function codeOf(error: Error): string {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  const codes = errors.map((one) => (one instanceof Error && 'code' in one ? String(one.code) : ''));
  return codes.find((code) => code === 'ETIMEDOUT') ?? codes[0] ?? '';
}
