// A partner's users, managed by its admins.
import {
  type Notifications,
  PARTNER_ROLES,
  PEOPLE_PER_PAGE,
  type PersonDetail,
  type PersonPage,
  type PersonQuery,
  type TeamInvitation,
  type TeamPerson,
} from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import type { PartnerPerson } from '../../context.ts';
import { DomainError } from '../../failure.ts';
import { fromIdCursor, LOWEST_ID, pageOf } from '../../id-cursor.ts';
import type { AccountContext } from '../account.ts';
import { inviteAccount } from '../invitation-service.ts';
import { actOn, type Manager, refuseTooMany, type TeamAction, visitorOf } from './colleague-actions.ts';
import { aliveAt, toPerson, toSessions } from './team-representation.ts';
import {
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
  { cursor, limit = PEOPLE_PER_PAGE }: PersonQuery,
  now: Date,
): Promise<PersonPage> {
  const after = cursor === undefined ? LOWEST_ID : fromIdCursor(cursor);
  const rows = await listTeamRows(tx, partnerId, aliveAt(now), { after, limit: limit + 1 });
  const { items, nextCursor } = pageOf(rows, limit, (row) => row.accountId);
  return { items: items.map(toPartnerPerson), nextCursor };
}

/** One of a partner's users, for callers outside the partner. */
export async function readTeamPerson(tx: Tx, partnerId: string, accountId: string, now: Date): Promise<TeamPerson> {
  const row = await findTeamRow(tx, partnerId, aliveAt(now), accountId);
  if (row === undefined) throw new DomainError('Account.NotFound');
  return toPartnerPerson(row);
}

export async function readPerson(
  tx: Tx,
  { partnerId, accountId: own, role }: PartnerPerson,
  accountId: string,
  now: Date,
): Promise<PersonDetail> {
  const row = isUuid(accountId) ? await findTeamRow(tx, partnerId, aliveAt(now), accountId) : undefined;
  if (row === undefined) throw new DomainError('Account.NotFound');
  // Only admins and the users themselves can see from where they sign in.
  const shown = role === 'admin' || row.accountId === own;
  const sessions = shown ? await listTeamSessions(tx, partnerId, aliveAt(now), row.accountId) : null;
  return { ...toPartnerPerson(row), activeSessions: sessions === null ? null : toSessions(sessions) };
}

export async function invitePerson(
  tx: Tx,
  context: AccountContext,
  admin: TeamAdmin,
  invited: TeamInvitation,
  issuer: string,
): Promise<PersonDetail> {
  const { partnerId } = admin.person;
  const now = context.clock.now();
  await queueForTeam(tx, partnerId);
  await refuseTooMany(tx, partnerId, now);
  const invitation = { realm: 'partner', partnerId, ...invited } as const;
  const made = await inviteAccount(tx, context, visitorOf(admin), invitation, issuer);
  if (made.outcome === 'EmailTaken') throw new DomainError('Account.EmailTaken');
  return readPerson(tx, admin.person, made.account.accountId, now);
}

/** Performs the action, and returns the updated account. */
export async function manageColleague(
  tx: Tx,
  context: AccountContext,
  admin: TeamAdmin,
  accountId: string,
  action: TeamAction,
): Promise<PersonDetail> {
  await actOn(tx, context, admin, accountId, action);
  return readPerson(tx, admin.person, accountId, context.clock.now());
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

const toPartnerPerson = (row: TeamRow): TeamPerson => ({ ...toPerson(row), role: partnerRole.parse(row.role) });
