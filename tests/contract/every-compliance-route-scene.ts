// What the tests of every compliance route stand on: a package with a person, a document and an open proposal, analysts, and
// APIs on which something is broken.
import { dashboardFailureSchema, dashboardSuccessSchema, STAFF_ROLES } from '@onboarding/contract';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { complianceRoutes } from '../../apps/api/src/compliance/routes.ts';
import type { SessionRoute } from '../../apps/api/src/http/route.ts';
import { errorsOf, statusOf } from '../../apps/api/src/http/route-errors.ts';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { type SignedIn, type SignInOptions, signIn } from '../harness/session.ts';
import { documentIn } from './document-scene.ts';
import { createCustomer } from './update-scene.ts';

export const ROLES = STAFF_ROLES;

/** The ids that a path can hold, by the name of the parameter. */
export type Ids = Record<string, string>;

export interface Scene {
  database: TestDatabase;
  api: TestApi;
  /** Its database answers each request with a fault of ours; is too busy; loses its connection in mid-commit. */
  faulty: TestApi;
  busy: TestApi;
  losing: TestApi;
  /** Lets one request of a session pass in a second. */
  limited: TestApi;
  close(): Promise<void>;
}

const withCode = (code: string) => Object.assign(new Error('injected'), { code });
const failAtEntry = (error: Error) => (name: string) => {
  if (name === 'session_enter') throw error;
};
function loseCommits(): (name: string) => void {
  let entered = false;
  return (name) => {
    if (name === 'session_enter') entered = true;
    if (name !== 'commit' || !entered) return;
    entered = false;
    throw withCode('ECONNRESET');
  };
}

export async function setScene(now: () => Date = () => new Date()): Promise<Scene> {
  const database = await cloneDatabase();
  const clock = { now };
  const api = await startTestApi(database, { clock });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const faulty = await startTestApi(database, { clock, beforeStatement: failAtEntry(new Error('a fault of ours')) });
  const busy = await startTestApi(database, { clock, beforeStatement: failAtEntry(withCode('57014')) });
  const losing = await startTestApi(database, { clock, beforeStatement: loseCommits() });
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

/** A package that waits, with one person and one confirmed document. */
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

/** A parameter that has no id gets one that belongs to nobody. */
export function pathOf({ path }: SessionRoute, ids: Ids): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? crypto.randomUUID());
}

/** What came of it: an answer that fits its schema, or a declared error that fits its own. Nothing else may be answered. */
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
  'screenings',
  'events',
  'event_outbox',
  'audit_entries',
] as const;

/** All that a route could write, as one text: equal texts mean that nothing was written. */
export async function everythingWritten({ owner }: TestDatabase): Promise<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const table of KEPT) {
    const { rows } = await owner.query(
      `select count(*) || ':' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as all from ${table} t`,
    );
    kept[table] = rows[0].all;
  }
  return kept;
}
