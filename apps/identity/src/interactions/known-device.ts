// Browsers in which people have signed in before. Who guesses at an account from elsewhere does not use up their tries. The
// cookie only says that it was here: it signs nobody in.
import type { KnownDevice, Visitor } from '@onboarding/domain/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { hashOf } from '../provider/record-store.ts';
import { cookieOf } from './form-guard.ts';
import { type Pages, visitorOf } from './pages.ts';

const REMEMBERED_SECONDS = 90 * 86_400;
/** On a shared machine; whoever has not signed in there for longest is forgotten first. */
const MOST_ACCOUNTS = 5;
const BOUND_TO = 'device';

type DevicePages = Pick<Pages, 'context' | 'issuer'>;

const shape = z.object({
  deviceId: z.uuid(),
  accounts: z.array(z.object({ accountId: z.uuid(), at: z.number() })),
});

/** Who signs in, with what is known of the browser. */
export function visitorWithDevice(pages: DevicePages, request: FastifyRequest): Visitor {
  return { ...visitorOf(request), device: readDevice(pages, request) };
}

/** Who is asked again: that sign-in has tries of its own. */
export function visitorSignedIn(request: FastifyRequest, sessionUid: string): Visitor {
  return { ...visitorOf(request), signInKey: hashOf(sessionUid).toString('hex') };
}

/** The account has just signed in here, with everything. */
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
  const secure = pages.issuer.startsWith('https:') ? '; Secure' : '';
  const attributes = `Path=/; Max-Age=${REMEMBERED_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  reply.header('set-cookie', `${cookieName(pages)}=${value}; ${attributes}`);
}

function readDevice(pages: DevicePages, request: FastifyRequest): KnownDevice | undefined {
  const { keys, clock } = pages.context;
  const oldest = clock.now().getTime() - REMEMBERED_SECONDS * 1000;
  try {
    const sealed = Buffer.from(cookieOf(request, cookieName(pages)) ?? '', 'base64url');
    const { deviceId, accounts } = shape.parse(JSON.parse(keys.unseal('known device', sealed, BOUND_TO).toString()));
    const remembered = accounts.filter(({ at }) => at > oldest);
    return { deviceId, signedInAt: new Map(remembered.map(({ accountId, at }) => [accountId, new Date(at)])) };
  } catch {
    // None, not ours, or of a key that has left the ring: a browser like any other.
    return undefined;
  }
}

const cookieName = ({ issuer }: DevicePages) => (issuer.startsWith('https:') ? '__Host-device' : 'device');
