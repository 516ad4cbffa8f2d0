// Sessions of signed-in users. The browser has a random value, of which the database stores only a hash.
import { hash } from 'node:crypto';
import {
  MINUTE_MS,
  PARTNER_ROLES,
  type PartnerOnboardingStatus,
  type PartnerStatus,
  type Realm,
  type SessionList,
  type SessionView,
  STAFF_ROLES,
  STEP_UP_MINUTES,
} from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import { isUuid, uuidv7 } from '@onboarding/platform/ids';
import { failureCode, settled, type Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import type { Person } from '../../context.ts';
import { DomainError } from '../../failure.ts';
import { noteSignIn } from '../account/account-store.ts';
import {
  deleteAllSessions,
  deleteSession,
  type EnteredRow,
  enterAndFindSession,
  findSessionHash,
  insertSession,
  listSessionRows,
} from '../sessions/session-store.ts';
import { makeSessionValue } from '../sessions/session-value.ts';
import { IDLE_MS, LIFE_MS } from './sign-in-service.ts';
import { endOfSession, holdSignIn } from './sign-in-store.ts';

export interface UserSession {
  sessionId: string;
  person: Person;
  name: string;
  email: string;
  /** The person's organisation in its current state; null for our own staff. */
  partner: {
    name: string;
    clientId: string;
    status: PartnerStatus;
    onboardingStatus: PartnerOnboardingStatus;
  } | null;
  secondFactorAt: Date;
  /** When the session expires if it is not used. */
  idleEndsAt: Date;
  expiresAt: Date;
}

/**
 * The first step of every transaction of a signed-in person: makes only the rows of the person's partner visible, and reads
 * the current session, account and partner. A background read, which a page makes without user interaction, does not count as
 * use.
 */
export async function enterSession(
  tx: Tx,
  value: string,
  realm: Realm,
  requestId: string,
  now: Date,
  { background = false } = {},
): Promise<UserSession | undefined> {
  const row = await enterAndFindSession(tx, hashOf(value), realm, now, !background);
  return row === undefined ? undefined : toSession(row, realm, requestId);
}

export interface SignIn {
  accountId: string;
  realm: Realm;
  secondFactorAt: Date;
  /** The time of the last full sign-in (password and second factor): the session expires twelve hours later. */
  signedInAt: Date;
  /** The sign-in on which it is based; undefined if the provider is external. */
  signInId: string | undefined;
  address: string;
  userAgent: string;
  /** The browser's previous value, which is revoked: a value planted by an attacker must not become a session. */
  previous: string | undefined;
}

/**
 * Opens a session with a new random value, which only this call returns; undefined if the person has meanwhile signed out in
 * another window.
 */
export async function openSession(tx: Tx, keys: KeyRing, signIn: SignIn, now: Date): Promise<string | undefined> {
  const unusable = () => new DomainError('Session.AccountUnusable');
  if (!isUuid(signIn.accountId)) throw unusable();
  const { signInId, accountId } = signIn;
  if (signInId !== undefined && !(await holdSignIn(tx, signInId, accountId, now))) return undefined;
  const value = makeSessionValue(keys);
  const hashed = hashOf(value);
  const session = {
    hash: hashed,
    sessionId: uuidv7(now),
    accountId: signIn.accountId,
    realm: signIn.realm,
    now,
    expiresAt: new Date(signIn.signedInAt.getTime() + LIFE_MS),
    secondFactorAt: signIn.secondFactorAt,
    signInId: signIn.signInId ?? null,
    address: signIn.address.slice(0, 64),
    userAgent: signIn.userAgent.replaceAll(/\p{Cc}/gu, '').slice(0, 300),
  };
  try {
    // Entering reads the account, which row-level security hides until then. An account of another realm, or an inactive one,
    // is not found, and the session is rolled back.
    const [, , entered] = await settled<[unknown, unknown, EnteredRow | undefined, unknown]>([
      endSession(tx, signIn.previous),
      insertSession(tx, session),
      enterAndFindSession(tx, hashed, signIn.realm, now, true),
      noteSignIn(tx, signIn.accountId, signIn.signedInAt),
    ]);
    if (entered === undefined) throw unusable();
  } catch (error) {
    // A foreign key violation: there is no account with that id.
    throw failureCode(error) === '23503' ? unusable() : error;
  }
  return value;
}

async function endSession(tx: Tx, value: string | undefined): Promise<void> {
  if (value !== undefined) await deleteSession(tx, hashOf(value));
}

/** Ends the session, all others based on the same sign-in, and the sign-in itself, so that none can be renewed. */
export async function signOut(tx: Tx, value: string): Promise<void> {
  await endOfSession(tx, hashOf(value));
}

/** Ends one of the person's own sessions, like signing out in that browser. */
export async function endOwnSession(tx: Tx, person: Person, sessionId: string): Promise<void> {
  const hashed = isUuid(sessionId) ? await findSessionHash(tx, person.accountId, sessionId) : undefined;
  if (hashed === undefined) throw new DomainError('Session.NotFound');
  await endOfSession(tx, hashed);
}

/** Ends every session of the person, including those with the provider; returns the number of API sessions. */
export function endAllSessions(tx: Tx, person: Person): Promise<number> {
  return deleteAllSessions(tx, person.accountId);
}

export async function listSessions(tx: Tx, { sessionId, person }: UserSession, now: Date): Promise<SessionList> {
  const rows = await listSessionRows(tx, person.accountId, person.realm, now, new Date(now.getTime() - IDLE_MS));
  return {
    items: rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      current: row.sessionId === sessionId,
    })),
  };
}

