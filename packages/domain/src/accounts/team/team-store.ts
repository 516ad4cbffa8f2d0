// The users of one partner, or our own staff, as shown to those who manage them.
import type { PartnerRole, StaffRole } from '@onboarding/contract';
import type { AccountsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { SessionRow } from '../sessions/session-store.ts';

export type TeamRow = Pick<
  AccountsRow,
  'accountId' | 'name' | 'email' | 'role' | 'status' | 'createdAt' | 'lastSignInAt'
> & { totp: number; passkeys: number; linkEndsAt: Date | null; sessions: number };

/** Which sessions count as active. */
export interface Alive {
  now: Date;
  seenAfter: Date;
}

/** A partner's users; undefined for our own staff. */
export type Team = string | undefined;

/** Each realm has its own function to read sessions through the access policy. */
const users = (
  sessions: 'colleague_sessions' | 'staff_sessions',
) => `select a.account_id, a.name, a.email, a.role, a.status, a.created_at, a.last_sign_in_at, f.totp, f.passkeys,
     case when a.status = 'Invited' then (
       select max(l.expires_at) from account_links l
       where l.account_id = a.account_id and l.purpose = 'Invitation' and l.used_at is null) end as link_ends_at,
     (select count(*) from ${sessions}(a.account_id, :now, :seenAfter)) as sessions
   from accounts a
   cross join lateral (
     select count(*) filter (where kind = 'Totp') as totp, count(*) filter (where kind = 'Passkey') as passkeys
     from second_factors where account_id = a.account_id
   ) f`;
const sessionsIn = (sessions: 'colleague_sessions' | 'staff_sessions') =>
  `select session_id, created_at, last_seen_at, address, user_agent from ${sessions}(:accountId, :now, :seenAfter)
   order by last_seen_at desc, session_id desc limit 100`;

const LIST = statement<TeamRow, Alive & { partnerId: string; after: string; limit: number }>(
  'team_list',
  `${users('colleague_sessions')} where a.partner_id = :partnerId and a.account_id > :after
   order by a.account_id limit :limit`,
);
const LIST_STAFF = statement<TeamRow, Alive & { after: string; limit: number }>(
  'team_list_staff',
  `${users('staff_sessions')} where a.realm = 'staff' and a.account_id > :after order by a.account_id limit :limit`,
);
const FIND = statement<TeamRow, Alive & { partnerId: string; accountId: string }>(
  'team_find',
  `${users('colleague_sessions')} where a.partner_id = :partnerId and a.account_id = :accountId`,
);
const FIND_STAFF = statement<TeamRow, Alive & { accountId: string }>(
  'team_find_staff',
  `${users('staff_sessions')} where a.realm = 'staff' and a.account_id = :accountId`,
);
const SESSIONS = statement<SessionRow, Alive & { accountId: string }>(
  'team_sessions',
  sessionsIn('colleague_sessions'),
);
const STAFF_SESSIONS = statement<SessionRow, Alive & { accountId: string }>(
  'team_staff_sessions',
  sessionsIn('staff_sessions'),
);
// Serialises changes of access in one organisation: each sees the number of admins that the previous one left.
const QUEUE = statement<never, { team: string }>(
  'team_queue',
  `select pg_advisory_xact_lock(hashtextextended('onboarding.team ' || :team::text, 0))`,
);
const COUNT_OTHER_ADMINS = statement<{ admins: number }, { partnerId: string; accountId: string }>(
  'team_other_admins',
  `select count(*) as admins from accounts
   where partner_id = :partnerId and role = 'admin' and status = 'Active' and account_id <> :accountId`,
);
const COUNT_OTHER_OPERATORS = statement<{ operators: number }, { accountId: string }>(
  'team_other_operators',
  `select count(*) as operators from accounts
   where realm = 'staff' and role = 'operator' and status = 'Active' and account_id <> :accountId`,
);
const SET_ROLE = statement<never, { accountId: string; role: PartnerRole | StaffRole }>(
  'team_set_role',
  'update accounts set role = :role where account_id = :accountId',
);
const FIND_REVIEW_MAILS = statement<Pick<AccountsRow, 'reviewMails'>, { accountId: string }>(
  'team_find_review_mails',
  'select review_mails from accounts where account_id = :accountId',
);
const SET_REVIEW_MAILS = statement<never, { accountId: string; wanted: boolean }>(
  'team_set_review_mails',
  'update accounts set review_mails = :wanted where account_id = :accountId',
);

export function listTeamRows(
  tx: Tx,
  team: Team,
  alive: Alive,
  page: { after: string; limit: number },
): Promise<TeamRow[]> {
  if (team === undefined) return tx.rows(LIST_STAFF, { ...alive, ...page });
  return tx.rows(LIST, { ...alive, ...page, partnerId: team });
}

export async function findTeamRow(tx: Tx, team: Team, alive: Alive, accountId: string): Promise<TeamRow | undefined> {
  const rows =
    team === undefined
      ? await tx.rows(FIND_STAFF, { ...alive, accountId })
      : await tx.rows(FIND, { ...alive, partnerId: team, accountId });
  return rows[0];
}

export function listTeamSessions(tx: Tx, team: Team, alive: Alive, accountId: string): Promise<SessionRow[]> {
  return tx.rows(team === undefined ? STAFF_SESSIONS : SESSIONS, { ...alive, accountId });
}

export async function queueForTeam(tx: Tx, team: Team): Promise<void> {
  await tx.rows(QUEUE, { team: team ?? 'staff' });
}

/** The number of others who could still manage the team without this account. */
export async function countOtherManagers(tx: Tx, team: Team, accountId: string): Promise<number> {
  if (team === undefined) return (await tx.rows(COUNT_OTHER_OPERATORS, { accountId }))[0]?.operators ?? 0;
  return (await tx.rows(COUNT_OTHER_ADMINS, { partnerId: team, accountId }))[0]?.admins ?? 0;
}

export async function setRole(tx: Tx, accountId: string, role: PartnerRole | StaffRole): Promise<void> {
  await tx.rows(SET_ROLE, { accountId, role });
}

/** Null if the user has not chosen. */
export async function findReviewMails(tx: Tx, accountId: string): Promise<boolean | null> {
  return (await tx.rows(FIND_REVIEW_MAILS, { accountId }))[0]?.reviewMails ?? null;
}

export async function setReviewMails(tx: Tx, accountId: string, wanted: boolean): Promise<void> {
  await tx.rows(SET_REVIEW_MAILS, { accountId, wanted });
}
