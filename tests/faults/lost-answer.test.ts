// The worst case: the database has committed, and the connection breaks before its answer arrives.
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { validBody } from '../harness/bodies.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';

let database: TestDatabase;
let api: TestApi;
let line: Line;

beforeAll(async () => {
  database = await cloneDatabase();
  line = await openLine(Number(new URL(database.appUrl).port));
  const appUrl = new URL(database.appUrl);
  appUrl.port = String(line.port);
  api = await startTestApi({ ...database, appUrl: appUrl.toString() });
});
afterAll(async () => {
  await api.close();
  await line.close();
  await database.close();
});

interface Line {
  port: number;
  /**
   * The next COMMIT after this text on the same connection reaches the server, but the connection is cut before its answer
   * returns. Other commits pass, such as those of reference data.
   */
  loseCommitAfter(text: string): void;
  lost(): number;
  close(): Promise<void>;
}

/** A proxy to the database that can cut the connection between a COMMIT and its answer. */
async function openLine(serverPort: number): Promise<Line> {
  let armed: string | undefined;
  let lost = 0;
  const server: Server = createServer((near) => {
    const far = connect(serverPort, '127.0.0.1');
    let chosen = false;
    let cutting = false;
    near.on('data', (chunk) => {
      if (armed !== undefined && chunk.includes(armed)) {
        armed = undefined;
        chosen = true;
      }
      if (chosen && chunk.includes('commit\0')) cutting = true;
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (!cutting) {
        near.write(chunk);
        return;
      }
      // The server has answered COMMIT, but the answer is dropped.
      if (chunk.includes('COMMIT\0')) lost++;
      near.destroy();
      far.destroy();
    });
    near.on('error', () => {}).on('close', () => far.destroy());
    far.on('error', () => {}).on('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    port: address.port,
    loseCommitAfter(text) {
      armed = text;
    },
    lost: () => lost,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}

test('a create with an Idempotency-Key still gets its response and creates one customer', async () => {
  const body = validBody();
  const before = await database.countRows();
  line.loseCommitAfter(body.partnerCustomerId);
  const answer = await api.create(body, { 'idempotency-key': 'lost' });
  expect(line.lost()).toBe(1);
  expect(answer.statusCode).toBe(200);
  expect(answer.json().value.partnerCustomerId).toBe(body.partnerCustomerId);
  const after = await database.countRows();
  expect(after.customers).toBe((before.customers ?? 0) + 1);
  expect(after.events).toBe((before.events ?? 0) + 2);

  const stored = await database.owner.query(
    'select replay_count from idempotency_keys where partner_id = $1 and key = $2',
    [api.partner.partnerId, 'lost'],
  );
  expect(stored.rows, 'the answer was found, and finding it wrote, so that its commit waits for the standby').toEqual([
    { replay_count: 1 },
  ]);
});

test('a create without a key gets Service.OutcomeUnknown, and the caller finds the customer by its reference', async () => {
  const body = validBody();
  line.loseCommitAfter(body.partnerCustomerId);
  const answer = await api.create(body);
  expect(line.lost()).toBe(2);
  expect(answer.statusCode).toBe(503);
  expect(answer.json().error.code).toBe('Service.OutcomeUnknown');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);

  const found = await api.call('GET', `/partner/v1/business-profiles/by-reference/${body.partnerCustomerId}`);
  expect(found.statusCode).toBe(200);
  const repeated = await api.create(body);
  expect(repeated.statusCode).toBe(409);
  expect(repeated.json().error.message).toContain(found.json().value.customerId);
});

test('a read is retried transparently', async () => {
  const body = validBody();
  await api.create(body);
  line.loseCommitAfter(body.partnerCustomerId);
  const found = await api.call('GET', `/partner/v1/business-profiles/by-reference/${body.partnerCustomerId}`);
  expect(line.lost()).toBe(3);
  expect(found.statusCode).toBe(200);
});
