import { expect, test } from 'vitest';
import { createLinkMaker, signedByLibrary } from './links.ts';
import { clientOf } from './store.ts';

const bucket = 'documents';
const account = {
  region: 'eu-central-1',
  bucket,
  keptBucket: 'kept',
  quarantineBucket: 'quarantine',
  accessKey: 'key',
  secretKey: 'secret',
};

test.each([
  ['AWS itself', undefined],
  ['a server with a port', 'http://127.0.0.1:9000'],
  ['a server without a port', 'https://s3.example'],
  ['a server behind a path', 'https://files.example/s3/'],
])('a link to %s is identical to the one the library signs', async (_, endpoint) => {
  const client = clientOf(account, endpoint);
  const make = createLinkMaker(client, bucket);
  for (const [key, contentType] of [
    ['documents/a/b/Other.pdf', 'application/pdf'],
    ["odd/ä ö(1)!'*+&=%/x.png", 'image/png'],
  ] as const) {
    for (const at of [new Date('2026-03-01T00:00:00Z'), new Date('2026-12-31T23:59:59.999Z')]) {
      const link = { key, contentType, at, validSeconds: 1800 };
      expect(await make(link)).toBe(await signedByLibrary(client, bucket, link));
    }
  }
  client.destroy();
});
