// Signing in through the OpenID provider. Errors are shown on a page, because a person is waiting in a browser.
import { REALMS, type Realm } from '@onboarding/contract';
import { type Context, DomainError } from '@onboarding/domain';
import { openSession } from '@onboarding/domain/accounts';
import { escapeHtml } from '@onboarding/platform/html';
import { AmbiguousCommit, DatabaseUnavailable } from '@onboarding/platform/postgres';
import { cookieOf, traced } from '@onboarding/platform/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, sessionCookie, setCookie, signInCookie } from '../http/cookies.ts';
import { sendPage } from './page.ts';
import { localPath } from './return-to.ts';
import { ProviderUnavailable, SignInRefused } from './sign-in-failures.ts';
import { SIGN_IN_SECONDS, type Site } from './site.ts';

export function serveSignIn(app: FastifyInstance, context: Context, sites: Partial<Record<Realm, Site>>): void {
  for (const realm of REALMS) {
    const site = sites[realm];
    const serve = (
      path: string,
      work: (site: Site, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    ) =>
      app.get(
        `/api/session/${realm}/${path}`,
        traced(async (request, reply) => {
          reply.header('cache-control', 'no-store');
          if (site === undefined) return notConfigured(reply);
          try {
            await work(site, request, reply);
          } catch (error) {
            explain(error, realm, request, reply);
          }
          return reply;
        }),
      );
    serve('sign-in', beginSignIn);
    serve('callback', (here, request, reply) => completeSignIn(context, here, request, reply));
  }
}

async function beginSignIn(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { returnTo, stepUp } = request.query as Record<string, unknown>;
  if (request.headers['sec-fetch-site'] === 'cross-site') {
    askFirst(reply, site.realm, { returnTo: localPath(returnTo), ...(stepUp === '1' ? { stepUp } : {}) });
    return;
  }
  const { location, sealed } = await site.begin(localPath(returnTo), stepUp === '1');
  reply.header('set-cookie', setCookie(signInCookie(site.realm), sealed, SIGN_IN_SECONDS)).redirect(location, 302);
}

/**
 * A person who is signed in with the provider would get a session without any interaction, so a link from another site requires
 * confirmation.
 */
function askFirst(reply: FastifyReply, realm: Realm, query: Record<string, string>): void {
  const here = escapeHtml(`/api/session/${realm}/sign-in?${new URLSearchParams(query)}`);
  const main = `<p>Another site has sent you here. Continue only if you want to sign in.</p>\n<p><a href="${here}" class="button">Sign in</a></p>`;
  void sendPage(reply, 200, { title: 'Do you want to sign in?', main });
}

async function completeSignIn(
  context: Context,
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { realm } = site;
  const sealed = cookieOf(request, signInCookie(realm));
  if (sealed === undefined) throw new SignInRefused('no cookie');
  // It can be used only once, regardless of the outcome.
  reply.header('set-cookie', clearCookie(signInCookie(realm)));
  const { returnTo, ...completed } = await site.complete(request.url, sealed);
  const { accountId } = completed;
  const signIn = {
    ...completed,
    realm,
    address: request.address,
    userAgent: request.headers['user-agent'] ?? '',
    previous: cookieOf(request, sessionCookie(realm)),
  };
  const value = await context.db.transaction((tx) => openSession(tx, context.keys, signIn, context.clock.now()));
  if (value === undefined) throw new SignInRefused('signed out meanwhile');
  request.caller = { accountId };
  reply.header('set-cookie', setCookie(sessionCookie(realm), value));
  // Absolute, so that no path can be interpreted as another host.
  reply.redirect(site.origin + localPath(returnTo), 303);
}

interface Explanation {
  status: number;
  title: string;
  text: string;
}

function explain(error: unknown, realm: Realm, request: FastifyRequest, reply: FastifyReply): void {
  const { status, title, text } = explanationOf(error, request);
  if (status === 503) reply.header('retry-after', '5');
  const again = `<p><a href="/api/session/${realm}/sign-in" class="button">Sign in again</a></p>`;
  void sendPage(reply, status, { title, main: `<p>${escapeHtml(text)}</p>\n${again}` });
}

function explanationOf(error: unknown, request: FastifyRequest): Explanation {
  if (error instanceof SignInRefused) {
    request.log.info({ reason: error.message }, 'sign-in refused');
    return REFUSALS.get(error.message) ?? NOT_COMPLETED;
  }
  if (error instanceof DomainError) {
    request.log.info({ reason: error.code }, 'sign-in refused');
    return { status: 403, title: 'This account cannot be used', text: error.message };
  }
  if (
    error instanceof ProviderUnavailable ||
    error instanceof DatabaseUnavailable ||
    error instanceof AmbiguousCommit
  ) {
    request.log.warn({ err: error }, 'sign-in unavailable');
    return UNAVAILABLE;
  }
  request.log.error({ err: error }, 'sign-in failed');
  const text = `Try again later. If it happens again, contact us and quote this id: ${request.id}`;
  return { status: 500, title: 'Something went wrong', text };
}

const REFUSALS = new Map<string, Explanation>([
  [
    'other realm',
    {
      status: 403,
      title: 'This is the wrong kind of account',
      text: 'You are signed in with an account for the other site. Sign out there first, then sign in here with the right account.',
    },
  ],
  [
    'no second factor',
    {
      status: 403,
      title: 'A second factor is required',
      text: 'Sign in again with your authenticator app, your passkey or a recovery code.',
    },
  ],
  [
    'access_denied',
    {
      status: 403,
      title: 'Sign-in was cancelled',
      text: 'Nothing was changed. You can sign in at any time.',
    },
  ],
]);

const NOT_COMPLETED: Explanation = {
  status: 400,
  title: 'Sign-in was not completed',
  text: 'It took too long, was started in another window, or was already used. Please start again.',
};

const UNAVAILABLE: Explanation = {
  status: 503,
  title: 'Sign-in is not available',
  text: 'Part of the service is temporarily unavailable. Wait a moment, then try again.',
};

function notConfigured(reply: FastifyReply): FastifyReply {
  return sendPage(reply, 401, {
    title: 'Sign-in is not set up',
    main: '<p>You cannot sign in on this server yet. Contact its operator.</p>',
  });
}
