// A partner's users, managed by its admins.
import {
  type Notifications,
  PARTNER_ROLES,
  type TeamInvitation,
  type TeamUser,
  USERS_PER_PAGE,
  type UserDetail,
  type UserPage,
  type UserQuery,
} from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import type { PartnerPerson } from '../../context.ts';
import { fromIdCursor, LOWEST_ID, pageOf } from '../../cursors.ts';
import { DomainError } from '../../failure.ts';
import type { AccountContext } from '../account/account.ts';
import type { SessionRow } from '../sessions/session-store.ts';
import { IDLE_MS } from '../sign-in/sign-in-service.ts';
import { actOn, type Manager, refuseTooMany, type TeamAction, visitorOf } from './colleague-actions.ts';
import { inviteAccount } from './invitation-service.ts';
import {
  type Alive,
  findReviewMails,
  findTeamRow,
  listTeamRows,
  listTeamSessions,
  queueForTeam,
  setReviewMails,
  type TeamRow,
} from './team-store.ts';

type TeamAdmin = Manager<PartnerPerson>;

export async function listTeam(
  tx: Tx,
  partnerId: string,
  { cursor, limit = USERS_PER_PAGE }: UserQuery,
  now: Date,
): Promise<UserPage> {
  const after = cursor === undefined ? LOWEST_ID : fromIdCursor(cursor);
  const rows = await listTeamRows(tx, partnerId, aliveAt(now), { after, limit: limit + 1 });
  const { items, nextCursor } = pageOf(rows, limit, (row) => row.accountId);
  return { items: items.map(toPartnerUser), nextCursor };
}

/** One of a partner's users, for callers outside the partner. */
export async function readTeamUser(tx: Tx, partnerId: string, accountId: string, now: Date): Promise<TeamUser> {
  const row = await findTeamRow(tx, partnerId, aliveAt(now), accountId);
  if (row === undefined) throw new DomainError('Account.NotFound');
  return toPartnerUser(row);
}

export async function readUser(
  tx: Tx,
  { partnerId, accountId: own, role }: PartnerPerson,
  accountId: string,
  now: Date,
): Promise<UserDetail> {
  const row = isUuid(accountId) ? await findTeamRow(tx, partnerId, aliveAt(now), accountId) : undefined;
  if (row === undefined) throw new DomainError('Account.NotFound');
  // Only admins and the users themselves can see from where they sign in.
  const shown = role === 'admin' || row.accountId === own;
  const sessions = shown ? await listTeamSessions(tx, partnerId, aliveAt(now), row.accountId) : null;
  return { ...toPartnerUser(row), activeSessions: sessions === null ? null : toSessions(sessions) };
}

export async function inviteUser(
  tx: Tx,
  context: AccountContext,
  admin: TeamAdmin,
  invited: TeamInvitation,
  issuer: string,
): Promise<UserDetail> {
  const { partnerId } = admin.person;
  const now = context.clock.now();
  await queueForTeam(tx, partnerId);
  await refuseTooMany(tx, partnerId, now);
  const invitation = { realm: 'partner', partnerId, ...invited } as const;
  const made = await inviteAccount(tx, context, visitorOf(admin), invitation, issuer);
  if (made.outcome === 'EmailTaken') throw new DomainError('Account.EmailTaken');
  return readUser(tx, admin.person, made.account.accountId, now);
}

/** Performs the action, and returns the updated account. */
export async function manageColleague(
  tx: Tx,
  context: AccountContext,
  admin: TeamAdmin,
  accountId: string,
  action: TeamAction,
): Promise<UserDetail> {
  await actOn(tx, context, admin, accountId, action);
  return readUser(tx, admin.person, accountId, context.clock.now());
}

/** The user's own choice; by default, admins get mails and others do not. */
export async function readNotifications(tx: Tx, { accountId, role }: PartnerPerson): Promise<Notifications> {
  return { reviewMails: (await findReviewMails(tx, accountId)) ?? role === 'admin' };
}

export async function changeNotifications(
  tx: Tx,
  person: PartnerPerson,
  wanted: Notifications,
): Promise<Notifications> {
  await setReviewMails(tx, person.accountId, wanted.reviewMails);
  return wanted;
}

const partnerRole = z.enum(PARTNER_ROLES);

const toPartnerUser = (row: TeamRow): TeamUser => ({ ...toUser(row), role: partnerRole.parse(row.role) });

export function aliveAt(now: Date): Alive {
  return { now, seenAfter: new Date(now.getTime() - IDLE_MS) };
}

/** Excludes the role, which differs by realm. */
export function toUser(row: TeamRow): Omit<TeamUser, 'role'> {
  return {
    accountId: row.accountId,
    name: row.name,
    email: row.email,
    status: row.status,
    factors: { Totp: row.totp, Passkey: row.passkeys },
    invitedAt: row.createdAt.toISOString(),
    invitationEndsAt: row.linkEndsAt?.toISOString() ?? null,
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    sessions: row.sessions,
  };
}

export function toSessions(rows: readonly SessionRow[]): NonNullable<UserDetail['activeSessions']> {
  return rows.map((session) => ({
    ...session,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    address: session.address,
    userAgent: session.userAgent,
  }));
}