/** The time until which operations that require a recent second factor are allowed. */
export function stepUpUntil(session: UserSession): Date {
  return new Date(session.secondFactorAt.getTime() + STEP_UP_MINUTES * MINUTE_MS);
}

/** Facts of the deployment in which a session was opened. */
export type SessionPlace = Pick<SessionView, 'environment' | 'accountUrl' | 'otherEnvironmentUrl' | 'handbookUrl'>;

export function toSessionView(session: UserSession, place: SessionPlace): SessionView {
  const { person, partner } = session;
  return {
    accountId: person.accountId,
    name: session.name,
    email: session.email,
    role: person.role,
    realm: person.realm,
    partner:
      partner === null || person.realm === 'staff'
        ? null
        : {
            partnerId: person.partnerId,
            name: partner.name,
            status: partner.status,
            onboardingStatus: partner.onboardingStatus,
          },
    secondFactorAt: session.secondFactorAt.toISOString(),
    idleEndsAt: session.idleEndsAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    stepUpUntil: stepUpUntil(session).toISOString(),
    environment: place.environment,
    accountUrl: place.accountUrl,
    otherEnvironmentUrl: place.otherEnvironmentUrl,
    handbookUrl: place.handbookUrl,
  };
}

function hashOf(value: string): Buffer {
  return hash('sha256', value, 'buffer');
}

const partnerRole = z.enum(PARTNER_ROLES);
const staffRole = z.enum(STAFF_ROLES);

function toSession(row: EnteredRow, realm: Realm, requestId: string): UserSession {
  const { sessionId, name, email, partnerName, clientId, status, onboardingStatus, secondFactorAt, expiresAt } = row;
  return {
    sessionId,
    person: toUser(row, realm, requestId),
    name,
    email,
    partner:
      partnerName === null || clientId === null || status === null || onboardingStatus === null
        ? null
        : { name: partnerName, clientId, status, onboardingStatus },
    secondFactorAt,
    idleEndsAt: new Date(Math.min(row.lastSeenAt.getTime() + IDLE_MS, expiresAt.getTime())),
    expiresAt,
  };
}

function toUser(row: EnteredRow, realm: Realm, requestId: string): Person {
  const { accountId } = row;
  if (realm === 'staff') return { kind: 'StaffPerson', realm, accountId, role: staffRole.parse(row.role), requestId };
  // A constraint ensures that users of partners have a partner.
  if (row.partnerId === null) throw new Error('An account of the partner realm has no partner');
  const role = partnerRole.parse(row.role);
  return { kind: 'PartnerPerson', realm, partnerId: row.partnerId, accountId, role, requestId };
}
