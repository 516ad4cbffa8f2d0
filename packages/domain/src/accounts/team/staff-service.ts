// Our own staff, managed by operators, with the same rules as for partners' admins.
import {
  STAFF_ROLES,
  type StaffAccount,
  type StaffAccountDetail,
  type StaffAccountPage,
  type StaffAccountQuery,
  type StaffInvitation,
  USERS_PER_PAGE,
} from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import type { StaffPerson } from '../../context.ts';
import { fromIdCursor, LOWEST_ID, pageOf } from '../../cursors.ts';
import { DomainError } from '../../failure.ts';
import type { AccountContext } from '../account/account.ts';
import { listLatestChanges } from '../account/account-event-store.ts';
import { listStaffNames } from '../account/user-store.ts';
import { actOn, type Manager, type Outsider, type TeamAction, visitorOf } from './colleague-actions.ts';
import { inviteAccount } from './invitation-service.ts';
import { aliveAt, toSessions, toUser } from './team-service.ts';
import { findTeamRow, listTeamRows, listTeamSessions, queueForTeam, type TeamRow } from './team-store.ts';

const STAFF = undefined;
const SHOWN_CHANGES = 20;

export async function listStaff(
  tx: Tx,
  { cursor, limit = USERS_PER_PAGE }: StaffAccountQuery,
  now: Date,
): Promise<StaffAccountPage> {
  const after = cursor === undefined ? LOWEST_ID : fromIdCursor(cursor);
  const rows = await listTeamRows(tx, STAFF, aliveAt(now), { after, limit: limit + 1 });
  const { items, nextCursor } = pageOf(rows, limit, (row) => row.accountId);
  return { items: items.map(toStaffAccount), nextCursor };
}

export async function readStaff(tx: Tx, accountId: string, now: Date): Promise<StaffAccountDetail> {
  const row = isUuid(accountId) ? await findTeamRow(tx, STAFF, aliveAt(now), accountId) : undefined;
  if (row === undefined) throw new DomainError('Account.NotFound');
  const sessions = await listTeamSessions(tx, STAFF, aliveAt(now), accountId);
  return {
    ...toStaffAccount(row),
    activeSessions: toSessions(sessions),
    changes: await changesOf(tx, accountId),
  };
}

async function changesOf(tx: Tx, accountId: string): Promise<StaffAccountDetail['changes']> {
  const rows = await listLatestChanges(tx, accountId, SHOWN_CHANGES);
  const actors = rows.map((row) => row.actorId ?? row.accountId);
  const names = await listStaffNames(tx, actors);
  return rows.map((row) => ({
    changeId: row.eventId,
    occurredAt: row.occurredAt.toISOString(),
    action: row.kind,
    role: staffRole.safeParse(row.reason).data ?? null,
    actor: row.address === 'operator' ? null : (names.get(row.actorId ?? row.accountId) ?? null),
  }));
}

export async function inviteStaff(
  tx: Tx,
  context: AccountContext,
  operator: Manager<StaffPerson> | Outsider,
  invited: StaffInvitation,
  issuer: string,
): Promise<StaffAccountDetail> {
  await queueForTeam(tx, STAFF);
  const made = await inviteAccount(tx, context, visitorOf(operator), { realm: 'staff', ...invited }, issuer);
  if (made.outcome === 'EmailTaken') {
    throw new DomainError('Account.EmailTaken', {
      message: 'This e-mail address already has an account. Change the role of that person, or enable the account.',
    });
  }
  return readStaff(tx, made.account.accountId, context.clock.now());
}

/** Performs the action, and returns the updated account. */
export async function manageStaff(
  tx: Tx,
  context: AccountContext,
  operator: Manager<StaffPerson>,
  accountId: string,
  action: TeamAction,
): Promise<StaffAccountDetail> {
  await actOn(tx, context, operator, accountId, action);
  return readStaff(tx, accountId, context.clock.now());
}

const staffRole = z.enum(STAFF_ROLES);

const toStaffAccount = (row: TeamRow): StaffAccount => ({ ...toUser(row), role: staffRole.parse(row.role) });
