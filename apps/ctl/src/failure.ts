// Errors that end a command, and their exit codes.
import { DomainError } from '@onboarding/domain';
import { AnchorRefusal } from '@onboarding/domain/anchors';
import { ReferenceRefused } from '@onboarding/domain/requirements';
import { ConfigError } from '@onboarding/platform/config';
import { DatabaseUnavailable } from '@onboarding/platform/postgres';
import { StorageUnavailable } from '@onboarding/platform/s3';
import { CommanderError } from 'commander';

export const EXIT = {
  done: 0,
  /** The request was refused or failed, or a check found a fault. */
  refused: 1,
  /** The command or a setting cannot be understood. */
  usage: 2,
  /** A server that the command needs is unavailable: retry later. */
  unavailable: 3,
} as const;

/** The operator asked for something impossible; the message says what to do instead. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}

/** Invalid arguments, regardless of the state of the service. */
export class WrongUsage extends Error {
  override name = 'WrongUsage';
}

/** A server is unreachable; the message says which setting to check, and what was done. */
export class ServerUnavailable extends Error {
  override name = 'ServerUnavailable';
}

export interface Failure {
  exitCode: number;
  /** Undefined if it has already been printed. */
  message?: string;
  /** The code of the catalogue of errors, for programs. */
  code?: string;
}

/** Failures that an operator can fix become a sentence; anything else is our bug and is printed in full. */
export function toFailure(error: unknown): Failure {
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? EXIT.done : EXIT.usage };
  if (error instanceof WrongUsage || error instanceof ConfigError)
    return { exitCode: EXIT.usage, message: error.message };
  if (error instanceof CommandRefused || error instanceof ReferenceRefused || error instanceof AnchorRefusal)
    return { exitCode: EXIT.refused, message: error.message };
  if (error instanceof DomainError) {
    const problems = (error.details ?? []).map(({ message }) => message);
    return { exitCode: EXIT.refused, message: [...new Set([error.message, ...problems])].join('\n'), code: error.code };
  }
  if (
    error instanceof ServerUnavailable ||
    error instanceof DatabaseUnavailable ||
    error instanceof StorageUnavailable
  ) {
    return { exitCode: EXIT.unavailable, message: error.message };
  }
  return { exitCode: EXIT.refused, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
