// A person's own account: sessions, second factors, recovery codes, password.
import {
  addSecondFactor,
  changePassword,
  checkPassword,
  checkSecondFactor,
  countUnusedCodes,
  hashPassword,
  listAccountSessions,
  listSecondFactors,
  makeTotpSecret,
  removeSecondFactor,
  renewRecoveryCodes,
  signOutEverywhere,
  startPasskeyAuthentication,
  startPasskeyRegistration,
} from '@onboarding/domain/accounts';
import { isUuid } from '@onboarding/platform/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AccountVisit, findAccountVisit, rememberConfirmation } from './account-visit.ts';
import { type AnswerOptions, sendPage } from './answer.ts';
import { draftShape, enrolment, shownFactor, wrongFactor } from './enrolment.ts';
import { fieldOf, openValue, sealValue } from './forms.ts';
import { rememberDevice, visitorSignedIn } from './known-device.ts';
import { answersForeignForm, attemptProblem, type Pages, problemWith, visitorOf } from './pages.ts';
import { challengeShape, proofOf, wrongProof } from './sign-in.ts';
import { accountView, changePasswordView, newCodesView } from './views/account-views.ts';
import { passwordSet, recoveryCodesView } from './views/link-views.ts';
import { signedOut } from './views/message-views.ts';
import type { PageContent, Problem } from './views/page.ts';
import { secondFactorView } from './views/sign-in-views.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply, visit: AccountVisit) => Promise<FastifyReply>;

/** Where a person continues after confirming; other values from the URL are ignored. */
const STEPS: Record<string, string> = {
  app: '/account/app',
  passkey: '/account/passkey',
  codes: '/account/codes',
  password: '/account/password',
};
const HOME = '/account';
const DRAFT_SECONDS = 900;

export function serveAccount(pages: Pages): void {
  const open = (handle: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = await findAccountVisit(pages, request, reply);
    if (visit === undefined) return reply;
    if (request.method === 'POST' && answersForeignForm(pages, request, reply, formOf(visit))) return reply;
    return handle(request, reply, visit);
  };
  const confirmed = (step: string, handle: Handler) =>
    open(async (request, reply, visit) =>
      visit.confirmed ? handle(request, reply, visit) : reply.redirect(`/account/confirm?next=${step}`, 303),
    );
  const { app } = pages;
  app.get(
    HOME,
    open((request, reply, visit) => showAccount(pages, request, reply, visit)),
  );
  app.get(
    '/account/confirm',
    open((request, reply, visit) => showConfirm(pages, request, reply, visit)),
  );
  app.post(
    '/account/confirm',
    open((request, reply, visit) => takeConfirm(pages, request, reply, visit)),
  );
  for (const kind of ['app', 'passkey'] as const) {
    const path = `/account/${kind}`;
    app.get(
      path,
      confirmed(kind, (request, reply, visit) => showEnrolment(pages, request, reply, visit, kind)),
    );
    app.post(
      path,
      confirmed(kind, (request, reply, visit) => takeEnrolment(pages, request, reply, visit, kind)),
    );
  }
  app.post(
    '/account/factors/remove',
    confirmed('home', (...given) => removeFactor(pages, ...given)),
  );
  serveCodesAndPassword(pages, confirmed);
}

/** A page for signed-in users only. */
const sendOwnPage = (reply: FastifyReply, content: PageContent, options?: AnswerOptions) =>
  sendPage(reply, { ...content, signedIn: true }, options);

/** A form of the account pages belongs to one account in one session. */
const formOf = ({ account, sessionUid }: AccountVisit) => `account ${account.accountId} ${sessionUid}`;

