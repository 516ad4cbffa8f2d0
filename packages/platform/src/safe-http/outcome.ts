// The results of checking a URL and of sending to it.

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
export type OurCause = 'ResolverUnavailable' | 'NoResources' | 'Closing' | 'Unexpected';

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
