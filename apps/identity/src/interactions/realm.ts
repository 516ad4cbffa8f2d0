import { REALMS, type Realm } from '@onboarding/contract';
import { type Account, findAccount, useSignIn } from '@onboarding/domain/accounts';
import { type Clock, isUuid } from '@onboarding/platform/ids';
import type { Db } from '@onboarding/platform/postgres';
import { type Client, type FindAccount, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { hashOf } from '../provider/record-store.ts';

/** The realm of a client; undefined for machines. */
export function realmOf(client: Client | undefined): Realm | undefined {
  return REALMS.find((realm) => realm === client?.realm);
}

/** The account, if it is active. */
export async function findActive(db: Db, accountId: string): Promise<Account | undefined> {
  if (!isUuid(accountId)) return undefined;
  const account = await db.transaction((tx) => findAccount(tx, accountId), { readOnly: true, repeatable: true });
  return account?.status === 'Active' ? account : undefined;
}

/** A code is valid only as long as its sign-in: after signing out it cannot be redeemed. */
export function accountSource({ db, clock }: { db: Db; clock: Clock }): FindAccount {
  return async (_ctx, sub, token) => {
    const account = await findActive(db, sub);
    if (account === undefined) return undefined;
    const { accountId, realm } = account;
    const sessionUid = token !== undefined && 'sessionUid' in token ? token.sessionUid : undefined;
    if (sessionUid === undefined) return { accountId, claims: async () => ({ sub: accountId, realm }) };
    const session = { providerHash: hashOf(sessionUid), accountId };
    const signIn = await db.transaction((tx) => useSignIn(tx, session, clock.now()), { repeatable: true });
    if (signIn === undefined) return undefined;
    const signed_in_at = Math.floor(signIn.signedInAt.getTime() / 1000);
    return { accountId, claims: async () => ({ sub: accountId, realm, sign_in_id: signIn.signInId, signed_in_at }) };
  };
}

/**
 * One browser has one session with the provider, but there are two realms: someone who is signed in to the other one,
 * or whose account is disabled, must sign in again. Without this check, a partner's user could get into our console.
 */
export function createRealmCheck(db: Db): interactionPolicy.Check {
  return new interactionPolicy.Check(
    'other_realm',
    'The session does not belong to this application',
    'login_required',
    async (ctx: KoaContextWithOIDC) => {
      const accountId = ctx.oidc.session?.accountId;
      if (accountId === undefined) return interactionPolicy.Check.NO_NEED_TO_PROMPT;
      const account = await findActive(db, accountId);
      return account !== undefined && account.realm === realmOf(ctx.oidc.client)
        ? interactionPolicy.Check.NO_NEED_TO_PROMPT
        : interactionPolicy.Check.REQUEST_PROMPT;
    },
  );
}
