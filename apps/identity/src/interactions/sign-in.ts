// Signs in for an application: password, then second factor; or only the second factor, on reauthentication. The provider's
// record of the interaction stores the state between the steps.
import type { Realm } from '@onboarding/contract';
import {
  type Account,
  type AccountContext,
  checkPassword,
  checkSecondFactor,
  endProviderSession,
  listSecondFactors,
  type Proof,
  startPasskeyAuthentication,
} from '@onboarding/domain/accounts';
import { settled } from '@onboarding/platform/postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Client, errors } from 'oidc-provider';
import { z } from 'zod';
import { hashOf } from '../provider/record-store.ts';
import { useAccepted } from './accepted.ts';
import { sendPage } from './answer.ts';
import { fieldOf } from './forms.ts';
import { rememberDevice, visitorSignedIn, visitorWithDevice } from './known-device.ts';
import { answersForeignForm, attemptProblem, type Pages } from './pages.ts';
import { findActive, realmOf } from './realm.ts';
import { signInExpired } from './views/message-views.ts';
import type { Problem } from './views/page.ts';
import { secondFactorView, signInView } from './views/sign-in-views.ts';

type Interaction = Awaited<ReturnType<ReturnType<Pages['provider']>['interactionDetails']>>;

/** The challenge for a passkey, and its time of creation. */
export const challengeShape = z.object({ text: z.string(), at: z.number() });
export type Challenge = z.infer<typeof challengeShape>;

/** Stored in the interaction. The first step is valid for ten minutes. */
const notesShape = z.object({
  passed: z.object({ accountId: z.string(), at: z.number() }).optional(),
  /** Someone other than the signed-in person wants to sign in. */
  again: z.boolean().optional(),
  challenge: challengeShape.optional(),
});
type Notes = z.infer<typeof notesShape>;
const FIRST_STEP_MS = 600_000;

interface Visit {
  interaction: Interaction;
  client: Client;
  realm: Realm;
  notes: Notes;
  path: string;
}

export function serveSignIn(pages: Pages): void {
  const { app } = pages;
  app.get<{ Querystring: { as?: string } }>('/sign-in/:uid', async (request, reply) => {
    const visit = await findVisit(pages, request, reply);
    if (visit === undefined) return reply;
    if (request.query.as === 'other') {
      await note(visit, { again: true });
      return reply.redirect(visit.path, 303);
    }
    const asked = await askedForFactor(pages, visit);
    if (asked !== undefined) return showFactor(pages, request, reply, visit, asked);
    const first = await useAccepted(pages, request, reply, visit.realm);
    if (first === undefined) return showPassword(pages, request, reply, visit);
    const { account, method, provenAt } = first;
    rememberDevice(pages, request, reply, account.accountId);
    return finish(pages, request, reply, visit, account.accountId, ['pwd', method, 'mfa'], provenAt);
  });
  app.post('/sign-in/:uid', async (request, reply) => {
    const visit = await findVisit(pages, request, reply);
    return visit === undefined || answersForeignForm(pages, request, reply, visit.path)
      ? reply
      : takePassword(pages, request, reply, visit);
  });
  app.post('/sign-in/:uid/factor', async (request, reply) => {
    const visit = await findVisit(pages, request, reply);
    return visit === undefined || answersForeignForm(pages, request, reply, visit.path)
      ? reply
      : takeFactor(pages, request, reply, visit);
  });
}

/** The interaction of this browser's cookie; without one, sends a page that explains what to do. */
async function findVisit(pages: Pages, request: FastifyRequest, reply: FastifyReply): Promise<Visit | undefined> {
  try {
    const interaction = await pages.provider().interactionDetails(request.raw, reply.raw);
    const client = await pages.provider().Client.find(String(interaction.params.client_id));
    const realm = realmOf(client);
    const path = `/sign-in/${interaction.uid}`;
    if (client === undefined || realm === undefined || !request.url.startsWith(path))
      throw new errors.SessionNotFound('not this interaction');
    const notes = notesShape.safeParse(interaction.result ?? {}).data ?? {};
    return { interaction, client, realm, notes, path };
  } catch (error) {
    if (!(error instanceof errors.OIDCProviderError)) throw error;
    sendPage(reply, signInExpired, { status: 400 });
    return undefined;
  }
}

