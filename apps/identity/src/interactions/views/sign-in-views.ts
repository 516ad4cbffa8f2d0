import type { Realm } from '@onboarding/contract';
import { html } from './html.ts';
import { field, form, type PageContent, type Problem, passkeyForm } from './page.ts';

export interface SignInContent {
  action: string;
  token: string;
  realm: Realm;
  email?: string;
  problem?: Problem | undefined;
}

const NAMES: Record<Realm, string> = {
  partner: 'Sign in to the partner portal',
  staff: 'Sign in to the staff console',
};

export function signInView({ action, token, realm, email, problem }: SignInContent): PageContent {
  const body = html`
${field({ id: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: email, problem })}
${field({ id: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', problem })}
<button type="submit">Continue</button>`;
  return {
    title: NAMES[realm],
    problem,
    scripts: 'fields',
    body: html`${form({ action, token, body })}
<section><p class="hint">Trouble signing in?</p>
<p><a href="/forgotten-password?realm=${realm}">Forgotten password</a></p></section>`,
  };
}

export interface SecondFactorContent {
  action: string;
  token: string;
  hidden?: Record<string, string>;
  name: string;
  hasApp: boolean;
  /** The options for using a passkey; undefined if the account has none. */
  passkey: unknown;
  problem?: Problem | undefined;
  /** Whether this is a reauthentication. */
  again: boolean;
  /** Where someone else can sign in instead. */
  switchTo?: string;
}

export function secondFactorView(content: SecondFactorContent): PageContent {
  const { action, token, hidden = {}, name, hasApp, passkey, problem, again, switchTo } = content;
  return {
    title: again ? 'Confirm that it is you' : 'Your second factor',
    problem,
    scripts: passkey === undefined ? undefined : 'passkeys',
    body: html`
<p>${again ? `You are signed in as ${name}. Confirm your second factor again to continue.` : `Hello ${name}. One more step.`}</p>
${hasApp && form({ action, token, hidden: { ...hidden, kind: 'Totp' }, body: codeFields(problem) })}
${
  passkey !== undefined &&
  html`<section data-needs-passkeys hidden>
<h2>Passkey or security key</h2>
${passkeyForm({ id: 'use-passkey', action, token, hidden: { ...hidden, kind: 'Passkey' }, ceremony: 'get', options: passkey, button: 'Use a passkey', only: !hasApp })}
</section>
${!hasApp && html`<p data-without-passkeys>To use your passkey, enable scripts for this site in an up-to-date browser.</p>`}`
}
<section>
<h2>Recovery code</h2>
${form({ action, token, hidden: { ...hidden, kind: 'RecoveryCode' }, body: recoveryFields(problem) })}
</section>
${switchTo !== undefined && html`<section><p class="hint">Not ${name}?</p><p><a href="${switchTo}">Sign in with another account</a></p></section>`}`,
  };
}

function codeFields(problem: Problem | undefined) {
  return html`${field({
    id: 'code',
    label: 'Code from your authenticator app',
    hint: 'Six digits. A code works once; wait for the next one if you have just used it.',
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    problem,
  })}
<button type="submit">Continue</button>`;
}

function recoveryFields(problem: Problem | undefined) {
  return html`${field({
    id: 'recovery',
    label: 'One of your recovery codes',
    hint: 'For when you do not have your app or key with you. Each code works once.',
    autocomplete: 'off',
    problem,
  })}
<button type="submit" class="secondary">Use a recovery code</button>`;
}
