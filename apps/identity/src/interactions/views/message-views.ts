// Pages that say something and ask for nothing.
import { type Html, html, trustedMarkup } from './html.ts';
import type { PageContent } from './page.ts';

export const signInExpired: PageContent = {
  title: 'This sign-in has ended',
  body: html`<p>It was open for too long, was finished already, or was begun in another browser.</p>
<p>Go back to the application that you want to use and sign in again from there.</p>`,
};

export const linkUnusable: PageContent = {
  title: 'This link does not work any more',
  body: html`<p>A link works once and for a limited time, and only the newest one that we have sent you works.</p>
<p>If you have used it already, sign in as usual. For a new password, choose “Forgotten password” on the sign-in page. For a
new invitation, ask the person who invited you.</p>`,
};

export const formRefused: PageContent = {
  title: 'Please send this form again',
  body: html`<p>We could not see that this form came from our own page in this browser. Nothing was changed.</p>
<p>Allow cookies for this site, go back, load the page again and send the form once more.</p>`,
};

export function tooManyRequests(seconds: number): PageContent {
  return {
    title: 'Too many tries',
    body: html`<p>There were very many tries from your network. Wait ${inWords(seconds)}, then go back and try again.</p>`,
  };
}

export const notFound: PageContent = {
  title: 'There is no such page',
  body: html`<p>Check the address. If you followed a link from one of our mails, copy all of it, up to the end of the line.</p>`,
};

export const storeAway: PageContent = {
  title: 'Please try again in a moment',
  body: html`<p>We cannot reach our database right now, so nothing was changed. Wait a minute, then load this page again.</p>`,
};

export function failed(requestId: string): PageContent {
  return {
    title: 'Something went wrong on our side',
    body: html`<p>Go back and try once more. If it happens again, tell our support this number, which leads us to the cause:</p>
<p class="secret">${requestId}</p>`,
  };
}

export function requestRefused(): PageContent {
  return {
    title: 'This request cannot be read',
    body: html`<p>Go back to the application that you want to use and begin again from there.</p>`,
  };
}

/** What the provider has found wrong with a request of an application, without repeating anything of the request. */
export function providerRefused(error: string): PageContent {
  if (error === 'server_error') {
    return {
      title: 'Something went wrong on our side',
      body: html`<p>Go back to the application that you want to use and try again. If it happens again, tell our support.</p>`,
    };
  }
  return {
    title: 'You cannot sign in this way',
    body: html`<p>The sign-in has ended, or the application that sent you here asked in a way that we do not accept.</p>
<p>Go back to the application and sign in again from there. If it happens again, tell its operators this word:</p>
<p class="secret">${error}</p>`,
  };
}

/** `form` is the provider's own, without a button. */
export function signOut(form: string): PageContent {
  const id = /id="([^"]+)"/.exec(form)?.[1] ?? '';
  return {
    title: 'Sign out?',
    body: html`<p>You will be signed out of this browser. Your sessions in other browsers go on; end them on
<a href="/account">your account page</a>.</p>
${trustedMarkup(form)}
<button type="submit" form="${id}" name="logout" value="yes">Sign out</button>`,
  };
}

export const signedOut: PageContent = {
  title: 'You are signed out',
  body: html`<p>You can close this page. To work again, open the application that you want to use and sign in.</p>`,
};

export function inWords(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** A link to go on with, where there is one. */
export function wayOn(url: string | undefined, words: string): Html | undefined {
  return url === undefined ? undefined : html`<p><a href="${url}">${words}</a></p>`;
}
