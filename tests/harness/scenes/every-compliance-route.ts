// The scene for tests of every compliance route: a package with a person, a document and an open proposal, analysts,
// and APIs with a fault each.
import { dashboardFailureSchema, dashboardSuccessSchema, STAFF_ROLES } from '@onboarding/contract';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { complianceRoutes } from '../../../apps/api/src/compliance/routes.ts';
import type { SessionRoute } from '../../../apps/api/src/http/route.ts';
import { errorsOf, statusOf } from '../../../apps/api/src/http/route-errors.ts';
import { startTestApi, type TestApi } from '../api.ts';
import { cloneDatabase, type TestDatabase } from '../database.ts';
import { loseCommitsAfter } from '../injected-faults.ts';
import { type SignedIn, type SignInOptions, signIn } from '../session.ts';
import { documentIn } from './documents.ts';
import { createCustomer } from './updates.ts';

export const ROLES = STAFF_ROLES;

/** The ids in a path, by the name of the parameter. */
export type Ids = Record<string, string>;

export interface Scene {
  database: TestDatabase;
  api: TestApi;
  /** Its database fails each request with a fault of ours; is too busy; loses its connection during commit. */
  faulty: TestApi;
  busy: TestApi;
  losing: TestApi;
  /** Allows one request of a session per second. */
  limited: TestApi;
  close(): Promise<void>;
}

const withCode = (code: string) => Object.assign(new Error('injected'), { code });
const failAtEntry = (error: Error) => (name: string) => {
  if (name === 'session_enter') throw error;
};

export async function setScene(now: () => Date = () => new Date()): Promise<Scene> {
  const database = await cloneDatabase();
  const clock = { now };
  const api = await startTestApi(database, { clock });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const faulty = await startTestApi(database, { clock, beforeStatement: failAtEntry(new Error('a fault of ours')) });
  const busy = await startTestApi(database, { clock, beforeStatement: failAtEntry(withCode('57014')) });
  const losing = await startTestApi(database, { clock, beforeStatement: loseCommitsAfter('session_enter') });
  const limited = await startTestApi(database, { clock, limits: { session: 1 } });
  return {
    database,
    api,
    faulty,
    busy,
    losing,
    limited,
    async close() {
      for (const one of [api, faulty, busy, losing, limited]) await one.close();
      await database.close();
    },
  };
}

export const routeNames = (routes: readonly SessionRoute[]) =>
  routes.map((route) => [`${route.method} ${route.path}`, route] as const);

export const writing = complianceRoutes.filter(({ method }) => method !== 'GET');

export const enter = ({ database, api }: Scene, options: SignInOptions = {}): Promise<SignedIn> =>
  signIn(database, { realm: 'staff', at: api.context.clock.now(), ...options });

export interface Place extends Ids {
  customerId: string;
  uboId: string;
  documentId: string;
}

/** A waiting package with one person and one confirmed document. */
export async function newPlace({ api, database }: Scene): Promise<Place> {
  const customer = await createCustomer(api);
  const documentId = await documentIn(api, database, customer, 'Confirmed');
  const [uboId = ''] = customer.uboIds;
  return { customerId: customer.customerId, uboId, documentId };
}

export async function claim({ api }: Scene, { customerId }: Ids, person: SignedIn): Promise<void> {
  const url = `/api/compliance/v1/packages/${customerId}/claim`;
  const answer = await api.app.inject({ method: 'POST', url, headers: person.headers });
  expect(answer.statusCode, answer.body).toBe(200);
}

export interface Sending {
  headers?: Record<string, string>;
  query?: string;
  /** Text is sent as it is. */
  body?: unknown;
  through?: TestApi;
}

/** A request of this route with the ids in its path. */
export function send({ api }: Scene, route: SessionRoute, ids: Ids, sending: Sending = {}) {
  const body = 'body' in sending ? sending.body : route.body?.example;
  const request: InjectOptions = {
    method: route.method,
    url: `/api${pathOf(route, ids)}${sending.query ?? ''}`,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...sending.headers },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
  return (sending.through ?? api).app.inject(request);
}

/** A parameter without an id gets one that belongs to nobody. */
function pathOf({ path }: SessionRoute, ids: Ids): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? crypto.randomUUID());
}

/** An answer that matches its schema, or a declared error that matches its own. Anything else fails. */
export function outcomeOf(route: SessionRoute, answer: LightMyRequestResponse): string {
  if (answer.statusCode === 200) {
    const whole = answer.json();
    expect(dashboardSuccessSchema(route.answer.schema).strict().parse(whole), route.operationId).toEqual(whole);
    return '200';
  }
  const { error } = dashboardFailureSchema.strict().parse(answer.json());
  expect(errorsOf(route), `${route.operationId} declares ${error.code}: ${answer.body}`).toContain(error.code);
  expect(answer.statusCode).toBe(statusOf(route, error.code));
  expect(error.description.length, 'says what to do next').toBeGreaterThan(15);
  expect(answer.headers['x-request-id']).toBe(error.requestId);
  return `${answer.statusCode} ${error.code}`;
}

/** Sends as somebody and gives the outcome. */
export const attemptsIn =
  (scene: Scene) =>
  async (route: SessionRoute, ids: Ids, person: SignedIn, sending: Sending = {}): Promise<string> =>
    outcomeOf(route, await send(scene, route, ids, { headers: person.headers, ...sending }));

const KEPT = [
  'customers',
  'people',
  'identities',
  'documents',
  'reviews',
  'review_decisions',
  'review_reasons',
  'review_notes',
  'review_verdicts',
  'package_snapshots',
  'hit_findings',
  'identity_comparisons',
  'screenings',
  'events',
  'event_outbox',
  'audit_entries',
] as const;

/** All that a route could write, as text: equal texts mean that nothing was written. */
export async function everythingWritten(
  { owner }: TestDatabase,
  tables: readonly string[] = KEPT,
): Promise<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const table of tables) {
    const { rows } = await owner.query(
      `select count(*) || ':' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as all from ${table} t`,
    );
    kept[table] = rows[0].all;
  }
  return kept;
}
