// What the benchmarks of deliveries start: PostgreSQL, the receivers, a worker with the role webhooks, endpoints.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { clientIdOf } from '@onboarding/domain/partners';
import { secretBytes } from '@onboarding/domain/webhooks';
import { openKeyRing } from '@onboarding/platform/crypto';
import type pg from 'pg';
import { issueCertificate, makeAuthority } from '../certificate-authority.ts';
import type { Answered, Question } from './deliveries-receiver.ts';
import {
  type BenchDatabase,
  type BenchProcess,
  type BenchServers,
  connect,
  end,
  KEY_RING,
  startServers,
} from './servers.ts';

export const HEALTHY = 500;
export const HOLES = 100;
export const BACKLOGGED = 2_000;
/** One for all endpoints, so that the bare loop can sign as well. */
export const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const DOMAIN = 'r.example';

export interface Receivers {
  port: number;
  pid: number;
  caFile: string;
  ask(question: Question): Promise<Answered>;
  stop(): Promise<void>;
}

export interface Scene {
  servers: BenchServers;
  receivers: Receivers;
  /** A database with a connection as the owner. */
  makeDatabase(name: string): Promise<SceneDatabase>;
  /** Its only role is webhooks, unless the environment says otherwise. */
  startWorker(database: BenchDatabase, environment?: Record<string, string>): Promise<BenchProcess>;
  stop(): Promise<void>;
}

export interface SceneDatabase extends BenchDatabase {
  owner: pg.Client;
}

/** `settings`: lines for PostgreSQL's configuration. */
export async function openScene(settings: readonly string[] = []): Promise<Scene> {
  const servers = await startServers(settings);
  const receivers = await startReceivers();
  const owners: pg.Client[] = [];
  return {
    servers,
    receivers,
    async makeDatabase(name) {
      const database = await servers.makeDatabase(name);
      const owner = await connect(database.superuserUrl, { options: '-c search_path=onboarding' });
      owners.push(owner);
      return { ...database, owner };
    },
    startWorker(database, environment = {}) {
      const hosts = [...hostsOf('h', HEALTHY), ...hostsOf('hole', HOLES), ...hostsOf('b', BACKLOGGED)];
      const settings = {
        PORTAL_URL: 'https://portal.example',
        WORKER_ROLES: 'webhooks',
        LOG_LEVEL: 'warn',
        WEBHOOK_LOOPBACK_RECEIVERS: hosts.map((host) => `${host}=${receivers.port}`).join(','),
        NODE_EXTRA_CA_CERTS: receivers.caFile,
        ...environment,
      };
      // Warnings, to explain an odd figure.
      return servers.startWorker(database, settings, { log: join('.test', 'bench-worker.log') });
    },
    async stop() {
      for (const owner of owners) await owner.end();
      await servers.stop();
      await receivers.stop();
    },
  };
}

async function startReceivers(): Promise<Receivers> {
  const folder = await mkdtemp(join(resolve('.test'), 'bench-receivers-'));
  const authority = await makeAuthority(folder);
  const files = await issueCertificate(authority, { name: 'receivers', hosts: [`*.${DOMAIN}`] });
  const child = fork('scripts/bench/deliveries-receiver.ts', [files.certFile, files.keyFile]);
  const [{ port }] = await once(child, 'message');
  return {
    port,
    pid: child.pid ?? 0,
    caFile: authority.certFile,
    async ask(question) {
      const answer = once(child, 'message');
      child.send(question);
      return (await answer)[0];
    },
    async stop() {
      await end(child);
      await rm(folder, { recursive: true });
    },
  };
}

export function hostsOf(kind: 'h' | 'hole' | 'b', count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${kind}${index + 1}.${DOMAIN}`);
}

/** A partner with an endpoint for each host; returns the partners' ids. */
export async function makeEndpoints(database: SceneDatabase, hosts: readonly string[]): Promise<string[]> {
  const partnerIds = hosts.map(() => crypto.randomUUID());
  await database.owner.query(
    `insert into partners (partner_id, name, client_id, status, onboarding_status)
     select partner_id, 'Bench', client_id, 'Active', 'Approved'
     from unnest($1::uuid[], $2::text[]) as given (partner_id, client_id)`,
    [partnerIds, partnerIds.map((partnerId) => clientIdOf('Bench', partnerId))],
  );
  await addEndpoints(database, partnerIds, hosts);
  return partnerIds;
}

/** An endpoint at its own host for each partner. */
export async function addEndpoints(
  { owner }: SceneDatabase,
  partnerIds: readonly string[],
  hosts: readonly string[],
): Promise<void> {
  const keys = openKeyRing(KEY_RING);
  const secrets = partnerIds.map((partnerId) =>
    keys.seal('webhook secret', secretBytes(SECRET), `webhook-secret:${partnerId}`),
  );
  await owner.query(
    `with endpoint as (
       insert into webhook_endpoints (partner_id, url, secret, created_at, updated_at)
       select partner_id, 'https://' || host || '/hooks', secret, now() - interval '40 days', now()
       from unnest($1::uuid[], $2::text[], $3::bytea[]) as given (partner_id, host, secret)
     )
     insert into webhook_lanes (partner_id, status) select partner_id, 'Active' from unnest($1::uuid[]) partner_id`,
    [partnerIds, hosts, secrets],
  );
}

/** About as long as real events. */
export const EVENT_BODY = JSON.stringify({
  eventId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01',
  eventType: 'business.profile.updated',
  eventVersion: 1,
  occurredAt: '2026-11-15T08:00:00.000Z',
  partnerId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01',
  sequence: 12,
  correlation: {
    requestId: '0193a2b4-7c11-7d3f',
    customerId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01',
    partnerCustomerId: 'shop-4711',
  },
  data: {
    customerId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01',
    partnerCustomerId: 'shop-4711',
    verificationStatus: 'PendingVerification',
    version: 2,
    changedFields: ['website', 'addresses'],
  },
});

/** A UUIDv7 of a moment, in SQL. */
export const idAt = (at: string) =>
  `(substr(uuid_floor(${at})::text, 1, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid`;

/** Adds many events to the outbox at once: so many for each partner, one partner after the other. */
export async function queueEvents(
  { owner }: SceneDatabase,
  partnerIds: readonly string[],
  each: number,
): Promise<void> {
  await owner.query(
    `with made as (
       insert into events (partner_id, event_id, event_type, event_version, occurred_at, body)
       select partner_id, ${idAt('now()')}, 'business.profile.updated', 1, now(), $3
       from unnest($1::uuid[]) partner_id, generate_series(1, $2) returning event_id, partner_id
     ) insert into event_outbox (event_id, partner_id) select event_id, partner_id from made`,
    [partnerIds, each, EVENT_BODY],
  );
}
