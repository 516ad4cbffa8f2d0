// Access checks for tokens and sessions: those before the body is read, and those inside the transaction.
import { AUTHENTICATION_FAULTS, type Realm, type Scope, STEP_UP_MINUTES } from '@onboarding/contract';
import { type Context, DomainError } from '@onboarding/domain';
import { enterSession, isSessionValue, stepUpUntil, type UserSession } from '@onboarding/domain/accounts';
import { refuseUnlessActive } from '@onboarding/domain/partners';
import type { Tx } from '@onboarding/platform/postgres';
import { cookieOf } from '@onboarding/platform/service';
import { InvalidToken, type TokenVerifier } from '@onboarding/platform/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookie } from './cookies.ts';
import type { SessionRoute, SignInSite } from './route.ts';

/** Identifies the caller by the bearer token, before the body is read. */
export function authenticate(tokens: TokenVerifier) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const shown = /^Bearer(?: |$)(.*)$/is.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (shown === '') throw new DomainError('Partner.NotAuthenticated', { message: AUTHENTICATION_FAULTS.Missing });
    const token = /^[\w.~+/=-]+$/.exec(shown)?.[0];
    if (token === undefined) throw new InvalidToken('header', 'Malformed');
    const claims = await tokens.verify(token);
    request.claims = claims;
    request.caller = { partnerId: claims.partnerId, clientId: claims.clientId };
  };
}

export function demandScope(scope: Scope) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (request.claims?.scopes.has(scope) === true) return;
    throw new DomainError('Partner.ScopeMissing', {
      message: `This operation needs the scope ${scope}, which the token does not have. Request that scope when you get the token.`,
    });
  };
}

/** More than the sessions that one process serves at a time; the oldest is forgotten first. */
const MOST = 10_000;

/**
 * Remembers the partner of each session seen by this process: the partner is known only inside a transaction, but its share of
 * the connections must be known before.
 */
interface SessionOwners {
  note(sessionValue: string, partnerId: string): void;
  /** Until its first request has finished, a session has its own share. */
  of(sessionValue: string): string;
}

function createSessionOwners(most = MOST): SessionOwners {
  const partners = new Map<string, string>();
  return {
    note(sessionValue, partnerId) {
      if (partners.has(sessionValue)) return;
      partners.set(sessionValue, partnerId);
      const [oldest] = partners.keys();
      if (partners.size > most && oldest !== undefined) partners.delete(oldest);
    },
    of: (sessionValue) => partners.get(sessionValue) ?? sessionValue,
  };
}

/** The part of a route that says who may call it. */
type SessionAccess = Pick<SessionRoute, 'realm' | 'method' | 'roles' | 'stepUp' | 'anyStanding'>;

/** Shared by all routes of this process. */
export const sessionOwners = createSessionOwners();

/**
 * Before the body is read, checks that we issued the cookie and that a write comes from our own site. Requests with forged
 * cookies are limited per address and never reach the database; a valid session from the same address is not affected.
 */
export function demandSession(
  route: SessionAccess,
  site: SignInSite | undefined,
  { keys }: Pick<Context, 'keys'>,
  limitForgedCookie: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const value = cookieOf(request, sessionCookie(route.realm));
    if (site === undefined || value === undefined) throw notSignedIn(route.realm);
    if (!isSessionValue(keys, value)) {
      await limitForgedCookie(request, reply);
      throw notSignedIn(route.realm);
    }
    if (route.method !== 'GET') refuseCrossSite(request, site);
    // Otherwise a link on another site could open a document, or export a list, on behalf of the person who follows it.
    else if (isDownload(route) && request.headers['x-csrf'] !== '1') throw new DomainError('Session.CrossSite');
    request.sessionValue = value;
  };
}

/** Other sites cannot send this header, and no page can forge its Origin. */
function refuseCrossSite(request: FastifyRequest, site: SignInSite): void {
  if (request.headers.origin !== site.origin || request.headers['x-csrf'] !== '1') {
    throw new DomainError('Session.CrossSite');
  }
}

export function notSignedIn(realm: Realm): DomainError {
  return new DomainError('Partner.NotAuthenticated', {
    message: `You are not signed in, or your session has ended. Sign in at /api/session/${realm}/sign-in.`,
  });
}

/** Whether it answers with a file, which is recorded for the person. */
export const isDownload = (route: object): boolean => 'file' in route || 'export' in route;

/** The first step of a request's transaction: identifies the caller and checks access. */
export function entering(route: SessionAccess, context: Context) {
  return async (
    tx: Tx,
    request: FastifyRequest,
    sessionValue: string,
    { background: asBackground = request.headers['x-background'] === '1' } = {},
  ): Promise<UserSession> => {
    // A write is never background activity.
    const background = route.method === 'GET' && asBackground;
    const session = await enterSession(tx, sessionValue, route.realm, request.id, context.clock.now(), { background });
    if (session === undefined) throw notSignedIn(route.realm);
    const { person } = session;
    if (person.realm === 'partner') sessionOwners.note(sessionValue, person.partnerId);
    request.caller = {
      accountId: person.accountId,
      ...(person.realm === 'partner' ? { partnerId: person.partnerId } : {}),
    };
    admit(route, session, context);
    return session;
  };
}

/** Runs inside the transaction, with the current session, account and partner. */
function admit(route: SessionAccess, session: UserSession, context: Context): void {
  if (route.anyStanding !== true && route.realm === 'partner') {
    if (session.partner === null) throw notSignedIn(route.realm);
    refuseUnlessActive(session.partner);
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
  const message = `This needs a second factor that was used within the last ${STEP_UP_MINUTES} minutes. Sign in again at /api/session/${realm}/sign-in?stepUp=1 and repeat the request.`;
  return new DomainError(code, { message, details: [{ pointer: '', code, message }] });
}
