import pg from 'pg';
import { type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger };

export interface LoggerSettings {
  service: string;
  level: string;
}

/**
 * One JSON line per entry on standard output. Only named, harmless fields are logged: no bodies, query values or paths
 * with a customer's reference. Errors are reduced as well, see below.
 */
export function createLogger(settings: LoggerSettings, destination?: pino.DestinationStream): Logger {
  const options: LoggerOptions = {
    level: settings.level,
    base: { service: settings.service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

interface ErrorDescription {
  type: string;
  message: string;
  code?: string;
  constraint?: string;
  stack?: string;
  cause?: ErrorDescription;
}

/**
 * PostgreSQL quotes the offending values in its messages ("Key (email)=(...)"), so only the names in its errors are
 * kept.
 */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: 'something other than an error was thrown' };
  const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  const described: ErrorDescription = {
    type: error.name,
    message: error instanceof pg.DatabaseError ? 'database error' : error.message,
  };
  if ('code' in error && typeof error.code === 'string') described.code = error.code;
  if (error instanceof pg.DatabaseError && error.constraint !== undefined) described.constraint = error.constraint;
  if (frames !== undefined) described.stack = frames.slice(0, 12).join('\n');
  if (error.cause instanceof Error) described.cause = describeError(error.cause);
  return described;
}
