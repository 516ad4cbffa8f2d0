// What operators' commands share: reading their arguments, a connection for as long as they take, and failures in words.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ConfigError } from '../config/index.ts';
import { createMetrics } from '../metrics/index.ts';
import { type Db, databaseMetrics, failureCode, openDatabase, StoreUnavailable } from '../postgres/index.ts';

/** Undefined when they cannot be understood; the command then shows its usage. */
export function readArguments<const O extends ParseArgsOptionsConfig>(options: O) {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch {
    return undefined;
  }
}

export async function withDatabase<T>(name: string, url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase({
    url,
    applicationName: `onboarding-${name}`,
    poolSize: 1,
    metrics: databaseMetrics(createMetrics(name)),
    onIdleError: () => {},
    // Nobody else waits for it, so it bears a server that is busy.
    connectsWithinMs: 15_000,
    // Compiling a statement that runs once takes longer than running it.
    serverSettings: { jit: 'off' },
  });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** What an operator can do something about is said in words; anything else is our fault and shown whole. */
export function explainFailure(error: unknown, { away, role }: { away: string; role: string }): unknown {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof StoreUnavailable) return `${error.message}. ${away}`;
  if (failureCode(error) === '42501') return `This role may not do that. ${role}`;
  return error;
}
