// Operators and the log of their actions.
import {
  ACTIONS_PER_PAGE,
  type OperatorAction,
  type OperatorActionPage,
  type OperatorActionQuery,
  type OperatorSubject,
} from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import { listStaffNames, type Outsider } from '../accounts/index.ts';
import type { Context, StaffPerson } from '../context.ts';
import { fromIdCursor, HIGHEST_ID, pageOf } from '../cursors.ts';
import { insertAction, latestActions, listActionRows } from './operations-store.ts';

/** A member of our staff in the console, or the user who runs a command. */
export type Operator =
  | { kind: 'StaffPerson'; person: StaffPerson; address: string }
  | { kind: 'Operator'; name: string };

type Details = Record<string, string | number | null>;

interface Done {
  action: OperatorAction;
  subject: { kind: OperatorSubject; id: string };
  reason?: string | null;
  details?: Details;
}

/** Must run in the transaction of the action itself. */
export async function recordAction(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  operator: Operator,
  { action, subject, reason = null, details = {} }: Done,
): Promise<void> {
  const now = clock.now();
  await insertAction(tx, {
    actionId: uuidv7(now),
    now,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    reason,
    details: JSON.stringify(details),
    ...actorOf(operator),
  });
}

/** The operator's id in the operator log. */
export const idOf = (operator: Operator): string => actorOf(operator).actorId;

/** The operator in the account log, when acting on the users of a team. */
export const outsiderOf = (operator: Operator, team: Outsider['team']): Outsider =>
  operator.kind === 'StaffPerson' ? { team, actorId: operator.person.accountId } : { team };

function actorOf(operator: Operator) {
  if (operator.kind === 'Operator')
    return { actorKind: operator.kind, actorId: operator.name, address: null, requestId: null };
  const { accountId, requestId } = operator.person;
  return { actorKind: operator.kind, actorId: accountId, address: operator.address, requestId };
}

const detailsShape = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

type Subject = Done['subject'];

/** Actions on one subject, newest first. */
export async function listActions(tx: Tx, subject: Subject, query: OperatorActionQuery): Promise<OperatorActionPage> {
  const { items, nextCursor } = await readActions(tx, subject, query);
  return { items: items.map(({ subject: _, ...item }) => item), nextCursor };
}

/** The time of the last action on a subject. */
export async function lastActionAt(tx: Tx, { kind, id }: Subject): Promise<Date | undefined> {
  return (await latestActions(tx, kind, [id])).get(id);
}

type AnyAction = OperatorActionPage['items'][number] & { subject: Subject };

/** Actions on all subjects, newest first. */
export const listAllActions = (tx: Tx, query: OperatorActionQuery) => readActions(tx, undefined, query);

async function readActions(
  tx: Tx,
  subject: Subject | undefined,
  { limit = ACTIONS_PER_PAGE, cursor }: OperatorActionQuery,
): Promise<{ items: AnyAction[]; nextCursor: string | null }> {
  const before = cursor === undefined ? HIGHEST_ID : fromIdCursor(cursor);
  const rows = await listActionRows(tx, subject, { before, limit: limit + 1 });
  const { items, nextCursor } = pageOf(rows, limit, (row) => row.actionId);
  const users = items.filter((row) => row.actorKind === 'StaffPerson').map((row) => row.actorId);
  const names = await listStaffNames(tx, users);
  return {
    items: items.map((row) => ({
      actionId: row.actionId,
      occurredAt: row.occurredAt.toISOString(),
      action: row.action,
      subject: { kind: row.subjectKind, id: row.subjectId },
      reason: row.reason,
      details: detailsShape.parse(JSON.parse(row.details)),
      actor: { kind: row.actorKind, name: names.get(row.actorId) ?? row.actorId },
    })),
    nextCursor,
  };
}
