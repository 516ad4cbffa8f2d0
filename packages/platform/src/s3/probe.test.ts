import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { NO_STORAGE } from '../../../../tests/harness/no-storage.ts';
import { createStorageProbe } from './probe.ts';

test('a storage answers if it knows the bucket and accepts the keys', async () => {
  let status = 200;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const probe = createStorageProbe({ ...NO_STORAGE, endpoint: `http://127.0.0.1:${port}` });
  try {
    expect(await probe.answers()).toBe(true);
    for (status of [403, 404]) expect(await probe.answers()).toBe(false);
    expect(new Set(asked)).toEqual(new Set([`HEAD /${NO_STORAGE.bucket}/`]));
  } finally {
    probe.close();
    server.closeAllConnections();
    server.close();
  }
  const away = createStorageProbe(NO_STORAGE);
  expect(await away.answers()).toBe(false);
  away.close();
});
