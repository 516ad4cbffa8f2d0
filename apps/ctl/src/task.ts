// What a command works with: the operator, its settings, a database, and its output.
import type { Perform as PerformWith } from '@onboarding/command';
import type { Operator } from '@onboarding/domain/operations';
import { withDatabase } from '@onboarding/platform/command';
import { type KeyRing, openKeyRing } from '@onboarding/platform/crypto';
import { type Clock, systemClock } from '@onboarding/platform/ids';
import { createJobs, type Jobs } from '@onboarding/platform/jobs';
import { AmbiguousCommit, DatabaseUnavailable, type Db, failureCode, type Tx } from '@onboarding/platform/postgres';
import { explainDatabaseDistrust } from '@onboarding/platform/trust';
import type { Command } from 'commander';
import type { z } from 'zod';
import { CONNECTIONS, type Connection, type Environment, readDatabaseUrl, readKeyRing } from './config.ts';
import { type Ask, type Confirmation, confirm } from './confirm.ts';
import { CommandRefused, EXIT, ServerUnavailable, WrongUsage } from './failure.ts';
import { findOperator } from './operator.ts';
import type { Laid } from './output.ts';

/** The environment of the program; tests pass their own. */
export interface Shell {
  environment: Environment;
  out(text: string): void;
  err(text: string): void;
  ask: Ask | undefined;
  /** Characters per line; Infinity if the output is not a terminal. */
  width: number;
}

/** A named operator as the actor in the log. */
type NamedOperator = Extract<Operator, { kind: 'Operator' }>;

export interface Task {
  environment: Environment;
  clock: Clock;
  operator(): NamedOperator;
  keys(): KeyRing;
  jobs: Jobs;
  /** Opens the database with the role of this connection; errors say which setting to check. */
  database<T>(connection: Connection, work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs all work in one transaction. */
  transaction<T>(connection: Connection, work: (tx: Tx, db: Db) => Promise<T>): Promise<T>;
  confirm(confirmation: Confirmation): Promise<void>;
  /** Called once: the value for --json, and the text for people. */
  answer(value: unknown, text: string | Laid): void;
  /** Prints progress and notes to standard error. */
  note(line: string | Laid): void;
  /** The command ran, but found a fault. */
  fail(): void;
}

export type Perform = PerformWith<Task>;

export function toTask(command: Command, shell: Shell, end: (exitCode: number) => void): Task {
  const { json, operator } = command.optsWithGlobals<{ json?: boolean; operator?: string }>();
  const { environment, ask } = shell;
  const nameOperator = findOperator(operator, environment);
  const laid = (text: string | Laid) => (typeof text === 'string' ? text : text(shell.width));
  const task: Task = {
    environment,
    clock: systemClock,
    jobs: createJobs(),
    operator: () => ({ kind: 'Operator', name: nameOperator() }),
    keys: () => openKeyRing(readKeyRing(environment)),
    database: (connection, work) => openFor(environment, connection, work),
    transaction: (connection, work) => task.database(connection, (db) => db.transaction((tx) => work(tx, db))),
    confirm: (confirmation) => confirm(json === true ? undefined : ask, confirmation),
    answer(value, text) {
      if (json === true) shell.out(`${JSON.stringify(value, null, 2)}\n`);
      else if (text !== '') shell.out(`${laid(text)}\n`);
    },
    note: (line) => shell.err(`${laid(line)}\n`),
    fail: () => end(EXIT.refused),
  };
  return task;
}

async function openFor<T>(environment: Environment, connection: Connection, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await withDatabase('ctl', readDatabaseUrl(environment, connection), work);
  } catch (error) {
    throw explained(error, CONNECTIONS[connection]);
  }
}

/** Error codes of the server for a failed connection, and how to fix each. */
const REFUSALS: Record<string, (connection: { setting: string; role: string }) => string> = {
  '42501': ({ setting, role }) => `This role is not permitted to do that. ${setting} must name the role ${role}.`,
  '28P01': ({ setting }) => `The database rejected the password. Check ${setting}.`,
  '28000': ({ setting }) =>
    `The database does not accept this user from this host. Check ${setting} and the server's pg_hba.conf.`,
  '3D000': ({ setting }) => `The server has no such database. Check ${setting}, or create it first.`,
  '42P01': ({ setting }) => `The tables are missing. Migrate the database first, or check ${setting}.`,
};

function explained(error: unknown, connection: { setting: string; role: string }): unknown {
  const untrusted = explainDatabaseDistrust(error);
  if (untrusted !== undefined)
    return new CommandRefused(`The server in ${connection.setting} ${untrusted.found}. ${untrusted.cure}`);
  const code = failureCode(error) ?? '';
  if (error instanceof DatabaseUnavailable || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const said = error instanceof Error ? error.message : '';
    return new ServerUnavailable(`${said}. Check ${connection.setting}; nothing was changed.`);
  }
  if (error instanceof AmbiguousCommit) {
    return new ServerUnavailable(
      'The connection was lost while the change was being saved, so it may or may not have been saved. Check before you run this again.',
    );
  }
  const refusal = REFUSALS[code];
  return refusal === undefined ? error : new CommandRefused(refusal(connection));
}

/** Checks the text of an operator with the schema that the console uses. */
export function accept<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new WrongUsage(
    parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'value'}: ${message}.`).join('\n'),
  );
}