function serveCodesAndPassword(
  pages: Pages,
  confirmed: (step: string, handle: Handler) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const { app, context, guard } = pages;
  const tokenOf = (request: FastifyRequest, reply: FastifyReply, visit: AccountVisit) =>
    guard.token(request, reply, formOf(visit));
  app.get(
    '/account/codes',
    confirmed('codes', async (request, reply, visit) =>
      sendOwnPage(reply, newCodesView(tokenOf(request, reply, visit))),
    ),
  );
  app.post(
    '/account/codes',
    confirmed('codes', async (request, reply, { account }) => {
      const codes = await context.db.transaction((tx) => renewRecoveryCodes(tx, context, visitorOf(request), account));
      return sendOwnPage(
        reply,
        recoveryCodesView(account.email, codes, { url: HOME, words: 'I have saved them: back to my account' }),
      );
    }),
  );
  app.get(
    '/account/password',
    confirmed('password', async (request, reply, visit) =>
      sendOwnPage(reply, changePasswordView(visit.account.email, tokenOf(request, reply, visit))),
    ),
  );
  app.post(
    '/account/password',
    confirmed('password', (...given) => takePassword(pages, ...given)),
  );
  app.post(
    '/account/sign-out-everywhere',
    confirmed('home', async (request, reply, { account }) => {
      await context.db.transaction((tx) => signOutEverywhere(tx, context, visitorOf(request), account));
      return sendPage(reply, signedOut);
    }),
  );
}

async function showAccount(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: AccountVisit,
  problem?: Problem,
): Promise<FastifyReply> {
  const { context } = pages;
  const { account } = visit;
  const content = await context.db.transaction(
    async (tx) => ({
      sessions: await listAccountSessions(tx, context, account),
      factors: await listSecondFactors(tx, account.accountId),
      codesLeft: await countUnusedCodes(tx, account.accountId),
    }),
    { readOnly: true },
  );
  const token = pages.guard.token(request, reply, formOf(visit));
  return sendOwnPage(
    reply,
    accountView({ account, token, ...content, home: await pages.homeOf(account.realm), problem }),
  );
}

async function showConfirm(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: AccountVisit,
  shown?: ReturnType<typeof attemptProblem>,
): Promise<FastifyReply> {
  const { context, site } = pages;
  const { accountId, name } = visit.account;
  const { factors, passkey } = await context.db.transaction(
    async (tx) => ({
      factors: await listSecondFactors(tx, accountId),
      passkey: await startPasskeyAuthentication(tx, site, accountId),
    }),
    { readOnly: true },
  );
  const next = stepOf(fieldOf(request, 'next') || queryOf(request, 'next'));
  const made = passkey && { text: passkey.challenge, at: context.clock.now().getTime() };
  const challenge = sealValue(context, `${formOf(visit)} confirm`, DRAFT_SECONDS, made);
  if (shown?.retryAfter !== undefined) reply.header('retry-after', shown.retryAfter);
  const content = secondFactorView({
    action: '/account/confirm',
    token: pages.guard.token(request, reply, formOf(visit)),
    hidden: { next, challenge },
    name,
    hasApp: factors.some(({ kind }) => kind === 'Totp'),
    passkey,
    problem: shown?.problem,
    again: true,
  });
  return sendOwnPage(reply, content, { status: shown?.status ?? 200 });
}

async function takeConfirm(pages: Pages, request: FastifyRequest, reply: FastifyReply, visit: AccountVisit) {
  const { context } = pages;
  const challenge = openValue(context, `${formOf(visit)} confirm`, fieldOf(request, 'challenge'));
  const proof = proofOf(pages, request, challengeShape.safeParse(challenge).data);
  const outcome = await context.db.transaction((tx) =>
    checkSecondFactor(
      tx,
      context,
      visitorSignedIn(request, visit.sessionUid),
      visit.account.accountId,
      proof,
      'SteppedUp',
    ),
  );
  if (outcome.outcome === 'Passed') {
    rememberConfirmation(pages, reply, visit);
    return reply.redirect(STEPS[stepOf(fieldOf(request, 'next'))] ?? HOME, 303);
  }
  const problem = attemptProblem(outcome, context.clock.now(), wrongProof(proof));
  return showConfirm(pages, request, reply, visit, problem);
}

const stepOf = (text: string): string => (Object.hasOwn(STEPS, text) ? text : 'home');

function queryOf(request: FastifyRequest, name: string): string {
  return new URL(request.url, 'http://localhost').searchParams.get(name) ?? '';
}

