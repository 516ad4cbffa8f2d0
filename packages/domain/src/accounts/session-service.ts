// Sessions of people who have signed in. The browser holds a random value; here is only its hash.
import { hash } from 'node:crypto';
import {
  PARTNER_ONBOARDING_STATUSES,
  PARTNER_ROLES,
  PARTNER_STATUSES,
  type Realm,
  type SessionList,
  type SessionView,
  STAFF_ROLES,
} from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import { isUuid, uuidv7 } from '@onboarding/platform/ids';
import { failureCode, settled, type Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import type { Person } from '../context.ts';
import { DomainError } from '../failure.ts';
import {
  deleteAllSessions,
  deleteSession,
  type EnteredRow,
  enterAndFindSession,
  insertSession,
  listSessionRows,
} from './session-store.ts';
import { makeSessionValue } from './session-value.ts';
import { IDLE_MS, LIFE_MS } from './sign-in.ts';
import { endOfSession, holdSignIn } from './sign-in-store.ts';

const STEP_UP_MS = 5 * 60_000;

export interface PersonSession {
  sessionId: string;
  person: Person;
  name: string;
  email: string;
  /** The organisation that the person works for, as it stands now; null for our own staff. */
  partner: { name: string; clientId: string; status: string; onboardingStatus: string } | null;
  secondFactorAt: Date;
  expiresAt: Date;
}

/**
 * The first step of every transaction of a signed-in person: makes the rows of the person's partner, and only those,
 * visible, and reads session, account and partner as they stand now.
 */
export async function enterSession(
  tx: Tx,
  value: string,
  realm: Realm,
  requestId: string,
  now: Date,
): Promise<PersonSession | undefined> {
  const row = await enterAndFindSession(tx, hashOf(value), realm, now);
  return row === undefined ? undefined : toSession(row, realm, requestId);
}

export interface SignIn {
  accountId: string;
  realm: Realm;
  secondFactorAt: Date;
  /** When password and second factor were last both shown: the session ends twelve hours later. */
  signedInAt: Date;
  /** What it came of; undefined when the provider is not ours. */
  signInId: string | undefined;
  address: string;
  userAgent: string;
  /** What the browser held before, which ends: a value that somebody else has put there must lead nowhere. */
  previous: string | undefined;
}

/**
 * Opens a session under a new random value, which is answered here and nowhere else; undefined when the person has signed
 * out meanwhile, in another window.
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
    signInId: signIn.signInId,
    address: signIn.address.slice(0, 64),
    userAgent: signIn.userAgent.replaceAll(/\p{Cc}/gu, '').slice(0, 300),
  };
  try {
    // Entering reads the account, which row-level security hides from us until then: of another realm or not active, it
    // is not found, and the session goes with the transaction.
    const [, , entered] = await settled<[unknown, unknown, EnteredRow | undefined]>([
      endSession(tx, signIn.previous),
      insertSession(tx, session),
      enterAndFindSession(tx, hashed, signIn.realm, now),
    ]);
    if (entered === undefined) throw unusable();
  } catch (error) {
    // No account of that id: the reference to it is broken.
    throw failureCode(error) === '23503' ? unusable() : error;
  }
  return value;
}

async function endSession(tx: Tx, value: string | undefined): Promise<void> {
  if (value !== undefined) await deleteSession(tx, hashOf(value));
}

/** Ends the session, every other one that came of the same sign-in, and the sign-in itself, so that none comes back. */
export async function signOut(tx: Tx, value: string): Promise<void> {
  await endOfSession(tx, hashOf(value));
}

/** Ends every session of the person, with us and with the provider; answers how many there were with us. */
export function endAllSessions(tx: Tx, person: Person): Promise<number> {
  return deleteAllSessions(tx, person.accountId);
}

export async function listSessions(tx: Tx, { sessionId, person }: PersonSession, now: Date): Promise<SessionList> {
  const rows = await listSessionRows(tx, person.accountId, person.realm, now, new Date(now.getTime() - IDLE_MS));
  return {
    items: rows.map((row) => ({
      sessionId: row.session_id,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      address: row.address,
      userAgent: row.user_agent,
      current: row.session_id === sessionId,
    })),
  };
}

/** Until when operations that want a recent second factor are allowed. */
export function stepUpUntil(session: PersonSession): Date {
  return new Date(session.secondFactorAt.getTime() + STEP_UP_MS);
}

const statuses = z.object({
  status: z.enum(PARTNER_STATUSES),
  onboardingStatus: z.enum(PARTNER_ONBOARDING_STATUSES),
});

export function toSessionView(session: PersonSession): SessionView {
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
        : { partnerId: person.partnerId, name: partner.name, ...statuses.parse(partner) },
    secondFactorAt: session.secondFactorAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    stepUpUntil: stepUpUntil(session).toISOString(),
  };
}

function hashOf(value: string): Buffer {
  return hash('sha256', value, 'buffer');
}

const partnerRole = z.enum(PARTNER_ROLES);
const staffRole = z.enum(STAFF_ROLES);

function toSession(row: EnteredRow, realm: Realm, requestId: string): PersonSession {
  return {
    sessionId: row.session_id,
    person: toPerson(row, realm, requestId),
    name: row.name,
    email: row.email,
    partner:
      row.partner_name === null || row.client_id === null || row.status === null || row.onboarding_status === null
        ? null
        : {
            name: row.partner_name,
            clientId: row.client_id,
            status: row.status,
            onboardingStatus: row.onboarding_status,
          },
    secondFactorAt: row.second_factor_at,
    expiresAt: row.expires_at,
  };
}

function toPerson(row: EnteredRow, realm: Realm, requestId: string): Person {
  const accountId = row.account_id;
  if (realm === 'staff') return { kind: 'StaffPerson', realm, accountId, role: staffRole.parse(row.role), requestId };
  // The table does not hold a partner's person without a partner.
  if (row.partner_id === null) throw new Error('An account of the partner realm has no partner');
  const role = partnerRole.parse(row.role);
  return { kind: 'PartnerPerson', realm, partnerId: row.partner_id, accountId, role, requestId };
}
