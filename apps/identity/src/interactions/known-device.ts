// Browsers in which users have signed in before. Guesses from other browsers do not use up their attempts. The cookie only
// marks the browser and does not sign anyone in.
import type { KnownDevice, Visitor } from '@onboarding/domain/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { hashOf } from '../provider/record-store.ts';
import { ownCookie } from './own-cookie.ts';
import { type Pages, visitorOf } from './pages.ts';

const REMEMBERED_SECONDS = 90 * 86_400;
/** For shared machines; the account with the oldest sign-in is forgotten first. */
const MOST_ACCOUNTS = 5;
const BOUND_TO = 'device';

type DevicePages = Pick<Pages, 'context' | 'issuer'>;

const shape = z.object({
  deviceId: z.uuid(),
  accounts: z.array(z.object({ accountId: z.uuid(), at: z.number() })),
});

/** The person signing in, with what is known about the browser. */
export function visitorWithDevice(pages: DevicePages, request: FastifyRequest): Visitor {
  return { ...visitorOf(request), device: readDevice(pages, request) };
}

/** A person who confirms their identity: that sign-in has its own attempts. */
export function visitorSignedIn(request: FastifyRequest, sessionUid: string): Visitor {
  return { ...visitorOf(request), signInKey: hashOf(sessionUid).toString('hex') };
}

/** The account has just completed a sign-in here. */
export function rememberDevice(
  pages: DevicePages,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): void {
  const { keys, clock } = pages.context;
  const known = readDevice(pages, request);
  const others = [...(known?.signedInAt ?? [])]
    .filter(([other]) => other !== accountId)
    .map(([other, at]) => ({ accountId: other, at: at.getTime() }))
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MOST_ACCOUNTS - 1);
  const content: z.infer<typeof shape> = {
    deviceId: known?.deviceId ?? crypto.randomUUID(),
    accounts: [{ accountId, at: clock.now().getTime() }, ...others],
  };
  const value = keys.seal('known device', JSON.stringify(content), BOUND_TO).toString('base64url');
  cookieIn(pages).set(reply, value, REMEMBERED_SECONDS);
}

function readDevice(pages: DevicePages, request: FastifyRequest): KnownDevice | undefined {
  const { keys, clock } = pages.context;
  const oldest = clock.now().getTime() - REMEMBERED_SECONDS * 1000;
  try {
    const sealed = Buffer.from(cookieIn(pages).read(request) ?? '', 'base64url');
    const { deviceId, accounts } = shape.parse(JSON.parse(keys.unseal('known device', sealed, BOUND_TO).toString()));
    const remembered = accounts.filter(({ at }) => at > oldest);
    return { deviceId, signedInAt: new Map(remembered.map(({ accountId, at }) => [accountId, new Date(at)])) };
  } catch {
    // Missing, not ours, or with a key that is no longer in the ring: an unknown browser.
    return undefined;
  }
}

const cookieIn = ({ issuer }: DevicePages) => ownCookie(issuer, 'device');
