// Against a real S3 server, because those written for tests accept what a real one refuses.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../../tests/harness/process.ts';
import { startStorage, type TestStorage } from '../../../../tests/harness/storage.ts';
import { type ObjectStore, openObjectStore, prepareStorage } from './index.ts';

const PDF = 'application/pdf';
let storage: TestStorage;
let store: ObjectStore;
beforeAll(async () => {
  storage = await startStorage();
  store = openObjectStore(storage.options);
});
afterAll(async () => {
  store.close();
  await storage.close();
});

const link = (key: string, at = new Date()) => store.uploadLink({ key, contentType: PDF, at, validSeconds: 1800 });
const put = (url: string, body: string, headers: Record<string, string> = { 'content-type': PDF }) =>
  fetch(url, { method: 'PUT', body: Buffer.from(body), headers });
async function textOf(key: string, versionId: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of (await store.read(key, versionId)) ?? []) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('an upload link', () => {
  test('signs host and content type, and carries no checksum', async () => {
    const { searchParams } = new URL(await link('a/signed.pdf'));
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host');
    expect(searchParams.get('X-Amz-Expires')).toBe('1800');
    expect([...searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  });

  test('takes the file of its type', async () => {
    expect((await put(await link('a/good.pdf'), 'hello')).status).toBe(200);
    const found = await store.find('a/good.pdf');
    expect(found).toMatchObject({ sizeBytes: 5 });
    expect(Math.abs(Date.now() - (found?.lastModified.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test.each([
    ['another type', async () => put(await link('a/bad.pdf'), 'x', { 'content-type': 'image/png' })],
    ['no type', async () => put(await link('a/bad.pdf'), 'x', {})],
    ['another key', async () => put((await link('a/good.pdf')).replace('good', 'bad'), 'x')],
    ['a later end', async () => put((await link('a/bad.pdf')).replace('Expires=1800', 'Expires=9999'), 'x')],
    ['31 minutes too late', async () => put(await link('a/bad.pdf', new Date(Date.now() - 31 * 60_000)), 'x')],
  ])('is refused by the storage with %s', async (_, upload) => {
    expect((await upload()).status).toBe(403);
    expect(await store.find('a/bad.pdf')).toBeUndefined();
  });
});

describe('versions', () => {
  test('a later upload does not change what the pinned version gives', async () => {
    const url = await link('a/pinned.pdf');
    await put(url, 'first');
    const pinned = await store.find('a/pinned.pdf');
    await put(url, 'second');
    const versionId = pinned?.versionId ?? '';
    expect(await textOf('a/pinned.pdf', versionId)).toBe('first');
    const read = await store.readLink({
      key: 'a/pinned.pdf',
      versionId,
      contentType: PDF,
      fileName: 'My "file".pdf',
      at: new Date(),
      validSeconds: 60,
    });
    const answer = await fetch(read);
    expect(await answer.text()).toBe('first');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="My__file_.pdf"');
  });

  test('what is opened tells the same as what is found, and stays the same when another is uploaded meanwhile', async () => {
    const url = await link('a/opened.pdf');
    await put(url, 'first');
    const found = await store.find('a/opened.pdf');
    const opened = await store.open('a/opened.pdf');
    await put(url, 'second');
    const parts: Uint8Array[] = [];
    for await (const part of opened?.bytes ?? []) parts.push(part);
    expect(opened).toMatchObject({ ...found });
    expect(Buffer.concat(parts).toString()).toBe('first');
    opened?.close();
    expect(await store.open('a/never.pdf')).toBeUndefined();
  });

  test('what is opened and not read gives its connection back', async () => {
    await put(await link('a/unread.pdf'), 'x'.repeat(1_000_000));
    // More than there are connections.
    for (let times = 0; times < 100; times++) (await store.open('a/unread.pdf'))?.close();
    expect(await store.find('a/unread.pdf')).toMatchObject({ sizeBytes: 1_000_000 });
  });

  test('a link for reading ends with its time, and shows neither another version nor another type', async () => {
    await put(await link('a/read.pdf'), 'first');
    const { versionId = '' } = (await store.find('a/read.pdf')) ?? {};
    const readAt = (at: Date) =>
      store.readLink({ key: 'a/read.pdf', versionId, contentType: PDF, fileName: 'x.pdf', at, validSeconds: 60 });
    const url = await readAt(new Date());
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, PDF]);
    expect((await fetch(await readAt(new Date(Date.now() - 62_000)))).status).toBe(403);
    expect((await fetch(url.replace(/versionId=[^&]+/, 'versionId=null'))).status).toBe(403);
    expect((await fetch(url.replace('application%2Fpdf', 'text%2Fhtml'))).status).toBe(403);
  });

  test('an object is removed with all of them, and another whose key it begins stays', async () => {
    const url = await link('a/gone');
    await put(url, 'one');
    await put(url, 'two');
    await put(await link('a/gone-not'), 'stays');
    const { versionId = '' } = (await store.find('a/gone')) ?? {};
    await store.remove('a/gone');
    await store.remove('a/gone');
    expect(await store.read('a/gone', versionId)).toBeUndefined();
    expect(await store.find('a/gone')).toBeUndefined();
    expect(await store.find('a/gone-not')).toBeDefined();
  });

  test('a quarantined object is out of reach of its links, and quarantining can be repeated', async () => {
    const url = await link('a/virus.pdf');
    await put(url, 'bad');
    const found = await store.find('a/virus.pdf');
    await store.quarantine('a/virus.pdf', found?.versionId ?? '');
    await store.quarantine('a/virus.pdf', found?.versionId ?? '');
    expect(await store.find('a/virus.pdf')).toBeUndefined();
    const other = openObjectStore({ ...storage.options, bucket: storage.options.quarantineBucket });
    const read = await other.readLink({
      key: 'a/virus.pdf',
      versionId: 'null',
      contentType: PDF,
      fileName: 'x',
      at: new Date(),
      validSeconds: 60,
    });
    expect(await (await fetch(read)).text()).toBe('bad');
    other.close();
  });
});

describe('preparing again', () => {
  test('finds what is there', async () => {
    const done = await prepareStorage({ ...storage.options, eventsTo: 'http://127.0.0.1:9/' });
    expect(done.filter((line) => line.includes('there already'))).toHaveLength(2);
  });

  test('with another address leads events there, each once, and keeps the address whole', async () => {
    const heard: { url: string | undefined; keys: string[] }[] = [];
    const intake = createServer(async (request, response) => {
      const { Records } = JSON.parse((await buffer(request)).toString());
      heard.push({
        url: request.url,
        keys: Records.map((one: { s3: { object: { key: string } } }) => one.s3.object.key),
      });
      response.end();
    }).listen(0, '127.0.0.1');
    await once(intake, 'listening');
    const address = intake.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    try {
      for (const token of ['first', 'second']) {
        await prepareStorage({
          ...storage.options,
          eventsTo: `http://127.0.0.1:${port}/in?token=${token}&more=1`,
          eventsKept: false,
        });
      }
      await put(await link('a/told-1.pdf'), 'x');
      await put(await link('a/told-2.pdf'), 'x');
      const keys = () => heard.flatMap((one) => one.keys);
      await until(async () => keys().includes('a/told-1.pdf') && keys().includes('a/told-2.pdf'), 'both are told');
      expect(keys().toSorted()).toEqual(['a/told-1.pdf', 'a/told-2.pdf']);
      expect(new Set(heard.map(({ url }) => url))).toEqual(new Set(['/in?token=second&more=1']));
    } finally {
      intake.closeAllConnections();
      intake.close();
    }
  });
});
