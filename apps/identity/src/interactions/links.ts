// The pages behind the links in our mails.

import { setTimeout as delay } from 'node:timers/promises';
import { REALMS, type Realm } from '@onboarding/contract';
import {
  type Account,
  acceptInvitation,
  askForReset,
  findInvited,
  findReset,
  hashPassword,
  isLinkToken,
  makeTotpSecret,
  resetPassword,
  startPasskeyRegistration,
} from '@onboarding/domain/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { rememberAccepted } from './accepted.ts';
import { sendPage } from './answer.ts';
import { draftShape, enrolment, shownFactor, wrongFactor } from './enrolment.ts';
import { fieldOf, openValue, sealValue } from './forms.ts';
import { answersForeignForm, type Pages, problemWith, visitorOf } from './pages.ts';
import { endSignIn } from './sign-in.ts';
import { SITE_NAMES } from './views/account-views.ts';
import { forgottenView, newPasswordView, passwordSet, recoveryCodesView, resetSent } from './views/link-views.ts';
import { linkUnusable } from './views/message-views.ts';
import type { Problem } from './views/page.ts';

type LinkRequest = FastifyRequest<{ Params: { token: string } }>;
const DRAFT_SECONDS = 1800;
/** Longer than either response takes, so that the timing does not reveal whether a mail was sent. */
const RESET_ANSWER_MS = 300;
const invitationDraft = draftShape.extend({ passwordHash: z.string() });

export function serveLinks(pages: Pages): void {
  serveInvitation(pages);
  serveReset(pages);
  serveForgotten(pages);
}

/** A visit with a valid invitation. */
interface InvitedVisit {
  pages: Pages;
  request: LinkRequest;
  reply: FastifyReply;
  account: Account;
}

const invitationPath = (request: LinkRequest) => `/invitation/${request.params.token}`;

function serveInvitation(pages: Pages): void {
  const { app, context } = pages;
  const find = (token: string) =>
    isLinkToken(token)
      ? context.db.transaction((tx) => findInvited(tx, context, token), { readOnly: true })
      : undefined;

  app.get('/invitation/:token', async (request: LinkRequest, reply) => {
    const account = await find(request.params.token);
    return account === undefined ? unusable(reply) : askPassword({ pages, request, reply, account });
  });
  app.post('/invitation/:token', async (request: LinkRequest, reply) => {
    if (answersForeignForm(pages, request, reply, invitationPath(request))) return reply;
    const account = await find(request.params.token);
    return account === undefined ? unusable(reply) : takePassword({ pages, request, reply, account });
  });
  app.post('/invitation/:token/factor', async (request: LinkRequest, reply) => {
    if (answersForeignForm(pages, request, reply, invitationPath(request))) return reply;
    const account = await find(request.params.token);
    return account === undefined ? unusable(reply) : takeFactor({ pages, request, reply, account });
  });
}

function askPassword({ pages, request, reply, account }: InvitedVisit, problem?: Problem) {
  const action = invitationPath(request);
  return sendPage(
    reply,
    newPasswordView({
      title: 'Welcome to Business Onboarding',
      introduction: `Hello ${account.name}. First choose a password for ${account.email}, then set up a second factor.`,
      action,
      token: pages.guard.token(request, reply, action),
      email: account.email,
      button: 'Continue',
      problem,
    }),
  );
}

async function takePassword(visit: InvitedVisit) {
  const password = fieldOf(visit.request, 'password');
  const text = await problemWith(visit.pages, visit.account, password);
  if (text !== undefined) return askPassword(visit, { text, field: 'password' });
  return askFactor(visit, { passwordHash: await hashPassword(password), secret: makeTotpSecret() });
}

/** The draft contains only the hash of the password and is encrypted, so that the page alone is useless to an attacker. */
async function askFactor(
  { pages, request, reply, account }: InvitedVisit,
  known: { passwordHash: string; secret: string },
  problem?: Problem,
) {
  const { context, site, guard } = pages;
  const path = invitationPath(request);
  const passkey = await context.db.transaction((tx) => startPasskeyRegistration(tx, site, account), { readOnly: true });
  const draft = sealValue(context, path, DRAFT_SECONDS, { ...known, challenge: passkey.challenge });
  const content = await enrolment({
    title: 'Set up your second factor',
    introduction:
      'You need it every time you sign in, in addition to your password. Choose one now; you can add others later.',
    action: `${path}/factor`,
    token: guard.token(request, reply, path),
    draft,
    secret: known.secret,
    email: account.email,
    passkey,
    problem,
  });
  return sendPage(reply, content);
}

