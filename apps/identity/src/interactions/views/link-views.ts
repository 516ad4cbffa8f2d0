// The pages behind the links in our mails: accepting an invitation, and choosing a new password.
import { PASSWORD_LINK_MINUTES, type Realm } from '@onboarding/contract';
import { html, trustedMarkup } from './html.ts';
import { wayOn } from './message-views.ts';
import { field, form, type PageContent, type Problem, passkeyForm, usernameOf } from './page.ts';

const NEW_PASSWORD_HINT = 'At least 12 characters. Four random words are easy to remember and hard to guess.';

export interface NewPasswordContent {
  title: string;
  introduction: string;
  action: string;
  token: string;
  email: string;
  button: string;
  problem?: Problem | undefined;
}

export function newPasswordView(content: NewPasswordContent): PageContent {
  const { title, introduction, action, token, email, button, problem } = content;
  const body = html`${usernameOf(email)}
${field({ id: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: NEW_PASSWORD_HINT, problem })}
<button type="submit">${button}</button>`;
  return { title, problem, scripts: 'fields', body: html`<p>${introduction}</p>${form({ action, token, body })}` };
}

export interface EnrolmentContent {
  title: string;
  introduction: string;
  action: string;
  token: string;
  draft: string;
  app?: { secret: string; qr: string } | undefined;
  passkey?: unknown;
  problem?: Problem | undefined;
}

/** Sets up an authenticator app or a passkey, whichever the person prefers. */
export function enrolmentView(content: EnrolmentContent): PageContent {
  const { title, introduction, action, token, draft, app, passkey, problem } = content;
  return {
    title,
    problem,
    scripts: passkey === undefined ? undefined : 'passkeys',
    body: html`<p>${introduction}</p>
${app !== undefined && appSection(content, app)}
${
  passkey !== undefined &&
  html`<section data-needs-passkeys hidden>
<h2>${app === undefined ? 'Your passkey' : 'Or: a passkey or security key'}</h2>
<p>Your device or security key asks you to confirm; there is no code to type.</p>
${passkeyForm({ id: 'make-passkey', action, token, hidden: { draft, kind: 'Passkey' }, ceremony: 'create', options: passkey, button: 'Set up a passkey', only: app === undefined })}
</section>
<p data-without-passkeys>${app === undefined && 'Your browser cannot create passkeys here. Use an up-to-date browser with scripts enabled.'}</p>`
}`,
  };
}

function appSection({ action, token, draft, problem }: EnrolmentContent, app: { secret: string; qr: string }) {
  const body = html`${field({
    id: 'code',
    label: 'Code shown in the app now',
    hint: 'Six digits.',
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    problem,
  })}
<button type="submit">Finish with this app</button>`;
  const groups = app.secret.match(/.{1,4}/g)?.join(' ') ?? app.secret;
  return html`<section>
<h2>Authenticator app</h2>
<p>Scan this QR code with the app:</p>
<div class="qr" role="img" aria-label="QR code of the key shown below">${trustedMarkup(app.qr)}</div>
<p>Or type this key into the app:</p>
<p class="secret" id="secret">${groups}</p>
${form({ action, token, hidden: { draft, kind: 'Totp' }, body })}
</section>`;
}

export function recoveryCodesView(
  email: string,
  codes: readonly string[],
  next: { url: string | undefined; words: string },
): PageContent {
  const file = `Recovery codes of ${email} for Business Onboarding\r\nEach works once, instead of your second factor.\r\n\r\n${codes.join('\r\n')}\r\n`;
  return {
    title: 'Your recovery codes',
    scripts: 'fields',
    body: html`<p>Download, copy or print these codes, and store them away from your device. Each code lets you sign in once without your second factor. <strong>We will not show them again.</strong></p>
<ul class="codes">${codes.map((code) => html`<li>${code}</li>`)}</ul>
<p class="actions"><a class="button secondary" download="recovery-codes.txt" href="data:text/plain;charset=utf-8,${encodeURIComponent(file)}">Download</a>
<button type="button" class="secondary" data-copy="${codes.join('\n')}" hidden>Copy</button>
<span id="copied" role="status"></span></p>
${wayOn(next.url, next.words) ?? html`<p>${next.words}</p>`}`,
  };
}

export function forgottenView(action: string, token: string, realm: Realm, problem?: Problem): PageContent {
  const body = html`
${field({ id: 'email', label: 'E-mail address of your account', type: 'email', autocomplete: 'username', problem })}
<button type="submit">Send me a link</button>`;
  return {
    title: 'Forgotten password',
    problem,
    body: html`<p>We will send you a link to choose a new password. You will still need your second factor.</p>
${form({ action, token, hidden: { realm }, body })}`,
  };
}

export const resetSent: PageContent = {
  title: 'Check your inbox',
  body: html`<p>If there is an account with this e-mail address, we have sent it a link. It works once and expires after ${PASSWORD_LINK_MINUTES} minutes.</p>
<p>If nothing arrives within a few minutes, check your spam folder, make sure that you typed the address to which we sent your invitation, and try again.</p>`,
};

export function passwordSet(url: string | undefined): PageContent {
  return {
    title: 'Your password has been changed',
    body: html`<p>You have been signed out everywhere. Sign in with your new password and your second factor.</p>
${wayOn(url, 'Continue to sign-in')}`,
  };
}
