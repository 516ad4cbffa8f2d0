// Admits only our signed-in staff to static pages, and redirects everyone else to the sign-in, as the console does.
import { STAFF_ROLES } from '@onboarding/contract';
import { type Context, DomainError } from '@onboarding/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { demandSession, entering, notSignedIn, sessionOwners } from '../http/access.ts';
import { limitForgedCookies, limitSession, type RequestLimits } from '../http/limits.ts';
import type { SignInSite } from '../http/route.ts';
import { localPath } from './return-to.ts';

interface Parts {
  context: Context;
  site: SignInSite | undefined;
  limits: RequestLimits;
}

const ACCESS = { realm: 'staff', method: 'GET', roles: STAFF_ROLES } as const;

export function admitStaff({ context, site, limits }: Parts) {
  const demand = demandSession(ACCESS, site, context, limitForgedCookies(limits));
  const limit = limitSession(limits);
  const enter = entering(ACCESS, context);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    try {
      await demand(request, reply);
      await limit(request, reply);
      const { sessionValue } = request;
      if (sessionValue === undefined) throw notSignedIn('staff');
      await context.db.transaction((tx) => enter(tx, request, sessionValue), {
        repeatable: true,
        owner: sessionOwners.of(sessionValue),
      });
      return true;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'Partner.NotAuthenticated' || !isPage(request)) throw error;
      const query = new URLSearchParams({ returnTo: localPath(request.url) });
      reply.header('cache-control', 'no-store').redirect(`/api/session/staff/sign-in?${query}`, 302);
      return false;
    }
  };
}

/** Only requests for pages are redirected: nobody sees the sign-in that a script or a picture would be redirected to. */
function isPage({ url }: FastifyRequest): boolean {
  return !/\.(?!html$)\w+$/.test(url.split('?')[0] ?? '');
}
