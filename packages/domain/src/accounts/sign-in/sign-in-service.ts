import {
  HOUR_MS,
  MINUTE_MS,
  type Realm,
  SESSION_HOURS,
  SESSION_IDLE_MINUTES,
  type SecondFactorKind,
} from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import {
  type Account,
  type AccountContext,
  emailKeyOf,
  type SignInRow,
  toAccount,
  type Visitor,
} from '../account/account.ts';
import { type AccountEvent, hasSignedInSince, recordAccountEvent } from '../account/account-event-store.ts';
import { tellRecoveryCodeUsed } from '../account/account-mails.ts';
import { lockAccount, lockForSignIn, lockForSignInByEmail } from '../account/account-store.ts';
import { hashRecoveryCode, totpStep } from '../factors/factor-codes.ts';
import { countUnusedCodes, listFactorRows, spendCode, useFactor } from '../factors/factor-store.ts';
import { type PasskeySite, passkeyUse } from '../factors/passkey.ts';
import { passwordMatches } from '../passwords/password.ts';
import {
  type AttemptSource,
  type Attempts,
  afterFailure,
  attemptSource,
  blockedNow,
  type UnknownAccounts,
} from './lockout.ts';
import {
  endByProvider,
  findAttempts,
  findLiveRow,
  forgetAttempts,
  insertSignIn,
  setAttempts,
  touchSignIn,
} from './sign-in-store.ts';

export type AttemptOutcome<Passed = unknown> =
  | ({ outcome: 'Passed'; account: Account } & Passed)
  | { outcome: 'Refused' }
  | { outcome: 'Blocked'; until: Date };

/** Kept per process, so that an address without an account gets the same delays as one with an account. */
export type SignInContext = AccountContext & { unknownAccounts: UnknownAccounts };

/**
 * The first step of signing in. Two transactions: an attempt is counted as a failure before it is checked, so that a hundred
 * concurrent guesses do not all pass the same count, and no row is locked during the slow hash.
 */
export async function checkPassword(
  context: SignInContext,
  visitor: Visitor,
  given: { realm: Realm; email: string; password: string },
): Promise<AttemptOutcome> {
  const emailKey = emailKeyOf(given.email);
  const claim = await context.db.transaction(async (tx) => {
    const row = await lockForSignInByEmail(tx, given.realm, emailKey);
    return { row, made: row === undefined ? undefined : await claimAttempt(tx, visitor, row, context.clock.now()) };
  });
  const until =
    claim.made === undefined
      ? context.unknownAccounts.attempt(given.realm, emailKey, context.clock.now())
      : claim.made.until;
  const matches = until === undefined && (await passwordMatches(claim.row?.passwordHash ?? undefined, given.password));
  return context.db.transaction(async (tx) => {
    const now = context.clock.now();
    const refused = (reason: AccountEvent['reason']) =>
      recordAccountEvent(
        tx,
        visitor,
        { kind: 'Refused', accountId: claim.row?.accountId, realm: given.realm, reason },
        now,
      );
    if (until !== undefined) {
      await refused('Blocked');
      return { outcome: 'Blocked', until };
    }
    if (claim.row !== undefined && matches && claim.row.status === 'Active') {
      await takeBack(tx, claim.row.accountId, claim.made);
      return { outcome: 'Passed', account: toAccount(claim.row) };
    }
    await refused(whyRefused(claim.row));
    return { outcome: 'Refused' };
  });
}

function whyRefused(row: SignInRow | undefined): AccountEvent['reason'] {
  if (row === undefined) return 'UnknownAccount';
  return row.status === 'Active' ? 'WrongPassword' : row.status;
}

interface Claim {
  source: AttemptSource;
  /** The state after counting; undefined if no attempt may be made. */
  counted: Attempts | undefined;
  until: Date | undefined;
}

/**
 * Counts an attempt as a failure, or returns the time until which none may be made. Requires the lock of the account's row.
 */
async function claimAttempt(tx: Tx, visitor: Visitor, row: SignInRow, now: Date): Promise<Claim> {
  const source = attemptSource(visitor, row.accountId, row.passwordChangedAt);
  const before = await findAttempts(tx, row.accountId, source);
  const until = blockedNow(before, now);
  if (until !== undefined) return { source, counted: undefined, until };
  const counted = afterFailure(before, now);
  await setAttempts(tx, row.accountId, source, counted);
  return { source, counted, until };
}

/**
 * A correct password reverts only its own failure. The others remain until the second factor is proven too; otherwise anyone
 * who knows the password could guess codes forever.
 */
async function takeBack(tx: Tx, accountId: string, claim: Claim | undefined): Promise<void> {
  if (claim?.counted === undefined) return;
  await lockAccount(tx, accountId);
  const attempts = await findAttempts(tx, accountId, claim.source);
  if (attempts === undefined || attempts.failures === 0) return;
  const { failures, countedAt } = claim.counted;
  const alone = attempts.failures === failures && attempts.countedAt.getTime() === countedAt.getTime();
  const blockedUntil = alone ? undefined : attempts.blockedUntil;
  await setAttempts(tx, accountId, claim.source, { ...attempts, failures: attempts.failures - 1, blockedUntil });
}

export type Proof =
  | { kind: 'Totp'; code: string }
  | { kind: 'Passkey'; answer: string; challenge: string; askedAt: Date; site: PasskeySite }
  | { kind: 'RecoveryCode'; code: string };

