// Who may do what with a session: what can be seen before the body is read, and what only the transaction knows.
import type { Realm } from '@onboarding/contract';
import { type Context, DomainError } from '@onboarding/domain';
import { isSessionValue, type PersonSession, stepUpUntil } from '@onboarding/domain/accounts';
import { refuseWithoutStanding } from '@onboarding/domain/partners';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, sessionCookie } from '../session/cookies.ts';
import type { Site } from '../session/site.ts';
import type { SessionRoute } from './route.ts';

/**
 * Before a byte of the body is read: there is a cookie that we have made, and a write shows that our own site sends it. Who
 * makes cookies up is counted by address and never gets as far as the database; a good session behind the same address
 * is not held up by it.
 */
export function demandSession(
  route: SessionRoute,
  site: Site | undefined,
  { keys }: Pick<Context, 'keys'>,
  limitStranger: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const value = readCookie(request, sessionCookie(route.realm));
    if (site === undefined || value === undefined) throw notSignedIn(route.realm);
    if (!isSessionValue(keys, value)) {
      await limitStranger(request, reply);
      throw notSignedIn(route.realm);
    }
    if (route.method !== 'GET') refuseCrossSite(request, site);
    request.sessionValue = value;
  };
}

/** No form and no foreign page can send the header, and no page can claim an origin that is not its own. */
function refuseCrossSite(request: FastifyRequest, site: Site): void {
  if (request.headers.origin !== site.origin || request.headers['x-csrf'] !== '1') {
    throw new DomainError('Session.CrossSite');
  }
}

export function notSignedIn(realm: Realm): DomainError {
  return new DomainError('Partner.NotAuthenticated', {
    message: `You are not signed in, or your session has ended. Sign in at /api/session/${realm}/sign-in.`,
  });
}

/** Inside the transaction: session, account and partner are as they stand at this moment. */
export function admit(route: SessionRoute, session: PersonSession, context: Context): void {
  if (route.anyStanding !== true && route.realm === 'partner') {
    if (session.partner === null) throw notSignedIn(route.realm);
    refuseWithoutStanding(session.partner);
  }
  if (!route.roles.includes(session.person.role)) {
    throw new DomainError('Session.RoleMissing', {
      message: `This needs the role ${route.roles.join(' or ')}; yours is ${session.person.role}. Ask an administrator to do it, or to change your role.`,
    });
  }
  if (route.stepUp === true && stepUpUntil(session) <= context.clock.now()) throw stepUpRequired(route.realm);
}

function stepUpRequired(realm: Realm): DomainError {
  const code = 'Session.StepUpRequired';
  const message = `This needs a second factor that was shown within the last 5 minutes. Sign in again at /api/session/${realm}/sign-in?stepUp=1 and repeat the request.`;
  return new DomainError(code, { message, details: [{ pointer: '', code, message }] });
}
