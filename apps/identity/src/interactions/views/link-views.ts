// The pages behind the links in our mails: accepting an invitation, and choosing a new password.
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
  return { title, problem, body: html`<p>${introduction}</p>${form({ action, token, body })}` };
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

/** Setting up an authenticator app, a passkey, or whichever of the two the person prefers. */
export function enrolmentView(content: EnrolmentContent): PageContent {
  const { title, introduction, action, token, draft, app, passkey, problem } = content;
  return {
    title,
    problem,
    scripts: passkey !== undefined,
    body: html`<p>${introduction}</p>
${app !== undefined && appSection(content, app)}
${
  passkey !== undefined &&
  html`<section data-needs-passkeys hidden>
<h2>${app === undefined ? 'Your passkey' : 'Or: a passkey or security key'}</h2>
<p>Your device or your security key asks you to confirm; there is no code to type.</p>
${passkeyForm({ id: 'make-passkey', action, token, hidden: { draft, kind: 'Passkey' }, ceremony: 'create', options: passkey, button: 'Set up a passkey', only: app === undefined })}
</section>
<p data-without-passkeys>${app === undefined && 'Your browser cannot make passkeys here. Use a current browser, with scripts allowed.'}</p>`
}`,
  };
}

function appSection({ action, token, draft, problem }: EnrolmentContent, app: { secret: string; qr: string }) {
  const body = html`${field({
    id: 'code',
    label: 'Code that the app shows now',
    hint: 'Six digits.',
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    problem,
  })}
<button type="submit">Finish with this app</button>`;
  const groups = app.secret.match(/.{1,4}/g)?.join(' ') ?? app.secret;
  return html`<section>
<h2>Authenticator app</h2>
<p>Scan this picture with the app:</p>
<div class="qr" role="img" aria-label="QR code with the key that is written below">${trustedMarkup(app.qr)}</div>
<p>Or type this key into the app:</p>
<p class="secret" id="secret">${groups}</p>
${form({ action, token, hidden: { draft, kind: 'Totp' }, body })}
</section>`;
}

export function recoveryCodesView(
  codes: readonly string[],
  next: { url: string | undefined; words: string },
): PageContent {
  return {
    title: 'Your recovery codes',
    body: html`<p>Write these codes down or print them, and keep them apart from your device. Each one signs you in once when your
second factor is not at hand. <strong>We show them only now.</strong></p>
<ul class="codes">${codes.map((code) => html`<li>${code}</li>`)}</ul>
${wayOn(next.url, next.words) ?? html`<p>${next.words}</p>`}`,
  };
}

export function forgottenView(action: string, token: string, realm: string, problem?: Problem): PageContent {
  const body = html`
${field({ id: 'email', label: 'E-mail address of your account', type: 'email', autocomplete: 'username', problem })}
<button type="submit">Send me a link</button>`;
  return {
    title: 'Forgotten password',
    problem,
    body: html`<p>We send you a link with which you can choose a new password. You will still need your second factor.</p>
${form({ action, token, hidden: { realm }, body })}`,
  };
}

export const resetSent: PageContent = {
  title: 'Look into your mailbox',
  body: html`<p>If there is an account with this e-mail address, we have sent it a link. It works once and for 30 minutes.</p>
<p>If nothing arrives within a few minutes, look among unwanted mails, check that you typed the address as in your
invitation, and try again.</p>`,
};

export function passwordSet(url: string | undefined): PageContent {
  return {
    title: 'Your password is changed',
    body: html`<p>You were signed out everywhere. Sign in with your new password and your second factor.</p>
${wayOn(url, 'Go on to sign in')}`,
  };
}
