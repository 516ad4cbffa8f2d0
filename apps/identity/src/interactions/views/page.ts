import { ASSETS } from '../assets.ts';
import { type Content, type Html, html, markupOf } from './html.ts';

export interface PageContent {
  title: string;
  body: Content;
  /** For passkeys, or to show a password and copy codes. Other pages have no scripts. */
  scripts?: keyof typeof SCRIPTS | undefined;
  /** The visitor is signed in, and may want to sign out. */
  signedIn?: boolean;
  /** Shown first and in the title, so that it is easy to find. */
  problem?: Problem | undefined;
}

export interface Problem {
  text: string;
  /** The id of the field concerned. */
  field?: string;
}

const SCRIPTS = { passkeys: [ASSETS.webauthn, ASSETS.passkey], fields: [ASSETS.fields] };

export function page({ title, body, scripts, signedIn = false, problem }: PageContent): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${problem === undefined ? '' : 'Problem: '}${title} – Business Onboarding</title>
<link rel="stylesheet" href="${ASSETS.style.path}">
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect width='24' height='24' rx='6' fill='%230b57c2'/%3E%3Cpath d='M6 19V9l6-4 6 4v10M9.2 13.4l2.2 2.2 3.8-4.2' fill='none' stroke='%23fff' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E">
${scripts !== undefined && SCRIPTS[scripts].map(({ path }) => html`<script defer src="${path}"></script>`)}
</head>
<body>
<header><p class="brand">Business Onboarding</p>${signedIn && html`<p><a href="/oauth2/sign-out">Sign out</a></p>`}</header>
<main>
<h1>${title}</h1>
${problem !== undefined && problemSummary(problem)}
${body}
</main>
</body>
</html>
`;
}

function problemSummary({ text, field }: Problem): Html {
  const words = field === undefined ? html`${text}` : html`<a href="#${field}">${text}</a>`;
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>
<h2>There is a problem</h2>
<p id="problem">${words}</p>
</div>`;
}

/** As text, for the provider. */
export const pageText = (content: PageContent): string => markupOf(page(content));

export interface FieldContent {
  id: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  autocomplete: string;
  hint?: string;
  value?: string | undefined;
  inputmode?: 'numeric';
  problem?: Problem | undefined;
}

export function field(content: FieldContent): Html {
  const { id, label, type = 'text', autocomplete, hint, value, inputmode, problem } = content;
  const wrong = problem?.field === id;
  const describedBy = [hint === undefined ? '' : `${id}-hint`, wrong ? `${id}-problem` : ''].filter(Boolean).join(' ');
  const input = html`<input id="${id}" name="${id}" type="${type}" autocomplete="${autocomplete}" required
${value !== undefined && html` value="${value}"`}
${inputmode !== undefined && html` inputmode="${inputmode}"`}
${type !== 'password' && html` autocapitalize="none" spellcheck="false"`}
${describedBy !== '' && html` aria-describedby="${describedBy}"`}
${wrong && html` aria-invalid="true"`}>`;
  return html`<div class="field">
<label for="${id}">${label}</label>
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${wrong && html`<p class="field-problem" id="${id}-problem">${problem.text}</p>`}
${type === 'password' ? revealable(id, label, input) : input}
</div>`;
}

/** A password that its script can show. */
function revealable(id: string, label: string, input: Html): Html {
  return html`<div class="revealable">${input}
<button type="button" class="secondary" data-reveal="${id}" aria-controls="${id}" hidden>Show<span class="unseen"> ${label.toLowerCase()}</span></button></div>`;
}

/** A form that only this browser, on this page, can send. */
export interface FormContent {
  action: string;
  token: string;
  hidden?: Record<string, string>;
  body: Content;
}

export function form({ action, token, hidden = {}, body }: FormContent): Html {
  return html`<form method="post" action="${action}">${hiddenFields({ ...hidden, token })}${body}</form>`;
}

function hiddenFields(values: Record<string, string>): Html[] {
  return Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
}

/** Tells password managers to which account the password belongs. */
export function usernameOf(email: string): Html {
  return html`<input class="for-managers" type="text" name="username" autocomplete="username" value="${email}" readonly tabindex="-1" aria-hidden="true">`;
}

export interface PasskeyFormContent {
  id: string;
  action: string;
  token: string;
  hidden: Record<string, string>;
  ceremony: 'create' | 'get';
  options: unknown;
  button: string;
  /** The only option on the page. */
  only?: boolean;
}

/** Hidden until its script shows it, so that browsers without scripts or passkeys do not offer it. */
export function passkeyForm({ id, action, token, hidden, ceremony, options, button, only }: PasskeyFormContent): Html {
  return html`<form method="post" action="${action}" id="${id}" data-passkey="${ceremony}" data-options="${JSON.stringify(options)}">
${hiddenFields({ ...hidden, answer: '', token })}
<p class="field-problem" role="alert"></p>
<button type="submit"${only !== true && html` class="secondary"`}>${button}</button>
</form>`;
}