const ENROLMENTS = {
  app: { title: 'Add an authenticator app', introduction: 'Your other second factors keep working.' },
  passkey: { title: 'Add a passkey', introduction: 'Your other second factors keep working.' },
};

async function showEnrolment(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: AccountVisit,
  kind: 'app' | 'passkey',
  kept?: { secret: string; problem: Problem },
): Promise<FastifyReply> {
  const { context, site } = pages;
  const secret = kept?.secret ?? makeTotpSecret();
  const passkey = await context.db.transaction((tx) => startPasskeyRegistration(tx, site, visit.account), {
    readOnly: true,
  });
  const draft = sealValue(context, `${formOf(visit)} ${kind}`, DRAFT_SECONDS, { secret, challenge: passkey.challenge });
  const content = await enrolment({
    ...ENROLMENTS[kind],
    action: `/account/${kind}`,
    token: pages.guard.token(request, reply, formOf(visit)),
    draft,
    secret: kind === 'app' ? secret : undefined,
    email: visit.account.email,
    passkey: kind === 'passkey' ? passkey : undefined,
    problem: kept?.problem,
  });
  return sendOwnPage(reply, content);
}

async function takeEnrolment(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: AccountVisit,
  kind: 'app' | 'passkey',
): Promise<FastifyReply> {
  const { context } = pages;
  const opened = draftShape.safeParse(openValue(context, `${formOf(visit)} ${kind}`, fieldOf(request, 'draft')));
  if (!opened.success) return showEnrolment(pages, request, reply, visit, kind);
  const factor = shownFactor(pages, request, opened.data);
  const outcome = await context.db.transaction((tx) =>
    addSecondFactor(tx, context, visitorOf(request), visit.account.accountId, factor),
  );
  if (outcome === 'Added') return reply.redirect(HOME, 303);
  const tooMany = { text: 'You already have the maximum number of second factors. Remove one first.' };
  const problem = outcome === 'TooMany' ? tooMany : wrongFactor(factor.kind);
  return showEnrolment(pages, request, reply, visit, kind, { secret: opened.data.secret, problem });
}

async function removeFactor(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: AccountVisit,
): Promise<FastifyReply> {
  const { context } = pages;
  const factorId = fieldOf(request, 'factor');
  const outcome = isUuid(factorId)
    ? await context.db.transaction((tx) =>
        removeSecondFactor(tx, context, visitorOf(request), visit.account.accountId, factorId),
      )
    : 'Unknown';
  if (outcome === 'Removed') return reply.redirect(HOME, 303);
  const text =
    outcome === 'Last'
      ? 'This is your only second factor. Add another before you remove it.'
      : 'This second factor has already been removed.';
  return showAccount(pages, request, reply, visit, { text });
}

async function takePassword(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: AccountVisit,
): Promise<FastifyReply> {
  const { context } = pages;
  const { account } = visit;
  const showProblem = (problem: Problem, status = 400) =>
    sendOwnPage(reply, changePasswordView(account.email, pages.guard.token(request, reply, formOf(visit)), problem), {
      status,
    });
  const password = fieldOf(request, 'password');
  const text = await problemWith(pages, account, password);
  if (text !== undefined) return showProblem({ text, field: 'password' });
  const { realm, email } = account;
  const outcome = await checkPassword(context, visitorSignedIn(request, visit.sessionUid), {
    realm,
    email,
    password: fieldOf(request, 'current'),
  });
  if (outcome.outcome !== 'Passed') {
    const wrong = { text: 'The current password is wrong. Nothing was changed.', field: 'current' };
    const { problem, status } = attemptProblem(outcome, context.clock.now(), wrong);
    return showProblem(problem, status);
  }
  const passwordHash = await hashPassword(password);
  await context.db.transaction((tx) => changePassword(tx, context, visitorOf(request), account, passwordHash));
  // After a password change only this browser is still a known device.
  rememberDevice(pages, request, reply, account.accountId);
  return sendPage(reply, passwordSet(await pages.homeOf(realm)));
}