async function note({ interaction }: Visit, notes: Notes): Promise<void> {
  interaction.result = notes;
  await interaction.persist();
}

/** Whose second factor is required: that of the person who just gave the password, or that of the signed-in person. */
async function askedForFactor(
  pages: Pages,
  { interaction, notes, realm }: Visit,
): Promise<{ account: Account; again: boolean } | undefined> {
  const { context } = pages;
  const { passed } = notes;
  const fresh = passed !== undefined && passed.at > context.clock.now().getTime() - FIRST_STEP_MS;
  const signedIn = () => (notes.again === true ? undefined : stillSignedIn(pages, interaction));
  const accountId = fresh ? passed.accountId : await signedIn();
  const account = accountId === undefined ? undefined : await findActive(context.db, accountId);
  return account?.realm === realm ? { account, again: !fresh } : undefined;
}

/** Who was signed in when the interaction started, unless that sign-in has ended. */
async function stillSignedIn(pages: Pages, { session }: Interaction): Promise<string | undefined> {
  if (session === undefined) return undefined;
  return (await pages.provider().Session.findByUid(session.uid))?.accountId;
}

interface Shown {
  problem: Problem;
  status: number;
  retryAfter?: number;
}

function showPassword(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  shown?: Shown & { email: string },
): FastifyReply {
  const token = pages.guard.token(request, reply, visit.path);
  const { path: action, realm } = visit;
  if (shown?.retryAfter !== undefined) reply.header('retry-after', shown.retryAfter);
  const content = signInView({ action, token, realm, email: shown?.email ?? '', problem: shown?.problem });
  return sendPage(reply, content, { status: shown?.status ?? 200, mayLeadTo: leadsTo(visit) });
}

async function takePassword(pages: Pages, request: FastifyRequest, reply: FastifyReply, visit: Visit) {
  const { context } = pages;
  const email = fieldOf(request, 'email').slice(0, 254);
  const given = { realm: visit.realm, email, password: fieldOf(request, 'password') };
  const outcome = await checkPassword(context, visitorWithDevice(pages, request), given);
  pages.countAttempt(visit.realm, 'password', outcome.outcome);
  if (outcome.outcome === 'Passed') {
    await note(visit, { passed: { accountId: outcome.account.accountId, at: context.clock.now().getTime() } });
    return reply.redirect(visit.path, 303);
  }
  const text = 'The e-mail address or the password is wrong. Check both, or choose “Forgotten password” below.';
  const shown = attemptProblem(outcome, context.clock.now(), { text, field: 'email' });
  return showPassword(pages, request, reply, visit, { ...shown, email });
}

async function showFactor(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  { account, again }: { account: Account; again: boolean },
  shown?: Shown,
): Promise<FastifyReply> {
  const { accountId, name } = account;
  const [factors, passkey] = await pages.context.db.transaction(
    (tx) =>
      settled<[Awaited<ReturnType<typeof listSecondFactors>>, Awaited<ReturnType<typeof startPasskeyAuthentication>>]>([
        listSecondFactors(tx, accountId),
        startPasskeyAuthentication(tx, pages.site, accountId),
      ]),
    { readOnly: true },
  );
  if (passkey !== undefined) {
    const at = pages.context.clock.now().getTime();
    await note(visit, { ...visit.notes, challenge: { text: passkey.challenge, at } });
  }
  if (shown?.retryAfter !== undefined) reply.header('retry-after', shown.retryAfter);
  const content = secondFactorView({
    action: `${visit.path}/factor`,
    token: pages.guard.token(request, reply, visit.path),
    name,
    hasApp: factors.some(({ kind }) => kind === 'Totp'),
    passkey,
    problem: shown?.problem,
    again,
    switchTo: `${visit.path}?as=other`,
  });
  return sendPage(reply, content, { status: shown?.status ?? 200, mayLeadTo: leadsTo(visit) });
}

