// How to provoke the errors that routes for users share, and what every declared error must look like.
import { once } from 'node:events';
import { connect } from 'node:net';
import { type ErrorCode, PARTNER_ROLES, STAFF_ROLES } from '@onboarding/contract';
import { expect } from 'vitest';
import { exampleOf } from '../../../apps/api/src/docs/error-examples.ts';
import { isDownload } from '../../../apps/api/src/http/access.ts';
import type { SessionRoute } from '../../../apps/api/src/http/route.ts';
import { statusOf } from '../../../apps/api/src/http/route-errors.ts';
import type { AccountOptions } from '../account-rows.ts';
import { type Scene, type Sending, type Situation, send } from '../scenes/session-routes.ts';
import { signIn } from '../session.ts';

type Answer = { statusCode: number; body: string; headers: Record<string, unknown> };
export type Case = (route: SessionRoute) => Promise<Answer>;
export type Cases = Partial<Record<ErrorCode, Case>>;

/** Sends a request that succeeds, apart from the given changes. */
export const sendIn = (scene: Scene, route: SessionRoute, { ids, person, ...usual }: Situation, other: Sending = {}) =>
  send(scene, route, ids, { ...usual, ...other, headers: { ...person.headers, ...other.headers } });

export function sharedErrors(scene: () => Scene, situationOf: (route: SessionRoute) => Promise<Situation>): Cases {
  const usual =
    (other: (scene: Scene) => Sending): Case =>
    async (route) =>
      sendIn(scene(), route, await situationOf(route), other(scene()));
  /** As another person: the role is checked before anything is looked up. */
  const as =
    (options: (route: SessionRoute) => AccountOptions): Case =>
    async (route) => {
      const { realm, roles } = route;
      const person = await signIn(scene().database, { realm, role: roles[0] ?? '', ...options(route) });
      return sendIn(scene(), route, { ...(await situationOf(route)), person });
    };
  const ofPartner =
    (standing: Parameters<Scene['database']['addPartner']>[0]): Case =>
    async (route) => {
      const { partnerId } = await scene().database.addPartner(standing);
      return as(() => ({ partnerId }))(route);
    };
  return {
    'Partner.NotAuthenticated': usual(() => ({ headers: { cookie: '' } })),
    'Partner.Inactive': ofPartner({ status: 'Inactive' }),
    'Partner.OnboardingNotApproved': ofPartner({ onboardingStatus: 'Pending' }),
    'Session.RoleMissing': as(({ realm, roles }) => {
      const all: readonly string[] = realm === 'partner' ? PARTNER_ROLES : STAFF_ROLES;
      return { role: all.find((role) => !roles.some((allowed) => allowed === role)) ?? '' };
    }),
    'Session.StepUpRequired': as(() => ({ at: new Date(Date.now() - 6 * 60_000) })),
    'Session.CrossSite': (route) =>
      // Browsers send no origin with a read.
      usual(() => ({ headers: isDownload(route) ? { 'x-csrf': '' } : { origin: 'https://evil.test' } }))(route),
    'Request.RangeNotSatisfiable': usual(() => ({ headers: { range: 'bytes=1000000-' } })),
    'Request.Malformed': (route) => sendGarbage(scene(), route),
    'Request.UrlTooLong': usual(() => ({ query: `?x=${'x'.repeat(9_000)}` })),
    'Request.TooLarge': usual(() => ({ body: { x: 'x'.repeat(1_100_000) } })),
    'Request.UnsupportedMediaType': usual(() => ({ headers: { 'content-type': 'text/plain' } })),
    'RateLimit.Exceeded': async (route) => {
      // Two of three concurrent requests fall into one second, unless the machine is very slow.
      for (;;) {
        const situation = await situationOf(route);
        const startedAt = performance.now();
        const { limited } = scene();
        const answers = await Promise.all([1, 2, 3].map(() => sendIn(scene(), route, situation, { through: limited })));
        const refused = answers.find(({ statusCode }) => statusCode === 429);
        if (refused !== undefined || performance.now() - startedAt < 1_000)
          return refused ?? sendIn(scene(), route, situation);
      }
    },
    'Internal.Error': usual(({ faulty }) => ({ through: faulty })),
    'Service.Unavailable': usual(({ busy }) => ({ through: busy })),
    'Service.OutcomeUnknown': usual(({ losing }) => ({ through: losing })),
  };
}

/** Sends something that is not HTTP to the path of the route. */
async function sendGarbage({ api }: Scene, route: SessionRoute): Promise<Answer> {
  const [address] = api.app.addresses();
  if (typeof address !== 'object') throw new Error('The API has no port');
  const socket = connect(address.port, '127.0.0.1');
  socket.write(`${route.method} /api${route.path} HTTP/1.1\r\nHost: x\r\nno header at all\r\n\r\n`);
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { statusCode: Number(head.split(' ')[1]), body, headers: {} };
}

/** Provokes a declared error and checks its code, status and shape, and that it says what to do next. */
export async function expectError(cases: Cases, route: SessionRoute, code: ErrorCode): Promise<Answer> {
  const bringAbout = cases[code];
  if (bringAbout === undefined) throw new Error(`Nothing brings about ${code}`);
  const answer = await bringAbout(route);
  const whole = JSON.parse(answer.body);
  const { error } = whole;
  expect(error?.code, answer.body).toBe(code);
  expect(answer.statusCode).toBe(statusOf(route, code));
  // A request that is not HTTP reaches no route, so it gets no envelope.
  const envelope = { value: null, isSuccess: false, error: { code, description: expect.any(String) } };
  if (code !== 'Request.Malformed') expect(whole).toMatchObject(envelope);
  // The reference shows details exactly where they are sent.
  expect(exampleOf(route, code).details !== undefined, answer.body).toBe(error.details !== undefined);
  if (answer.statusCode === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  // Every error says what to do next, and never what happened inside.
  expect((error.description ?? error.message).length).toBeGreaterThan(10);
  expect(answer.body).not.toMatch(/injected|a fault of ours|at \w+ \(|select |node_modules/);
  return answer;
}
