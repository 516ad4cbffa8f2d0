// What ends a command early, and the exit code that a program sees.
import { CommanderError } from 'commander';
import { explainSdkError } from './sdk-errors.ts';

export const EXIT = {
  done: 0,
  /** The service or the receiver said no, or what was looked for is not as it should be. */
  refused: 1,
  usage: 2,
  /** There is no answer, or no token. */
  unreachable: 3,
  timedOut: 4,
  interrupted: 130,
} as const;

/** Only its message is shown: the caller can do something about it. */
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
  /** Undefined if it has been printed. */
  message?: string;
  code?: string | undefined;
  requestId?: string | undefined;
  details?: readonly { pointer: string; code: string; message: string }[] | undefined;
}

/** Anything that is not known here is our bug and is printed in full. */
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
