// What comes of judging a URL and of sending to it.

/** Why a URL may not be used. */
export type RefusalReason = 'NotHttps' | 'NotPublic' | 'Unresolvable';

/** The URL may not be used, and it is the URL's own fault. */
export class UrlRefused extends Error {
  override name = 'UrlRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The name servers that we ask answer nobody: nothing is known about the URL, and it is not its fault. */
export class ResolverAway extends Error {
  override name = 'ResolverAway';
}

/** Why a post failed; the words are those of the contract's ERROR_KINDS. */
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

/** Whose failure it was decides whether it counts: what is ours is no attempt. */
export type OurCause = 'ResolverAway' | 'NoResources' | 'Closing' | 'Unexpected';

export type SendOutcome =
  | { ours: true; cause: OurCause }
  | {
      ours: false;
      /** Null unless a status line came. */
      statusCode: number | null;
      /** Null when the receiver took it: the answer was a 2xx and came whole. */
      errorKind: SendErrorKind | null;
      /** At most 4 KiB of the answer's body, without control characters; null when there was none. */
      excerpt: string | null;
      /** The header as it came. */
      retryAfter: string | null;
      durationMs: number;
    };

export interface Posted {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

export interface Sender {
  /** Never rejects and never takes longer than 15 s. */
  post(message: Posted): Promise<SendOutcome>;
  /** Lets what is under way end, then closes all connections. */
  close(): Promise<void>;
}

/** A URL that passed the rules about its text. */
export interface Target {
  /** As connections are kept by, for example https://hooks.acme.com:8443. */
  origin: string;
  host: string;
  port: number;
  path: string;
}

/** Where to connect to for a host: every address has been judged. */
export interface Route {
  addresses: readonly { address: string; family: 4 | 6 }[];
  port: number;
}

export interface Guard {
  /** All rules, as when a URL is registered. Rejects with UrlRefused or ResolverAway. */
  check(url: string): Promise<void>;
  /** The rules about the text, for every send. Throws UrlRefused. */
  target(url: string): Target;
  /** The rules about the addresses, whenever a connection is opened. Rejects with UrlRefused or ResolverAway. */
  route(target: Pick<Target, 'host' | 'port'>): Promise<Route>;
}
