import type { SecondFactorKind } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { type Account, type AccountContext, toAccount, type Visitor } from '../account/account.ts';
import { recordAccountEvent } from '../account/account-event-store.ts';
import { tellFactorsChanged } from '../account/account-mails.ts';
import { lockAccount } from '../account/account-store.ts';
import { hashRecoveryCode, makeRecoveryCodes, totpStep } from './factor-codes.ts';
import {
  countUnusedCodes,
  deleteFactor,
  insertFactor,
  listFactorRows,
  type NewFactorRow,
  replaceCodes,
} from './factor-store.ts';
import { newPasskey, type PasskeySite, passkeyAuthentication, passkeyRegistration } from './passkey.ts';

const MOST_FACTORS = 10;

export interface SecondFactor {
  factorId: string;
  kind: SecondFactorKind;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | undefined;
}

export async function listSecondFactors(tx: Tx, accountId: string): Promise<SecondFactor[]> {
  const rows = await listFactorRows(tx, accountId);
  return rows.map(({ factorId, kind, name, createdAt, lastUsedAt }) => ({
    factorId,
    kind,
    name,
    createdAt,
    lastUsedAt: lastUsedAt ?? undefined,
  }));
}

export { countUnusedCodes };

/** The options for a browser to create a passkey for this account. */
export async function startPasskeyRegistration(
  tx: Tx,
  site: PasskeySite,
  account: Pick<Account, 'accountId' | 'email' | 'name'>,
) {
  return passkeyRegistration(site, account, await listFactorRows(tx, account.accountId));
}

/** The options for a browser to sign in with a passkey of this account; undefined if it has none. */
export async function startPasskeyAuthentication(tx: Tx, site: PasskeySite, accountId: string) {
  const known = (await listFactorRows(tx, accountId)).filter(({ kind }) => kind === 'Passkey');
  return known.length === 0 ? undefined : passkeyAuthentication(site, known);
}

/** A second factor that was just proven to work, but is not stored yet. */
export type ShownFactor =
  | { kind: 'Totp'; secret: string; code: string }
  | { kind: 'Passkey'; site: PasskeySite; challenge: string; answer: string };

/** The row of a new factor; undefined if the code or the passkey's response is wrong. */
export async function factorRowOf(context: AccountContext, shown: ShownFactor): Promise<NewFactorRow | undefined> {
  const now = context.clock.now();
  const factorId = uuidv7(now);
  const day = now.toISOString().slice(0, 10);
  if (shown.kind === 'Totp') {
    const step = totpStep(shown.secret, shown.code, now);
    if (step === undefined) return undefined;
    // The code that proved the app cannot be used again.
    const secret = context.keys.seal('second factor', shown.secret, factorId);
    const name = `Authenticator app of ${day}`;
    return { factorId, kind: 'Totp', name, secret, credentialId: null, transports: null, counter: step };
  }
  const passkey = await newPasskey(shown.site, shown.challenge, shown.answer);
  if (passkey === undefined) return undefined;
  const { credentialId, publicKey, counter, transports } = passkey;
  const name = `Passkey of ${day}`;
  return { factorId, kind: 'Passkey', name, secret: publicKey, credentialId, counter, transports };
}

/** Replaces all recovery codes with ten new ones. They are shown once and never stored in plain text. */
export async function storeNewCodes(tx: Tx, accountId: string): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await replaceCodes(
    tx,
    accountId,
    codes.map((code) => hashRecoveryCode(accountId, code)),
  );
  return codes;
}

export async function addSecondFactor(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  accountId: string,
  shown: ShownFactor,
): Promise<'Added' | 'Wrong' | 'AlreadyKnown' | 'TooMany'> {
  const row = await lockAccount(tx, accountId);
  const factor = await factorRowOf(context, shown);
  if (row === undefined || factor === undefined) return 'Wrong';
  if ((await listFactorRows(tx, accountId)).length >= MOST_FACTORS) return 'TooMany';
  const now = context.clock.now();
  if (!(await insertFactor(tx, accountId, factor, now))) return 'AlreadyKnown';
  const event = { kind: 'FactorAdded', accountId, realm: row.realm, reason: factor.kind } as const;
  await recordAccountEvent(tx, visitor, event, now);
  await tellFactorsChanged(
    tx,
    context,
    toAccount(row),
    `A second factor (${factor.name}) was added to your account just now.`,
  );
  return 'Added';
}

/** Never removes the last one, because the person could no longer sign in. */
export async function removeSecondFactor(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  accountId: string,
  factorId: string,
): Promise<'Removed' | 'Last' | 'Unknown'> {
  // The lock prevents two concurrent removals from removing the last two factors.
  const row = await lockAccount(tx, accountId);
  const factors = await listFactorRows(tx, accountId);
  const factor = factors.find((one) => one.factorId === factorId);
  if (row === undefined || factor === undefined) return 'Unknown';
  if (factors.length === 1) return 'Last';
  await deleteFactor(tx, accountId, factorId);
  const event = { kind: 'FactorRemoved', accountId, realm: row.realm, reason: factor.kind } as const;
  await recordAccountEvent(tx, visitor, event, context.clock.now());
  await tellFactorsChanged(
    tx,
    context,
    toAccount(row),
    `A second factor (${factor.name}) was removed from your account just now.`,
  );
  return 'Removed';
}

export async function renewRecoveryCodes(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  account: Account,
): Promise<string[]> {
  await lockAccount(tx, account.accountId);
  const codes = await storeNewCodes(tx, account.accountId);
  const event = { kind: 'RecoveryCodesReplaced', accountId: account.accountId, realm: account.realm } as const;
  await recordAccountEvent(tx, visitor, event, context.clock.now());
  await tellFactorsChanged(
    tx,
    context,
    account,
    'New recovery codes were created for your account just now. The old ones no longer work.',
  );
  return codes;
}
