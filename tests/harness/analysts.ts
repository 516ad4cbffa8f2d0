// Our own staff: signed-in analysts, and what they send to the compliance API.
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll } from 'vitest';
import { type Method, type TestApi, useTestApi } from './api.ts';
import type { TestDatabase } from './database.ts';
import { type SignedIn, signIn } from './session.ts';

export interface Analyst extends SignedIn {
  call(method: Method, path: string, body?: unknown): Promise<LightMyRequestResponse>;
  /** An operation on one package: `on(customerId, 'claim')`. A decision is made on the evidence as it is then. */
  on(customerId: string, operation: string, body?: unknown): Promise<LightMyRequestResponse>;
}

/** The operations that say which evidence was seen. */
const DECISIONS = /^decisions($|\/preview$|\/[^/]+\/confirm$)/;

export type StaffRole = 'analyst' | 'supervisor' | 'auditor' | 'operator';

export async function signInAnalyst(
  api: Pick<TestApi, 'app' | 'context'>,
  database: TestDatabase,
  role: StaffRole = 'analyst',
): Promise<Analyst> {
  const person = await signIn(database, { realm: 'staff', role, at: api.context.clock.now() });
  const call: Analyst['call'] = (method, path, body) =>
    api.app.inject({
      method,
      url: `/api/compliance/v1${path}`,
      headers: { ...person.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  /** Whoever may not read the package has seen nothing. */
  async function seen(customerId: string): Promise<string> {
    const answer = await call('GET', `/packages/${customerId}`);
    return answer.json().value?.evidenceVersion ?? 'nothing';
  }
  return {
    ...person,
    call,
    async on(customerId, operation, body) {
      const isDecision =
        DECISIONS.test(operation) && !Array.isArray(body) && (typeof body === 'object' || body === undefined);
      const sent = isDecision ? { seenVersion: await seen(customerId), ...body } : body;
      return call('POST', `/packages/${customerId}/${operation}`, sent);
    },
  };
}

/** A database, an API and our staff, for a test file. */
export interface Team {
  api: TestApi;
  database: TestDatabase;
  ada: Analyst;
  ben: Analyst;
  supervisor: Analyst;
  auditor: Analyst;
  operator: Analyst;
}

export function useTeam(ready: (team: Team) => void): void {
  let made: { api: TestApi; database: TestDatabase } | undefined;
  useTestApi((scene) => {
    made = scene;
  });
  beforeAll(async () => {
    if (made === undefined) throw new Error('The API has not started');
    const { api, database } = made;
    ready({
      api,
      database,
      ada: await signInAnalyst(api, database),
      ben: await signInAnalyst(api, database),
      supervisor: await signInAnalyst(api, database, 'supervisor'),
      auditor: await signInAnalyst(api, database, 'auditor'),
      operator: await signInAnalyst(api, database, 'operator'),
    });
  });
}