async function takeFactor(visit: InvitedVisit) {
  const { pages, request, reply, account } = visit;
  const { context } = pages;
  const { token } = request.params;
  const opened = invitationDraft.safeParse(openValue(context, invitationPath(request), fieldOf(request, 'draft')));
  if (!opened.success) {
    const text = 'This page was open for too long. Choose your password again.';
    return askPassword(visit, { text, field: 'password' });
  }
  const { passwordHash, secret } = opened.data;
  const factor = shownFactor(pages, request, opened.data);
  const accepted = await context.db.transaction((tx) =>
    acceptInvitation(tx, context, visitorOf(request), { token, passwordHash, factor }),
  );
  if (accepted.outcome === 'LinkUnusable') return unusable(reply);
  if (accepted.outcome === 'WrongFactor') {
    return askFactor(visit, { passwordHash, secret }, wrongFactor(factor.kind));
  }
  await endOtherSignIn(pages, request, reply);
  const { accountId, realm, email } = account;
  rememberAccepted(pages, reply, { accountId, realm, kind: factor.kind, at: accepted.at });
  const words = `I have saved them: continue to the ${SITE_NAMES[realm]}`;
  return sendPage(reply, recoveryCodesView(email, accepted.codes, { url: await pages.siteOf(realm), words }));
}

/** Otherwise, the person who is signed in with the provider in this browser would be signed in to the site. */
async function endOtherSignIn({ context, provider }: Pages, request: FastifyRequest, reply: FastifyReply) {
  const session = await provider().Session.get(provider().createContext(request.raw, reply.raw));
  if (session.accountId === undefined) return;
  await session.destroy();
  await endSignIn(context, session.uid);
}

function serveReset(pages: Pages): void {
  const { app, context, guard } = pages;
  const pathOf = (token: string) => `/reset/${token}`;
  const find = (token: string) =>
    isLinkToken(token) ? context.db.transaction((tx) => findReset(tx, context, token), { readOnly: true }) : undefined;

  function ask(request: LinkRequest, reply: FastifyReply, { email }: Account, problem?: Problem) {
    const action = pathOf(request.params.token);
    return sendPage(
      reply,
      newPasswordView({
        title: 'Choose a new password',
        introduction: `This is for ${email}. You will be signed out everywhere.`,
        action,
        token: guard.token(request, reply, action),
        email,
        button: 'Set this password',
        problem,
      }),
    );
  }

  app.get('/reset/:token', async (request: LinkRequest, reply) => {
    const account = await find(request.params.token);
    return account === undefined ? unusable(reply) : ask(request, reply, account);
  });
  app.post('/reset/:token', async (request: LinkRequest, reply) => {
    const { token } = request.params;
    if (answersForeignForm(pages, request, reply, pathOf(token))) return reply;
    const account = await find(token);
    if (account === undefined) return unusable(reply);
    const password = fieldOf(request, 'password');
    const text = await problemWith(pages, account, password);
    if (text !== undefined) return ask(request, reply, account, { text, field: 'password' });
    const passwordHash = await hashPassword(password);
    const outcome = await context.db.transaction((tx) =>
      resetPassword(tx, context, visitorOf(request), { token, passwordHash }),
    );
    if (outcome === 'LinkUnusable') return unusable(reply);
    return sendPage(reply, passwordSet(await pages.homeOf(account.realm)));
  });
}

function serveForgotten(pages: Pages): void {
  const { app, context, guard } = pages;
  const path = '/forgotten-password';
  const realmOfText = (text: string | undefined): Realm => REALMS.find((realm) => realm === text) ?? 'partner';
  app.get<{ Querystring: { realm?: string } }>(path, async (request, reply) =>
    sendPage(reply, forgottenView(path, guard.token(request, reply, path), realmOfText(request.query.realm))),
  );
  app.post(path, async (request, reply) => {
    if (answersForeignForm(pages, request, reply, path)) return reply;
    const realm = realmOfText(fieldOf(request, 'realm'));
    const email = fieldOf(request, 'email').slice(0, 254);
    if (!email.includes('@')) {
      const problem = { text: 'Type the e-mail address of your account.', field: 'email' };
      return sendPage(reply, forgottenView(path, guard.token(request, reply, path), realm, problem));
    }
    const asking = context.db.transaction((tx) =>
      askForReset(tx, context, visitorOf(request), { realm, email }, pages.issuer),
    );
    await Promise.all([asking, delay(RESET_ANSWER_MS)]);
    return sendPage(reply, resetSent);
  });
}

function unusable(reply: FastifyReply): FastifyReply {
  return sendPage(reply, linkUnusable, { status: 410 });
}
