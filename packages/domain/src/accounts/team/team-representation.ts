import type { TeamUser, UserDetail } from '@onboarding/contract';
import type { SessionRow } from '../sessions/session-store.ts';
import { IDLE_MS } from '../sign-in/sign-in.ts';
import type { Alive, TeamRow } from './team-store.ts';

export function aliveAt(now: Date): Alive {
  return { now, seenAfter: new Date(now.getTime() - IDLE_MS) };
}

/** Excludes the role, which differs by realm. */
export function toUser(row: TeamRow): Omit<TeamUser, 'role'> {
  return {
    accountId: row.account_id,
    name: row.name,
    email: row.email,
    status: row.status,
    factors: { Totp: row.totp, Passkey: row.passkeys },
    invitedAt: row.created_at.toISOString(),
    invitationEndsAt: row.link_ends_at?.toISOString() ?? null,
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
    sessions: row.sessions,
  };
}

export function toSessions(rows: readonly SessionRow[]): NonNullable<UserDetail['activeSessions']> {
  return rows.map((session) => ({
    sessionId: session.session_id,
    createdAt: session.created_at.toISOString(),
    lastSeenAt: session.last_seen_at.toISOString(),
    address: session.address,
    userAgent: session.user_agent,
  }));
}
