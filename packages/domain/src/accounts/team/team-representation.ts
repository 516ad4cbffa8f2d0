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
