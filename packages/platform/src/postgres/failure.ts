// Which database failures are transient, and what is known about a transaction when one occurs.

/** The database cannot be used now, and nothing was written. The caller should retry shortly. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** The connection broke during COMMIT: the change may or may not be saved. */
export class AmbiguousCommit extends Error {
  override name = 'AmbiguousCommit';
}

/** 53100: the disk is full. Callers get 503 like for any other outage, although only an operator can end it. */
const TRANSIENT_STATES = new Set(['57P01', '57P02', '57P03', '25006', '40001', '40P01', '53100', '53300']);
/** Of these, the ones with which the server says that it has aborted the transaction. */
const ABORTED_STATES = new Set(['40001', '40P01', '25006', '53100', '53300']);
const TRANSIENT_SOCKET = new Set(['ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EPIPE']);
/** node-postgres reports these without a code. */
const TRANSIENT_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/;

export function failureCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Whether a retry of the transaction is likely to succeed. Never for bad data, violated constraints or bad SQL. */
export function isTransient(error: unknown): boolean {
  if (error instanceof AmbiguousCommit) return false;
  const code = failureCode(error);
  if (code === undefined) return error instanceof Error && TRANSIENT_MESSAGES.test(error.message);
  return code.startsWith('08') || TRANSIENT_STATES.has(code) || TRANSIENT_SOCKET.has(code);
}

/** Whether there was no reply at all, not even a closed connection: the connection is dead, and others may be too. */
export function isSilence(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message === 'Query read timeout' || failureCode(error) === 'ETIMEDOUT' || isSilence(error.cause);
}

/**
 * The server gave up on a statement: too slow, or too long waiting for a lock. An immediate retry would add to the
 * load.
 */
export function isOverload(error: unknown): boolean {
  const code = failureCode(error);
  return code === '57014' || code === '55P03';
}

/**
 * Whether a failed COMMIT may have taken effect. A serialization failure or a violated constraint is proof that it did
 * not; anything that looks like a lost server leaves it open.
 */
export function leavesCommitOpen(error: unknown): boolean {
  return isTransient(error) && !ABORTED_STATES.has(failureCode(error) ?? '');
}
