// Errors that end a command, and their exit codes.
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  DocumentRefusedError,
  OnboardingError,
  PrivateKeyError,
  TokenRequestError,
  UploadError,
  WaitTimeoutError,
} from '@onboarding/sdk';
import { CommanderError } from 'commander';

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
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return explainSdkError(error) ?? { exitCode: EXIT.refused, message };
}

/** Replaces messages of the API that refer to its paths. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  'Customer.NotFound': 'There is no such business. Check the customer id or your reference, which is case-sensitive.',
};
export const ADVICE = 'Run "onboarding doctor" to find out more.';

/** Undefined if the error did not come from a call. */
function explainSdkError(error: unknown): Failure | undefined {
  if (error instanceof ApiError) {
    const { code, requestId, details, status } = error;
    const message = OWN_WORDS[code] ?? error.message;
    const isServers = error instanceof AuthenticationError || status === 429 || status >= 500;
    const exitCode = isServers ? EXIT.unreachable : EXIT.refused;
    return { exitCode, message: `${message} (${status} ${code})`, code, requestId, details };
  }
  if (error instanceof TokenRequestError) {
    const { message, code, requestId } = error;
    return { exitCode: EXIT.unreachable, message: `${message} ${ADVICE}`, code, requestId };
  }
  if (error instanceof ConnectionError) return { exitCode: EXIT.unreachable, message: `${error.message} ${ADVICE}` };
  if (error instanceof WaitTimeoutError) return { exitCode: EXIT.timedOut, message: error.message };
  if (error instanceof DocumentRefusedError)
    return { exitCode: EXIT.refused, message: error.message, code: error.refusal };
  if (error instanceof UploadError) return { exitCode: EXIT.refused, message: error.message, code: error.code };
  if (error instanceof PrivateKeyError)
    return { exitCode: EXIT.refused, message: `${error.message} "onboarding init --new-key" creates one.` };
  if (error instanceof OnboardingError) return { exitCode: EXIT.refused, message: error.message };
  return undefined;
}
