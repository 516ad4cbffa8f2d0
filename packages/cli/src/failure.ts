// Errors that end a command, and their exit codes.
import { CommanderError } from 'commander';
import { explainSdkError } from './sdk-errors.ts';

export const EXIT = {
  done: 0,
  /** The service or the receiver refused, or a check found a fault. */
  refused: 1,
  usage: 2,
  /** No answer, or no token was issued. */
  unreachable: 3,
  timedOut: 4,
  interrupted: 130,
} as const;

/** An error that the user can fix: only its message is shown. */
export class CliFailure extends Error {
  override name = 'CliFailure';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.refused, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

export const wrongUsage = (message: string) => new CliFailure(message, EXIT.usage);

export interface Failure {
  exitCode: number;
  /** Undefined if already printed. */
  message?: string;
  code?: string | undefined;
  requestId?: string | undefined;
  details?: readonly { pointer: string; code: string; message: string }[] | undefined;
}

/** Any other error is a bug and is printed in full. */
export function toFailure(error: unknown, interrupted: boolean): Failure {
  if (interrupted) return { exitCode: EXIT.interrupted };
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? EXIT.done : EXIT.usage };
  if (error instanceof CliFailure) return { exitCode: error.exitCode, message: error.message };
  const known = explainSdkError(error);
  if (known !== undefined) {
    const { kind, ...rest } = known;
    return { exitCode: EXIT[kind], ...rest };
  }
  return { exitCode: EXIT.refused, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
