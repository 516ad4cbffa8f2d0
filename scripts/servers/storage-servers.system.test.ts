// The S3 server and the virus scanner as the stack uses them: found again, moved, stopped, and reported if missing.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openObjectStore, prepareStorage } from '@onboarding/platform/s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../free-port.ts';
import { CEPH_USERS, findCeph, startCeph } from './ceph-server.ts';
import { findClamd, startClamd } from './clamd-server.ts';
import { waitFor } from './processes.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'servers-'));
});
afterAll(async () => {
  await (await findCeph(join(directory, 'ceph')))?.stop();
  await (await findClamd(join(directory, 'clamd')))?.stop();
  await rm(directory, { recursive: true, force: true });
});

const EVENTS_WITHIN_MS = 120_000;
const keys = {
  accessKey: 'testaccess',
  secretKey: 'testsecret-testsecret',
  links: { accessKey: 'testlinks', secretKey: 'testlinks-secret-testlinks' },
};
const start = async (name = 'ceph', topicsPort?: number) =>
  startCeph({
    directory: join(directory, name),
    port: await freePort(),
    monitorPort: await freePort(),
    topicsPort,
    durable: true,
    ...keys,
  });
const optionsAt = (endpoint: string) => ({
  endpoint,
  region: 'us-east-1',
  bucket: 'documents',
  keptBucket: 'kept',
  quarantineBucket: 'quarantine',
  ...keys,
});
/** As an uploader does. */
async function upload(endpoint: string, key: string): Promise<void> {
  const store = openObjectStore(optionsAt(endpoint));
  const contentType = 'application/pdf';
  const link = await store.uploadLink({ key, contentType, at: new Date(), validSeconds: 60 });
  const { status } = await fetch(link, { method: 'PUT', body: 'kept', headers: { 'content-type': contentType } });
  expect(status).toBe(200);
  store.close();
}

describe('the S3 server', () => {
  test('keeps its objects across restarts, even on other ports', async () => {
    const first = await start();
    await prepareStorage({ ...optionsAt(first.url), users: CEPH_USERS });
    await upload(first.url, 'incoming/kept');

    await first.stop();
    expect(await findCeph(join(directory, 'ceph'))).toBeUndefined();
    const second = await start();
    expect(second.port).not.toBe(first.port);
    const again = openObjectStore(optionsAt(second.url));
    expect(await again.find('incoming/kept')).toMatchObject({ sizeBytes: 4 });
    again.close();
  });

  test('is found again while it runs, by its directory', async () => {
    const running = await findCeph(join(directory, 'ceph'));
    expect(running).toMatchObject({ pid: expect.any(Number), started: false });
    expect(await findCeph(join(directory, 'elsewhere'))).toBeUndefined();
  });

  test('stores events until they are accepted, although uploaders reach a gateway without topics', async () => {
    const told: string[] = [];
    let isOpen = false;
    const receiver = createServer(async (request, response) => {
      if (isOpen) told.push(Buffer.concat(await request.toArray()).toString());
      response.writeHead(isOpen ? 204 : 503).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const server = await start('two-gateways', await freePort());
    try {
      const eventsTo = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
      await prepareStorage({
        ...optionsAt(server.url),
        users: CEPH_USERS,
        eventsTo,
        topicsEndpoint: server.topicsUrl,
      });
      await upload(server.url, 'incoming/told');
      await upload(server.url, 'incoming/told-too');
      isOpen = true;
      const keysTold = () => new Set(told.map((event) => JSON.parse(event).Records[0].s3.object.key));
      // A gateway starts to use new queues every half a minute.
      expect(await waitFor(async () => keysTold().size === 2, EVENTS_WITHIN_MS)).toBe(true);
      expect(keysTold()).toEqual(new Set(['incoming/told', 'incoming/told-too']));
    } finally {
      await server.stop();
      receiver.close();
    }
  });

  test('if not installed, is reported with the command that installs it', async () => {
    vi.stubEnv('PATH', '/nowhere');
    const place = { directory: join(directory, 'none'), port: await freePort(), monitorPort: await freePort() };
    await expect(startCeph({ ...place, durable: false, ...keys })).rejects.toThrow(
      /^monmaptool is not installed: apt-get install .* ceph-mon ceph-osd radosgw ceph-common$/,
    );
    vi.unstubAllEnvs();
  });
});

test('a running scanner is found again, moves to another port on request, and is not found once it has stopped', async () => {
  const place = join(directory, 'clamd');
  const port = await freePort();
  const first = await startClamd({ directory: place, port });
  expect(first.started).toBe(true);
  expect(await startClamd({ directory: place, port })).toMatchObject({ pid: first.pid, started: false });
  const moved = await startClamd({ directory: place, port: await freePort() });
  expect(moved.pid).not.toBe(first.pid);
  expect(await findClamd(place)).toMatchObject({ pid: moved.pid, port: moved.port });
  await moved.stop();
  expect(await findClamd(place)).toBeUndefined();
});
