// Our own staff: signed-in analysts, and what they send to the compliance API.
import type { PackageRecord } from '@onboarding/contract';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll } from 'vitest';
import { type Method, type TestApi, useTestApi } from './api.ts';
import type { TestDatabase } from './database.ts';
import { type SignedIn, signIn } from './session.ts';

export interface Analyst extends SignedIn {
  call(method: Method, path: string, body?: unknown): Promise<LightMyRequestResponse>;
  /**
   * An operation on one package: `on(customerId, 'claim')`. A decision uses the current evidence version, and an approval opens
   * all documents first; with an explicit `seenVersion`, neither is done.
   */
  on(customerId: string, operation: string, body?: unknown): Promise<LightMyRequestResponse>;
  /** Reads the file of one document to its end. */
  openDocument(customerId: string, documentId: string | undefined): Promise<LightMyRequestResponse>;
  /** Opens every document of a package that can be opened and that this analyst has not opened yet. */
  openAll(customerId: string): Promise<void>;
}

/** The operations that name the evidence version. */
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
  const openDocument: Analyst['openDocument'] = (customerId, documentId) =>
    call('GET', `/packages/${customerId}/documents/${documentId}/file`);
  /** Undefined if the role may not read it. */
  async function read(customerId: string): Promise<PackageRecord | undefined> {
    return (await call('GET', `/packages/${customerId}`)).json().value ?? undefined;
  }
  async function open(found: PackageRecord | undefined): Promise<void> {
    // A package that is not queued cannot be decided, and documents opened then would not count.
    if (found === undefined || found.queue.queuedAt === null) return;
    const closed = found.documents.filter(
      (one) => one.status === 'Confirmed' && one.openedBy.every((by) => by.accountId !== person.accountId),
    );
    for (const { documentId } of closed) await openDocument(found.business.customerId, documentId);
  }
  async function decided(customerId: string, operation: string, body: object | undefined): Promise<object> {
    if (body !== undefined && 'seenVersion' in body) return body;
    const found = await read(customerId);
    const approves = operation === 'decisions' && body !== undefined && 'outcome' in body && body.outcome === 'Approve';
    const proposal = found?.decisions.find(({ decisionId }) => operation === `decisions/${decisionId}/confirm`);
    if (approves || (proposal?.outcome === 'Approve' && proposal.state === 'Proposed')) await open(found);
    // The role may not read the package, so it has seen no version.
    return { seenVersion: found?.evidenceVersion ?? 'nothing', ...body };
  }
  return {
    ...person,
    call,
    async on(customerId, operation, body) {
      const isDecision =
        DECISIONS.test(operation) && !Array.isArray(body) && (typeof body === 'object' || body === undefined);
      const sent = isDecision ? await decided(customerId, operation, body ?? undefined) : body;
      return call('POST', `/packages/${customerId}/${operation}`, sent);
    },
    openDocument,
    openAll: async (customerId) => open(await read(customerId)),
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
