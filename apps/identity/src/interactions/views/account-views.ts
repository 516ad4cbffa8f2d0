import type { Realm } from '@onboarding/contract';
import type { Account, AccountSession, SecondFactor } from '@onboarding/domain/accounts';
import { type Html, html } from './html.ts';
import { field, form, type PageContent, type Problem, usernameOf } from './page.ts';

export interface AccountContent {
  account: Account;
  token: string;
  sessions: AccountSession[];
  factors: SecondFactor[];
  codesLeft: number;
  /** The URL of the person's site. */
  home: string | undefined;
  problem?: Problem | undefined;
}

export const SITE_NAMES: Record<Realm, string> = { partner: 'partner portal', staff: 'staff console' };

const when = (time: Date): Html =>
  html`<time datetime="${time.toISOString()}">${time.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`;

export function accountView(content: AccountContent): PageContent {
  const { account, token, sessions, factors, codesLeft, home, problem } = content;
  return {
    title: 'Your account',
    problem,
    body: html`<p>${account.name}<br>${account.email}</p>
${home !== undefined && html`<p><a href="${home}">Back to the ${SITE_NAMES[account.realm]}</a></p>`}
<section><h2>Second factors</h2>
<ul class="entries">${factors.map((factor) => factorEntry(factor, token, factors.length > 1))}</ul>
<p class="actions"><a href="/account/app">Add an authenticator app</a> <a href="/account/passkey">Add a passkey</a></p>
</section>
<section><h2>Recovery codes</h2>
<p>${codesLeft === 1 ? '1 code is' : `${codesLeft} codes are`} left.</p>
<p><a href="/account/codes">Create new recovery codes</a></p>
</section>
<section><h2>Password</h2>
<p><a href="/account/password">Change your password</a></p>
</section>
<section><h2>Where you are signed in</h2>
${sessions.length === 0 ? html`<p>You are not signed in to any application right now, only to this page.</p>` : html`<ul class="entries">${sessions.map(sessionEntry)}</ul>`}
${form({ action: '/account/sign-out-everywhere', token, body: html`<button type="submit" class="danger">Sign out everywhere</button>` })}
</section>`,
  };
}

function factorEntry({ factorId, name, createdAt, lastUsedAt }: SecondFactor, token: string, removable: boolean): Html {
  const body = html`<button type="submit" class="danger" aria-label="Remove ${name}">Remove</button>`;
  return html`<li><div><p>${name}</p>
<p class="hint">Added ${when(createdAt)}${lastUsedAt !== undefined && html`, last used ${when(lastUsedAt)}`}</p>
${!removable && html`<p class="hint">This is your only second factor: add another before you remove it.</p>`}</div>
${removable && form({ action: '/account/factors/remove', token, hidden: { factor: factorId }, body })}</li>`;
}

function sessionEntry({ createdAt, lastSeenAt, address, userAgent }: AccountSession): Html {
  return html`<li><div><p>${browserName(userAgent)}</p>
<p class="hint">From ${address}, since ${when(createdAt)}, last seen ${when(lastSeenAt)}</p></div></li>`;
}

/** The first match: most browsers also claim to be others. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** A familiar name, so that users notice an unknown browser. */
function browserName(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser === undefined) return userAgent === '' ? 'Unknown browser' : userAgent.slice(0, 60);
  return system === undefined ? browser : `${browser} on ${system}`;
}

export const notSignedIn: PageContent = {
  title: 'You are not signed in',
  body: html`<p>Open the application you want to use and sign in there. Then come back to this page.</p>`,
};

export function changePasswordView(email: string, token: string, problem?: Problem): PageContent {
  const body = html`${usernameOf(email)}
${field({ id: 'current', label: 'Current password', type: 'password', autocomplete: 'current-password', problem })}
${field({ id: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: 'At least 12 characters. Four random words are easy to remember and hard to guess.', problem })}
<button type="submit">Change password</button>`;
  return {
    title: 'Change your password',
    problem,
    scripts: 'fields',
    body: html`<p>You will be signed out everywhere. Sign in again with the new password.</p>
${form({ action: '/account/password', token, body })}
<section><p><a href="/account">Back to your account</a></p></section>`,
  };
}

export function newCodesView(token: string): PageContent {
  return {
    title: 'Create new recovery codes?',
    body: html`<p>Your current codes will stop working immediately.</p>
${form({ action: '/account/codes', token, body: html`<button type="submit">Create new codes</button>` })}
<section><p><a href="/account">Back to your account</a></p></section>`,
  };
}
