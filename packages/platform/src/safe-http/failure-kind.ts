// Maps network errors to the error kinds that partners see.
import { errors } from 'undici';
import { type OurCause, ResolverUnavailable, type SendErrorKind, UrlRefused } from './outcome.ts';

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
