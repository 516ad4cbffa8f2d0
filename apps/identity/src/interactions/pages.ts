// Shared by all pages for users: the visitor, rate limits, forms, and error texts.
import { CONSOLE_PATH, PORTAL_PATH, type Realm, SITE_CLIENTS } from '@onboarding/contract';
import {
  type Account,
  type AccountContext,
  type AttemptOutcome,
  type PasskeySite,
  passkeySite,
  passwordProblem,
  rememberUnknownAccounts,
  type SignInContext,
  type Visitor,
} from '@onboarding/domain/accounts';
import { listPartnerNames } from '@onboarding/domain/partners';
import { addressKey, memoryLimits } from '@onboarding/platform/limits';
import type { Logger } from '@onboarding/platform/logger';
import { Counter, type Registry } from '@onboarding/platform/metrics';
import { AmbiguousCommit, DatabaseUnavailable } from '@onboarding/platform/postgres';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { sendPage } from './answer.ts';
import { createFormGuard, type FormGuard } from './forms.ts';
import {
  databaseUnavailable,
  failed,
  formRefused,
  inWords,
  notFound,
  requestRefused,
  tooManyRequests,
} from './views/message-views.ts';
import type { Problem } from './views/page.ts';

const OUTCOMES = { Passed: 'passed', Refused: 'refused', Blocked: 'blocked' } as const;

type CountAttempt = (realm: Realm, step: 'password' | 'factor', outcome: AttemptOutcome['outcome']) => void;

/** A few attempts on each of many accounts block none of them; only their total number reveals an attack. */
function attemptMetrics(registry: Registry): CountAttempt {
  const attempts = new Counter({
    name: 'onboarding_sign_in_attempts_total',
    help: 'Attempts to sign in by step (password, factor) and outcome',
    labelNames: ['realm', 'step', 'outcome'],
    registers: [registry],
  });
  return (realm, step, outcome) => attempts.inc({ realm, step, outcome: OUTCOMES[outcome] });
}

const SITE_PATHS: Record<Realm, string> = { partner: PORTAL_PATH, staff: CONSOLE_PATH };

/** Our forms have fewer than ten. */
const MOST_FIELDS = 50;
const FORMS = { name: 'forms', points: 60, seconds: 60 };

export interface PageParts {
  context: AccountContext & { logger: Logger };
  provider(): Provider;
  issuer: string;
  registry: Registry;
}

export interface Pages extends PageParts {
  context: PageParts['context'] & SignInContext;
  app: FastifyInstance;
  guard: FormGuard;
  site: PasskeySite;
  countAttempt: CountAttempt;
  /** The site of a realm, where users continue after the link in a mail. */
  homeOf(realm: Realm): Promise<string | undefined>;
  /** The same for someone who is signed in: the site itself, without its public start page. */
  siteOf(realm: Realm): Promise<string | undefined>;
}

export function preparePages(app: FastifyInstance, parts: PageParts): Pages {
  readForms(app);
  limitForms(app);
  answerFailures(app);
  const homeOf: Pages['homeOf'] = async (realm) => {
    const client = await parts.provider().Client.find(SITE_CLIENTS[realm]);
    return client?.postLogoutRedirectUris?.[0];
  };
  return {
    ...parts,
    context: { ...parts.context, unknownAccounts: rememberUnknownAccounts() },
    app,
    guard: createFormGuard(parts.context, parts.issuer),
    site: passkeySite(parts.issuer),
    countAttempt: attemptMetrics(parts.registry),
    homeOf,
    async siteOf(realm) {
      const home = await homeOf(realm);
      return home === undefined ? undefined : new URL(SITE_PATHS[realm], home).href;
    },
  };
}

export function visitorOf(request: FastifyRequest): Visitor {
  return { address: request.ip, userAgent: request.headers['user-agent'] };
}

/** Answers 403 and returns true if the form is not ours. */
export function answersForeignForm(pages: Pages, request: FastifyRequest, reply: FastifyReply, page: string): boolean {
  if (pages.guard.accepts(request, page)) return false;
  sendPage(reply, formRefused, { status: 403 });
  return true;
}

/** The problem with a chosen password, if any; also compares it with the names of the person and the organisation. */
export async function problemWith({ context }: Pages, account: Account, password: string): Promise<string | undefined> {
  const { email, name, partnerId } = account;
  const names =
    partnerId === undefined
      ? undefined
      : await context.db.transaction((tx) => listPartnerNames(tx, [partnerId]), { readOnly: true });
  return passwordProblem(password, { email, name, organisation: names?.get(partnerId ?? '') });
}

/** The same text whether or not the account exists, and whether the password or the code was wrong. */
export function attemptProblem(
  outcome: Exclude<AttemptOutcome, { outcome: 'Passed' }>,
  now: Date,
  refused: Problem,
): { problem: Problem; status: number; retryAfter?: number } {
  if (outcome.outcome === 'Refused') return { problem: refused, status: 400 };
  const seconds = Math.max(1, Math.ceil((outcome.until.getTime() - now.getTime()) / 1000));
  const text = `There were too many failed attempts, so this one was not checked. Try again in ${inWords(seconds)}.`;
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

/**
 * Each attempt costs a slow hash, and no person types that fast. In memory and not in Redis, because this limit must work without
 * it.
 */
function limitForms(app: FastifyInstance): void {
  const limits = memoryLimits();
  app.addHook('preParsing', async (request, reply) => {
    if (request.method !== 'POST') return;
    const quota = await limits.take(addressKey(request.ip), FORMS);
    if (quota.allowed) return;
    reply.header('retry-after', quota.resetSeconds);
    sendPage(reply, tooManyRequests(quota.resetSeconds), { status: 429 });
  });
}

function answerFailures(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => sendPage(reply, notFound, { status: 404 }));
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof DatabaseUnavailable || error instanceof AmbiguousCommit) {
      request.log.warn({ err: error }, 'database unavailable');
      return sendPage(reply.header('retry-after', '10'), databaseUnavailable, { status: 503 });
    }
    const status = error.statusCode ?? 500;
    if (status < 500) return sendPage(reply, requestRefused(), { status });
    request.log.error({ err: error }, 'request failed');
    return sendPage(reply, failed(request.id), { status: 500 });
  });
}
