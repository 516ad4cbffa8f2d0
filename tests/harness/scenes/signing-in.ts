// People who sign in to an identity service in the test's process, with browsers without scripts.
import { PASSWORD, type TestAccounts } from '../accounts.ts';
import { createBrowser, problemOf, type TestBrowser, type TestPage, titleOf } from '../browser.ts';
import type { SITES, TestIdentity } from '../identity.ts';

export type Person = Awaited<ReturnType<TestAccounts['join']>>;

export interface SigningIn {
  /** Each has its own address, so that tests do not share rate limits. */
  newBrowser(): TestBrowser;
  /** The code that the app shows; each works once, so the clock first advances by a time step. */
  code(person: Person): string;
  /** The page that asks for the second factor, or the one that refuses the password. */
  toSecondFactor(
    by: TestBrowser,
    person: Person,
    realm?: keyof typeof SITES,
    extra?: Record<string, string>,
  ): Promise<TestPage>;
  /** The URL of the application to which the browser is redirected. */
  signIn(by: TestBrowser, person: Person, realm?: keyof typeof SITES): Promise<string>;
}

export function signingIn(identity: TestIdentity): SigningIn {
  let visitors = 0;
  const code = (person: Person) => {
    identity.users.pass(30);
    return identity.users.codeOf(person.secret);
  };
  const toSecondFactor: SigningIn['toSecondFactor'] = async (by, person, realm = 'staff', extra = {}) => {
    const page = await by.open(identity.authorizeUrl(realm, extra));
    return by.submit(page, /^\/sign-in\/[\w-]+$/, { email: person.email, password: PASSWORD });
  };
  return {
    newBrowser: () => createBrowser(identity.issuer, `198.51.100.${++visitors}`),
    code,
    toSecondFactor,
    async signIn(by, person, realm) {
      const page = await toSecondFactor(by, person, realm);
      const left = await by.submit(page, /\/factor$/, { code: code(person) }, { with: 'Totp' });
      return left.leftTo ?? `stayed: ${titleOf(left)} ${problemOf(left)}`;
    },
  };
}