/** How the second factor was proven, in the terms of RFC 8176, which has no term for a recovery code. */
const METHODS = { Totp: 'otp', Passkey: 'hwk', RecoveryCode: 'recovery' } as const;
type ProofMethod = (typeof METHODS)[keyof typeof METHODS];

/** The second step of signing in, and the only one for a step-up. */
export async function checkSecondFactor(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  accountId: string,
  proof: Proof,
  purpose: 'SignedIn' | 'SteppedUp',
): Promise<AttemptOutcome<{ method: ProofMethod }>> {
  const now = context.clock.now();
  const row = await lockForSignIn(tx, accountId);
  const record = (kind: 'Refused' | typeof purpose, reason: AccountEvent['reason']) =>
    recordAccountEvent(tx, visitor, { kind, accountId: row?.accountId, realm: row?.realm ?? 'none', reason }, now);
  if (row?.status !== 'Active') {
    await record('Refused', row?.status ?? 'UnknownAccount');
    return { outcome: 'Refused' };
  }
  const claim = await claimAttempt(tx, visitor, row, now);
  if (claim.until !== undefined) {
    await record('Refused', 'Blocked');
    return { outcome: 'Blocked', until: claim.until };
  }
  if (!(await proves(tx, context, row, proof, now))) {
    await record('Refused', `Wrong${proof.kind}`);
    return { outcome: 'Refused' };
  }
  await forgetAttempts(tx, accountId, claim.source);
  const account = toAccount(row);
  if (proof.kind === 'RecoveryCode') {
    const left = await countUnusedCodes(tx, accountId);
    await recordAccountEvent(tx, visitor, { kind: 'RecoveryCodeUsed', accountId, realm: row.realm }, now);
    await tellRecoveryCodeUsed(tx, context, account, left);
  }
  await record(purpose, proof.kind);
  return { outcome: 'Passed', account, method: METHODS[proof.kind] };
}

export interface FirstSignIn {
  account: Account;
  method: ProofMethod;
  /** When password and second factor were set. */
  provenAt: Date;
}

/**
 * Signs in with the password and the second factor with which an invitation was accepted at `at`. Works once, and only until
 * either is replaced.
 */
export async function signInAfterInvitation(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  { accountId, realm, kind, at }: { accountId: string; realm: Realm; kind: SecondFactorKind; at: Date },
): Promise<FirstSignIn | undefined> {
  const row = await lockForSignIn(tx, accountId);
  if (row?.status !== 'Active' || row.realm !== realm) return undefined;
  if (row.passwordChangedAt?.getTime() !== at.getTime()) return undefined;
  if (await hasSignedInSince(tx, accountId, at)) return undefined;
  const event = { kind: 'SignedIn', accountId, realm, reason: kind } as const;
  await recordAccountEvent(tx, visitor, event, context.clock.now());
  return { account: toAccount(row), method: METHODS[kind], provenAt: at };
}

async function proves(tx: Tx, context: AccountContext, row: SignInRow, proof: Proof, now: Date): Promise<boolean> {
  const { accountId } = row;
  if (proof.kind === 'RecoveryCode') return spendCode(tx, accountId, hashRecoveryCode(accountId, proof.code), now);
  const factors = (await listFactorRows(tx, accountId)).filter(({ kind }) => kind === proof.kind);
  if (proof.kind === 'Passkey') {
    const used = await passkeyUse(proof.site, proof.challenge, proof.answer, factors);
    return used !== undefined && useFactor(tx, accountId, { ...used, askedAt: proof.askedAt }, now);
  }
  for (const { factorId, secret, counter } of factors) {
    const plain = context.keys.unseal('second factor', secret, factorId).toString();
    const step = totpStep(plain, proof.code, now, counter);
    if (step !== undefined) return useFactor(tx, accountId, { factorId, counter: step }, now);
  }
  return false;
}

// The duration of a sign-in, for the provider and the API: half an hour without a request, and at most twelve hours after
// password and second factor were last proven. Silent renewal extends neither.

export const LIFE_MS = SESSION_HOURS * HOUR_MS;
/** Must equal the value in enter_session(), which enforces it for sessions. */
export const IDLE_MS = SESSION_IDLE_MINUTES * MINUTE_MS;

interface LiveSignIn {
  signInId: string;
  /** The time of the last full sign-in (password and second factor). */
  signedInAt: Date;
}

/** The provider's session, identified by the hash of its id, and its account. */
interface ProviderSession {
  providerHash: Buffer;
  accountId: string;
}

/** Returns undefined if the provider must ask for password and second factor again. The lookup itself counts as use. */
export async function useSignIn(tx: Tx, session: ProviderSession, now: Date): Promise<LiveSignIn | undefined> {
  const { providerHash, accountId } = session;
  const row = await findLiveRow(tx, providerHash, accountId, now, new Date(now.getTime() - IDLE_MS));
  if (row === undefined) return undefined;
  // Minute precision is enough, and saves a write per request.
  await touchSignIn(tx, providerHash, now, new Date(now.getTime() - MINUTE_MS));
  return row;
}

/** Call after password and second factor were proven at `signedInAt`. Idempotent for the same time. */
export async function beginSignIn(tx: Tx, session: ProviderSession, signedInAt: Date, now: Date): Promise<void> {
  await insertSignIn(tx, { ...session, signedInAt, expiresAt: new Date(signedInAt.getTime() + LIFE_MS) }, now);
}

/** Ends it permanently, together with every session based on it. */
export async function endProviderSession(tx: Tx, providerHash: Buffer, now: Date): Promise<void> {
  await endByProvider(tx, providerHash, now);
}