async function takeFactor(pages: Pages, request: FastifyRequest, reply: FastifyReply, visit: Visit) {
  const { context } = pages;
  const asked = await askedForFactor(pages, visit);
  if (asked === undefined) return reply.redirect(visit.path, 303);
  const { accountId } = asked.account;
  const { challenge, ...notes } = visit.notes;
  // A challenge can be answered once, right or wrong.
  if (challenge !== undefined) await note(visit, notes);
  const proof = proofOf(pages, request, challenge);
  const purpose = asked.again ? 'SteppedUp' : 'SignedIn';
  const { session } = visit.interaction;
  const visitor =
    asked.again && session !== undefined ? visitorSignedIn(request, session.uid) : visitorWithDevice(pages, request);
  const outcome = await context.db.transaction((tx) =>
    checkSecondFactor(tx, context, visitor, accountId, proof, purpose),
  );
  pages.countAttempt(visit.realm, 'factor', outcome.outcome);
  if (outcome.outcome === 'Passed' && outcome.account.realm === visit.realm) {
    if (!asked.again) rememberDevice(pages, request, reply, accountId);
    // Only the methods used in this interaction: reauthentication does not include the password.
    const amr = asked.again ? [outcome.method] : ['pwd', outcome.method, 'mfa'];
    return finish(pages, request, reply, visit, accountId, amr);
  }
  const refused = outcome.outcome === 'Passed' ? ({ outcome: 'Refused' } as const) : outcome;
  return showFactor(pages, request, reply, { ...visit, notes }, asked, {
    ...attemptProblem(refused, context.clock.now(), wrongProof(proof)),
  });
}

/** `challenge`: undefined if none was created or it was already used; every proof is then invalid. */
export function proofOf({ site }: Pages, request: FastifyRequest, challenge: Challenge | undefined): Proof {
  const kind = fieldOf(request, 'kind');
  if (kind === 'Passkey') {
    const { text, at } = challenge ?? { text: crypto.randomUUID(), at: 0 };
    return { kind, answer: fieldOf(request, 'answer'), challenge: text, askedAt: new Date(at), site };
  }
  if (kind === 'RecoveryCode') return { kind, code: fieldOf(request, 'recovery') };
  return { kind: 'Totp', code: fieldOf(request, 'code') };
}

export function wrongProof(proof: Proof): Problem {
  if (proof.kind === 'Passkey')
    return { text: 'The passkey was not accepted. Try again, or use another second factor.' };
  if (proof.kind === 'RecoveryCode') {
    return { text: 'This recovery code is wrong or has already been used. Try another one.', field: 'recovery' };
  }
  return {
    text: 'The code is wrong or has already been used. Wait for the next code in your app, then type it.',
    field: 'code',
  };
}

async function finish(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  accountId: string,
  amr: string[],
  provenAt = pages.context.clock.now(),
): Promise<FastifyReply> {
  const provider = pages.provider();
  const { interaction } = visit;
  const { session } = interaction;
  if (session !== undefined && (await stillSignedIn(pages, interaction)) !== accountId) {
    // Someone else was signed in here, or that sign-in has ended. The provider would end its session with a page that
    // needs a script, so we end it.
    await (await provider.Session.findByUid(session.uid))?.destroy();
    await endSignIn(pages.context, session.uid);
    interaction.session = undefined;
    await interaction.persist();
  }
  const ts = Math.floor(provenAt.getTime() / 1000);
  const result = { login: { accountId, amr, ts } };
  const returnTo = await provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false });
  return reply.redirect(returnTo, 303);
}

export async function endSignIn(
  { db, clock }: Pick<AccountContext, 'db' | 'clock'>,
  sessionUid: string,
): Promise<void> {
  await db.transaction((tx) => endProviderSession(tx, hashOf(sessionUid), clock.now()), { repeatable: true });
}

/** Where the last form of a sign-in may redirect to: only the requesting application. */
function leadsTo({ client }: Visit): string[] {
  const uris = [...(client.redirectUris ?? []), ...(client.postLogoutRedirectUris ?? [])];
  return [...new Set(uris.map((uri) => new URL(uri).origin))];
}
