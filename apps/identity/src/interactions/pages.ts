// What all pages for people share: who visits, how often, which form, and what is said when something fails.
import { type Realm, SITE_CLIENTS } from '@onboarding/contract';
import {
  type Account,
  type AccountContext,
  type AttemptOutcome,
  type PasskeySite,
  passkeySite,
  passwordProblem,
  type Visitor,
} from '@onboarding/domain/accounts';
import { listPartnerNames } from '@onboarding/domain/partners';
import { addressKey, memoryLimits } from '@onboarding/platform/limits';
import type { Logger } from '@onboarding/platform/logger';
import { AmbiguousCommit, StoreUnavailable } from '@onboarding/platform/postgres';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { sendPage } from './answer.ts';
import { createFormGuard, type FormGuard } from './form-guard.ts';
import {
  failed,
  formRefused,
  inWords,
  notFound,
  requestRefused,
  storeAway,
  tooManyRequests,
} from './views/message-views.ts';
import type { Problem } from './views/page.ts';

/** Ours have fewer than ten. */
const MOST_FIELDS = 50;
const FORMS = { name: 'forms', points: 60, seconds: 60 };

export interface PageParts {
  context: AccountContext & { logger: Logger };
  provider(): Provider;
  issuer: string;
}

export interface Pages extends PageParts {
  app: FastifyInstance;
  guard: FormGuard;
  site: PasskeySite;
  /** Where the people of a realm work, which is where they go on after a mail's link. */
  homeOf(realm: Realm): Promise<string | undefined>;
}

export function preparePages(app: FastifyInstance, parts: PageParts): Pages {
  readForms(app);
  limitForms(app);
  answerFailures(app);
  return {
    ...parts,
    app,
    guard: createFormGuard(parts.context, parts.issuer),
    site: passkeySite(parts.issuer),
    async homeOf(realm) {
      const client = await parts.provider().Client.find(SITE_CLIENTS[realm]);
      return client?.postLogoutRedirectUris?.[0];
    },
  };
}

export function visitorOf(request: FastifyRequest): Visitor {
  return { address: request.ip, userAgent: request.headers['user-agent'] };
}

/** False after having said that the form is not ours. */
export function refusedForm(pages: Pages, request: FastifyRequest, reply: FastifyReply, page: string): boolean {
  if (pages.guard.accepts(request, page)) return false;
  sendPage(reply, formRefused, { status: 403 });
  return true;
}

/** What is wrong with a password that somebody chooses, held also against the names of the person and the organisation. */
export async function problemWith({ context }: Pages, account: Account, password: string): Promise<string | undefined> {
  const { email, name, partnerId } = account;
  const names =
    partnerId === undefined
      ? undefined
      : await context.db.transaction((tx) => listPartnerNames(tx, [partnerId]), { readOnly: true });
  return passwordProblem(password, { email, name, organisation: names?.get(partnerId ?? '') });
}

/** The same words whether the account exists or not, and whether it was the password or the code. */
export function attemptProblem(
  outcome: Exclude<AttemptOutcome, { outcome: 'Passed' }>,
  now: Date,
  refused: Problem,
): { problem: Problem; status: number; retryAfter?: number } {
  if (outcome.outcome === 'Refused') return { problem: refused, status: 400 };
  const seconds = Math.max(1, Math.ceil((outcome.until.getTime() - now.getTime()) / 1000));
  const text = `There were too many wrong tries, so this one was not looked at. Try again in ${inWords(seconds)}.`;
  return { problem: { text }, status: 429, retryAfter: seconds };
}

function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const form = new URLSearchParams(body.toString());
    if (form.size <= MOST_FIELDS) return done(null, form);
    done(Object.assign(new Error('A form with more fields than any of ours'), { statusCode: 400 }));
  });
}

/** Each try costs us a slow hash; nobody types that fast. Counted here and not in Redis: this brake must hold without it. */
function limitForms(app: FastifyInstance): void {
  const limits = memoryLimits();
  app.addHook('preParsing', async (request, reply) => {
    if (request.method !== 'POST') return;
    const standing = await limits.take(addressKey(request.ip), FORMS);
    if (standing.allowed) return;
    reply.header('retry-after', standing.resetSeconds);
    sendPage(reply, tooManyRequests(standing.resetSeconds), { status: 429 });
  });
}

function answerFailures(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => sendPage(reply, notFound, { status: 404 }));
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof StoreUnavailable || error instanceof AmbiguousCommit) {
      request.log.warn({ err: error }, 'store away');
      return sendPage(reply.header('retry-after', '10'), storeAway, { status: 503 });
    }
    const status = error.statusCode ?? 500;
    if (status < 500) return sendPage(reply, requestRefused(), { status });
    request.log.error({ err: error }, 'request failed');
    return sendPage(reply, failed(request.id), { status: 500 });
  });
}
