/**
 * A failure that a person at the terminal can fix. Its message is one line that says how; it is shown without a stack
 * trace.
 */
export class StackFailure extends Error {
  override readonly name = 'StackFailure';
}

/** The one useful line of any thrown value. */
export function describeFailure(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  // Node reports a refused connection as an AggregateError without a message; the reason is in its parts.
  if (thrown instanceof AggregateError && thrown.message === '') return thrown.errors.map(describeFailure).join('; ');
  return thrown.message.split('\n')[0] || thrown.name;
}

/** The code of a failed system call or SQL statement, such as ENOENT or 28P01. */
export function failureCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}
