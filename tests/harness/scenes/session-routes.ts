// The scene for tests of every route for users: an API, others with a fault each, and how to call a route.
import { dashboardFailureSchema, dashboardSuccessSchema, STAFF_ROLES } from '@onboarding/contract';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { SessionRoute } from '../../../apps/api/src/http/route.ts';
import { errorsOf, statusOf } from '../../../apps/api/src/http/route-errors.ts';
import type { AccountOptions } from '../account-rows.ts';
import { startTestApi, type TestApi, type TestApiOptions } from '../api.ts';
import { isForeign } from '../cases/create-answers.ts';
import { cloneDatabase, type TestDatabase } from '../database.ts';
import { loseCommitsAfter } from '../injected-faults.ts';
import { type SignedIn, signIn } from '../session.ts';

export const ROLES = STAFF_ROLES;

/** The ids in a path, by the name of the parameter. */
export type Ids = Record<string, string>;

/** A situation in which a route succeeds. Without a body, that of its example is sent. */
export interface Situation {
  ids: Ids;
  person: SignedIn;
  query?: string;
  body?: unknown;
}

export interface Scene {
  database: TestDatabase;
  api: TestApi;
  /** Its database fails each request with an unexpected error; is too busy; loses its connection during commit. */
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

export async function setScene(options: TestApiOptions = {}): Promise<Scene> {
  const database = await cloneDatabase();
  const api = await startTestApi(database, options);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const startWith = (fault: TestApiOptions) => startTestApi(database, { ...options, ...fault });
  const faulty = await startWith({ beforeStatement: failAtEntry(new Error('a fault of ours')) });
  const busy = await startWith({ beforeStatement: failAtEntry(withCode('57014')) });
  const losing = await startWith({ beforeStatement: loseCommitsAfter('session_enter') });
  const limited = await startWith({ limits: { session: 1 } });
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

export const enter = ({ database, api }: Scene, options: AccountOptions = {}): Promise<SignedIn> =>
  signIn(database, { realm: 'staff', at: api.context.clock.now(), ...options });

export interface Sending {
  headers?: Record<string, string>;
  query?: string;
  /** A string is sent unchanged. */
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

/** A parameter without an id gets an unknown one. */
function pathOf({ path }: SessionRoute, ids: Ids): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? crypto.randomUUID());
}

/** The name of the outcome: a response that matches its schema, or a declared error that matches its own. Anything else fails. */
export function outcomeOf(route: SessionRoute, answer: LightMyRequestResponse): string {
  if (answer.statusCode === 200 && 'file' in route) {
    expect(route.file.types, route.operationId).toContain(answer.headers['content-type']);
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
    return '200';
  }
  if (answer.statusCode === 200 && 'export' in route) {
    expect(answer.headers['content-type'], route.operationId).toBe('text/csv; charset=utf-8');
    return '200';
  }
  if (answer.statusCode === 200) {
    const whole = answer.json();
    expect(dashboardSuccessSchema(route.answer.schema).strict().parse(whole), route.operationId).toEqual(whole);
    return '200';
  }
  const { error } = dashboardFailureSchema.strict().parse(answer.json());
  expect(errorsOf(route), `${route.operationId} declares ${error.code}: ${answer.body}`).toContain(error.code);
  expect(answer.statusCode).toBe(statusOf(route, error.code));
  expect(error.description.length, 'says what to do next').toBeGreaterThan(15);
  expect((error.details ?? []).filter(isForeign), 'in our own words').toEqual([]);
  expect(answer.headers['x-request-id']).toBe(error.requestId);
  return `${answer.statusCode} ${error.code}`;
}

/** Sends as this person and returns the outcome. */
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
  'document_pages_seen',
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
  const parts = tables.map(
    (table) =>
      `select '${table}', count(*) || ':' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') from ${table} t`,
  );
  // Prepared once per connection: planning over all partitions would take longer than reading their few rows.
  const { rows } = await owner.query<[string, string]>({
    name: `written ${tables.length}`,
    text: parts.join(' union all '),
    rowMode: 'array',
  });
  return Object.fromEntries(rows);
}
