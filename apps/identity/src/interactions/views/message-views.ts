// Pages with a message and no form.
import { type Html, html, trustedMarkup } from './html.ts';
import type { PageContent } from './page.ts';

export const signInExpired: PageContent = {
  title: 'This sign-in has expired',
  body: html`<p>It was open for too long, has already been completed, or was started in another browser.</p>
<p>Go back to the application you want to use and sign in again from there.</p>`,
};

export const linkUnusable: PageContent = {
  title: 'This link no longer works',
  body: html`<p>A link works once, for a limited time, and only if it is the latest one we sent you.</p>
<p>If you have already used it, sign in as usual. For a new password, choose “Forgotten password” on the sign-in page. For a
new invitation, ask the person who invited you. If you have accepted the invitation of another organisation, ask them to use
another e-mail address: an address can have an account with only one organisation.</p>`,
};

export const formRefused: PageContent = {
  title: 'Please send this form again',
  body: html`<p>We could not verify that this form came from our own page in this browser. Nothing was changed.</p>
<p>Allow cookies for this site, go back, reload the page and send the form again.</p>`,
};

export function tooManyRequests(seconds: number): PageContent {
  return {
    title: 'Too many attempts',
    body: html`<p>There were too many attempts from your network. Wait ${inWords(seconds)}, then go back and try again.</p>`,
  };
}

export const notFound: PageContent = {
  title: 'Page not found',
  body: html`<p>Check the address. If you followed a link from one of our mails, make sure that you copied the whole line.</p>`,
};

export const databaseUnavailable: PageContent = {
  title: 'Please try again in a moment',
  body: html`<p>Our database is unavailable right now, so nothing was changed. Wait a minute, then reload this page.</p>`,
};

export function failed(requestId: string): PageContent {
  return {
    title: 'Something went wrong on our side',
    body: html`<p>Go back and try again. If it happens again, send this number to our support team so that we can find the cause:</p>
<p class="secret">${requestId}</p>`,
  };
}

export function requestRefused(): PageContent {
  return {
    title: 'We could not read this request',
    body: html`<p>Go back to the application you want to use and start again from there.</p>`,
  };
}

/** Explains why the provider refused an application's request, without quoting the request. */
export function providerRefused(error: string): PageContent {
  if (error === 'server_error') {
    return {
      title: 'Something went wrong on our side',
      body: html`<p>Go back to the application you want to use and try again. If it happens again, contact our support team.</p>`,
    };
  }
  return {
    title: 'You cannot sign in this way',
    body: html`<p>The sign-in has expired, or the application that sent you here made a request that we do not accept.</p>
<p>Go back to the application and sign in again from there. If it happens again, give its operators this error code:</p>
<p class="secret">${error}</p>`,
  };
}

/** `form` is the provider's own, without a button. */
export function signOut(form: string): PageContent {
  const id = /id="([^"]+)"/.exec(form)?.[1] ?? '';
  return {
    title: 'Sign out?',
    body: html`<p>You will be signed out of this browser. You stay signed in on other browsers. You can end those sessions on <a href="/account">your account page</a>.</p>
${trustedMarkup(form)}
<button type="submit" form="${id}" name="logout" value="yes">Sign out</button>`,
  };
}

export const signedOut: PageContent = {
  title: 'You are signed out',
  body: html`<p>You can close this page. To continue working, open the application you want to use and sign in.</p>`,
};

export function inWords(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** A link to continue, if there is one. */
export function wayOn(url: string | undefined, words: string): Html | undefined {
  return url === undefined ? undefined : html`<p><a class="button" href="${url}">${words}</a></p>`;
}
