// Which database failures pass by themselves, and what is known about a transaction when one strikes.

/** The store cannot be used right now; nothing was written. The caller should try again shortly. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** The connection broke while COMMIT was under way: the change may or may not be there. */
export class AmbiguousCommit extends Error {
  override name = 'AmbiguousCommit';
}

const TRANSIENT_STATES = new Set(['57P01', '57P02', '57P03', '25006', '40001', '40P01', '53300']);
const TRANSIENT_SOCKET = new Set(['ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EPIPE']);
/** node-postgres reports these without a code. */
const TRANSIENT_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/;

export function failureCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the same transaction, run again, may well succeed. Never for bad data, broken constraints or bad SQL. */
export function isTransient(error: unknown): boolean {
  if (error instanceof AmbiguousCommit) return false;
  const code = failureCode(error);
  if (code === undefined) return error instanceof Error && TRANSIENT_MESSAGES.test(error.message);
  return code.startsWith('08') || TRANSIENT_STATES.has(code) || TRANSIENT_SOCKET.has(code);
}

/** Whether nothing came back at all, not even that the connection is gone: it has vanished, and others may have with it. */
export function isSilence(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message === 'Query read timeout' || failureCode(error) === 'ETIMEDOUT' || isSilence(error.cause);
}

/** The server has given up on a statement: too slow, or waiting too long for a lock. Trying again at once would add to it. */
export function isOverload(error: unknown): boolean {
  const code = failureCode(error);
  return code === '57014' || code === '55P03';
}

/**
 * Whether a failed COMMIT may still have taken effect. A serialization failure or a violated constraint is the server's
 * own word that it did not; everything that looks like a lost server leaves it open.
 */
export function leavesCommitOpen(error: unknown): boolean {
  const code = failureCode(error);
  return isTransient(error) && code !== '40001' && code !== '40P01' && code !== '25006' && code !== '53300';
}
