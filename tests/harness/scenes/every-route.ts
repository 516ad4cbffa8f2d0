// The scene for the test of every route: a partner with a customer, other partners, and APIs with a fault each.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { TokenRoute } from '../../../apps/api/src/http/route.ts';
import { startTestApi, type TestApi } from '../api.ts';
import { newReference, validBody } from '../bodies.ts';
import { cloneDatabase, type TestDatabase } from '../database.ts';
import { loseCommitsAfter } from '../injected-faults.ts';

export interface Scene {
  database: TestDatabase;
  api: TestApi;
  /** Its database fails every statement with an unexpected error; is too busy; loses its connection during commit. */
  faulty: TestApi;
  busy: TestApi;
  losing: TestApi;
  /** Allows one request of a kind per second. */
  limited: TestApi;
  /** The daily upload quota is used up. */
  full: TestApi;
  customerId: string;
  reference: string;
  /** A document of this customer whose link expired unused, and one of another customer of the partner. */
  expired: string;
  linkedElsewhere: string;
  close(): Promise<void>;
}

export async function setScene(): Promise<Scene> {
  const database = await cloneDatabase();
  const api = await startTestApi(database);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const faulty = await startTestApi(database, {
    beforeStatement: failAt('partner_enter', new Error('a fault of ours')),
  });
  const busy = await startTestApi(database, { beforeStatement: failAt('partner_enter', withCode('57014')) });
  // What is read before an upload link is issued is no outcome.
  const lose = loseCommitsAfter('partner_enter', { butNot: 'documents_open_links' });
  const losing = await startTestApi(database, { beforeStatement: lose });
  const limited = await startTestApi(database, { limits: { reads: 1, writes: 1, 'upload-links': 1 } });
  const full = await startTestApi(database, { uploadBytesPerDay: 0 });
  const reference = newReference();
  const created = await api.create(validBody({ partnerCustomerId: reference }));
  const other = await api.create(validBody());
  return {
    database,
    api,
    faulty,
    busy,
    losing,
    limited,
    full,
    customerId: created.json().value.customerId,
    reference,
    expired: await expiredFor(api, database, created.json().value.customerId),
    linkedElsewhere: await linkFor(api, other.json().value.customerId),
    async close() {
      for (const one of [api, faulty, busy, losing, limited, full]) await one.close();
      await database.close();
    },
  };
}

async function expiredFor(api: TestApi, { owner }: TestDatabase, customerId: string): Promise<string> {
  const documentId = await linkFor(api, customerId);
  await owner.query(`update documents set status = 'Expired' where document_id = $1`, [documentId]);
  return documentId;
}

async function linkFor(api: TestApi, customerId: string): Promise<string> {
  const path = `/partner/v1/business-profiles/${customerId}/documents/upload-link`;
  const body = { documentCategory: 'TaxCertificate', contentType: 'image/png' };
  return (await api.call('POST', path, { body })).json().value.documentId;
}

const withCode = (code: string) => Object.assign(new Error('injected'), { code });

function failAt(statement: string, error: Error): (name: string) => void {
  return (name) => {
    if (name === statement) throw error;
  };
}

export interface Sending {
  path?: string;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** null: no token. */
  token?: string | null;
  through?: TestApi;
}

/** A request of this route that would succeed, apart from the given changes. */
export async function send(scene: Scene, route: TokenRoute, sending: Sending = {}): Promise<LightMyRequestResponse> {
  const api = sending.through ?? scene.api;
  // Each API has its own keys, but all accept the first one's partner.
  const token = sending.token === undefined ? await api.issuer.token(scene.api.partner) : sending.token;
  const body = 'body' in sending ? sending.body : usualBody(scene, route);
  const request: InjectOptions = {
    method: route.method,
    url: `/api${sending.path ?? pathOf(scene, route)}${sending.query ?? usualQuery(route)}`,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...jsonType(body), ...sending.headers },
  };
  if (body !== undefined) request.payload = typeof body === 'string' ? body : JSON.stringify(body);
  return api.app.inject(request);
}

const jsonType = (body: unknown): Record<string, string> =>
  body === undefined ? {} : { 'content-type': 'application/json' };

export function pathOf(scene: Scene, route: Pick<TokenRoute, 'path'>, customerId = scene.customerId): string {
  return route.path
    .replace('{customerId}', customerId)
    .replace('{businessProfileId}', customerId)
    .replace('{partnerCustomerId}', scene.reference);
}

/** The required query of a route. */
export function usualQuery(route: TokenRoute): string {
  return route.operationId === 'listIdentityRequirements' ? '?countryCode=NGA' : '';
}

export function usualBody(scene: Scene, route: TokenRoute): Record<string, unknown> | undefined {
  if (route.body === undefined) return undefined;
  const example = route.body.example as Record<string, unknown>;
  if (route.operationId === 'postUploadLink') return example;
  if (route.method === 'POST') return { ...example, partnerCustomerId: newReference() };
  return {
    ...example,
    partnerCustomerId: scene.reference,
    ...(route.method === 'PUT' ? { customerId: scene.customerId } : {}),
  };
}

/** Sends something that is not HTTP to the path of the route. */
export async function sendGarbage(scene: Scene, route: TokenRoute): Promise<LightMyRequestResponse> {
  const [address] = scene.api.app.addresses();
  if (typeof address !== 'object') throw new Error('The API has no port');
  const socket = connect(address.port, '127.0.0.1');
  socket.write(`${route.method} /api${pathOf(scene, route)} HTTP/1.1\r\nHost: x\r\nno header at all\r\n\r\n`);
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const answer = { statusCode: Number(head.split(' ')[1]), body, json: () => JSON.parse(body), headers: {} };
  // Contains only the parts of a response that the test checks.
  return answer as unknown as LightMyRequestResponse;
}

/** Two requests with one key, the second while a table lock blocks the first. */
export async function sendWhileRunning(scene: Scene, route: TokenRoute): Promise<LightMyRequestResponse> {
  const { owner } = scene.database;
  for (;;) {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = usualBody(scene, route);
    await owner.query('begin');
    await owner.query('lock table customers in exclusive mode');
    let over = false;
    const first = send(scene, route, { body, headers }).finally(() => {
      over = true;
    });
    try {
      for (let holders = 0; holders === 0 && !over; await delay(5)) {
        const { rows } =
          await owner.query(`select count(*)::int as holders from pg_locks l join pg_database d on d.oid = l.database
          where l.locktype = 'advisory' and l.granted and d.datname = current_database()`);
        holders = rows[0].holders;
      }
      const second = await send(scene, route, { body, headers });
      // The first waits a few seconds for the lock. If a slow machine took longer, both are sent again.
      if (!over) return second;
    } finally {
      await owner.query('rollback');
      await first;
    }
  }
}
