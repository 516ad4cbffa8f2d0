// Our own people at work: signed-in analysts, and what they send to the compliance API.
import type { LightMyRequestResponse } from 'fastify';
import type { Method, TestApi } from './api.ts';
import type { TestDatabase } from './database.ts';
import { type SignedIn, signIn } from './session.ts';

export interface Analyst extends SignedIn {
  call(method: Method, path: string, body?: unknown): Promise<LightMyRequestResponse>;
  /** An operation on one package: `on(customerId, 'claim')`. */
  on(customerId: string, operation: string, body?: unknown): Promise<LightMyRequestResponse>;
}

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
  return {
    ...person,
    call,
    on: (customerId, operation, body) => call('POST', `/packages/${customerId}/${operation}`, body),
  };
}
