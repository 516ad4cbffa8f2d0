// A real S3 server and a real virus scanner for one test.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { StorageOptions } from '@onboarding/platform/s3';
import { prepareStorage } from '@onboarding/platform/s3';
import { freePort } from '../../../scripts/free-port.ts';
import { CEPH_USERS, startCeph } from '../../../scripts/servers/ceph-server.ts';
import { type ClamdServer, startClamd } from '../../../scripts/servers/clamd-server.ts';
import { NO_STORAGE } from '../no-storage.ts';

export interface TestStorage {
  options: StorageOptions & { accessKey: string; secretKey: string };
  /** The gateway with the API of notifications, if the server was started with `eventsTo`. */
  topicsUrl: string | undefined;
  /** Runs an administrator's command with radosgw-admin. */
  administer(...words: string[]): Promise<void>;
  close(): Promise<void>;
}

/** `eventsTo`: where the server sends its events; defaults to nowhere. */
export async function startStorage(eventsTo?: string): Promise<TestStorage> {
  const directory = await mkdtemp(join(tmpdir(), 'ceph-'));
  const { accessKey, secretKey, links } = NO_STORAGE;
  const keys = { accessKey, secretKey, links };
  const topicsPort = eventsTo === undefined ? undefined : await freePort();
  const ports = { port: await freePort(), monitorPort: await freePort(), topicsPort };
  const server = await startCeph({ directory, ...ports, durable: false, ...keys }).catch(async (error: unknown) => {
    await rm(directory, { recursive: true, force: true });
    throw error;
  });
  const options = {
    endpoint: server.url,
    region: 'us-east-1',
    bucket: 'documents',
    keptBucket: 'kept',
    quarantineBucket: 'quarantine',
    ...keys,
  };
  const close = async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    // Ceph starts to push stored events only half a minute after its start.
    const { topicsUrl: topicsEndpoint } = server;
    const plan = { ...options, users: CEPH_USERS, eventsTo, topicsEndpoint, eventsKept: false };
    await prepareStorage(plan);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    options,
    topicsUrl: server.topicsUrl,
    async administer(...words) {
      const env = { ...process.env, CEPH_CONF: join(directory, 'ceph.conf') };
      await promisify(execFile)('radosgw-admin', words, { env });
    },
    close,
  };
}

export interface TestScanner {
  host: string;
  port: number;
  kill(): void;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function startScanner(): Promise<TestScanner> {
  const directory = await mkdtemp(join(tmpdir(), 'clamd-'));
  const port = await freePort();
  let server: ClamdServer = await startClamd({ directory, port });
  return {
    host: '127.0.0.1',
    port,
    kill: () => server.kill(),
    async start() {
      await server.stop();
      server = await startClamd({ directory, port });
    },
    async close() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const customerKey = Buffer.alloc(32, 7);
/** Headers of an upload that only its uploader can read. */
export const SEALING = {
  'x-amz-server-side-encryption-customer-algorithm': 'AES256',
  'x-amz-server-side-encryption-customer-key': customerKey.toString('base64'),
  'x-amz-server-side-encryption-customer-key-md5': createHash('md5').update(customerKey).digest('base64'),
};
