// The person who has just accepted an invitation in this browser. They chose a password and proved a second factor, so their
// first sign-in asks for neither.
import { REALMS, type Realm, SECOND_FACTOR_KINDS } from '@onboarding/contract';
import { type FirstSignIn, signInAfterInvitation } from '@onboarding/domain/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { openValue, sealValue } from './forms.ts';
import { ownCookie } from './own-cookie.ts';
import { type Pages, visitorOf } from './pages.ts';

/** Long enough to store the recovery codes. */
const SECONDS = 600;
const PURPOSE = 'accepted invitation';

const shape = z.object({
  accountId: z.uuid(),
  realm: z.enum(REALMS),
  kind: z.enum(SECOND_FACTOR_KINDS),
  at: z.number().transform((at) => new Date(at)),
});
type Accepted = z.infer<typeof shape>;

export function rememberAccepted(pages: Pages, reply: FastifyReply, { at, ...accepted }: Accepted): void {
  const value = sealValue(pages.context, PURPOSE, SECONDS, { ...accepted, at: at.getTime() });
  cookieIn(pages).set(reply, value, SECONDS);
}

/** Undefined if no invitation to this site was accepted here, it was too long ago, or the person has signed in since. */
export async function useAccepted(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  realm: Realm,
): Promise<FirstSignIn | undefined> {
  const { context } = pages;
  const accepted = shape.safeParse(openValue(context, PURPOSE, cookieIn(pages).read(request) ?? ''));
  if (!accepted.success || accepted.data.realm !== realm) return undefined;
  cookieIn(pages).set(reply, '', 0);
  return context.db.transaction((tx) => signInAfterInvitation(tx, context, visitorOf(request), accepted.data));
}

/** Lax: the sign-in begins with a redirect from the application. */
const cookieIn = ({ issuer }: Pages) => ownCookie(issuer, 'accepted');
