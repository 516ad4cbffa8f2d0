import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { PATIENCE_MS } from '../../../../tests/harness/patience.ts';
import {
  type MemoryStorage,
  type StorageRequest,
  startMemoryStorage,
} from '../../../../tests/harness/servers/memory-storage.ts';
import { createLogger } from '../logger/index.ts';
import { checkProtection, prepareStorage, requireProtection, StorageOpen } from './index.ts';

const users = { links: 'arn:aws:iam:::user/links', services: ['arn:aws:iam:::user/service'] };
const LINKS = 'testlinks';
const SERVICE = 'testaccess';
let storage: MemoryStorage;
let prepared: [string, Map<string, string>][];
beforeAll(async () => {
  storage = await startMemoryStorage();
  await prepareStorage({ ...storage.options, users });
  prepared = [...storage.buckets].map(([name, { settings }]) => [name, new Map(settings)]);
});
beforeEach(() => {
  storage.reset();
  for (const [name, settings] of prepared) storage.addBucket(name, Object.fromEntries(settings));
  storage.refuse(refusedToLinks);
});
afterAll(() => storage.close());

/** What the key that signs links must not do: everything except a plain upload below incoming/. */
function refusedToLinks({ by, method, bucket, key, headers }: StorageRequest): [number, string] | undefined {
  if (by !== LINKS || bucket === '') return undefined;
  const isPlain = headers['x-amz-copy-source'] === undefined && headers['x-amz-acl'] === undefined;
  if (method === 'PUT' && bucket === 'documents' && key.startsWith('incoming/') && isPlain) return undefined;
  return [403, 'AccessDenied'];
}

const signal = () => AbortSignal.timeout(PATIENCE_MS);
const check = (changes: Partial<MemoryStorage['options']> = {}) =>
  checkProtection({ ...storage.options, ...changes }, signal());
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const leftovers = () => ['documents', 'kept', 'quarantine'].flatMap((name) => storage.contents(name));
const setSetting = (bucket: string, name: string, value: string | undefined) => {
  const { settings } = storage.buckets.get(bucket) ?? {};
  if (value === undefined) settings?.delete(name);
  else settings?.set(name, value);
};

describe('the check of the key for links', () => {
  test('passes if the key can only upload, tries everything with this key, and leaves nothing behind', async () => {
    await check();
    const tried = storage.requests.filter(({ by, bucket }) => by === LINKS && bucket !== '');
    expect(
      tried.map(({ method, bucket, key, query, headers }) => {
        const place = key === '' ? '' : `/${key.replace(/-[0-9a-f-]{36}/, '')}`;
        const how = [
          query.has('uploads') ? 'parts' : '',
          query.has('partNumber') ? 'part' : '',
          headers['x-amz-acl'] ?? '',
          String(headers['x-amz-copy-source'] ?? '').replace(/-[0-9a-f-]{36}/, ''),
          headers['x-amz-copy-source-range'] ?? '',
        ];
        return [`${method} ${bucket}${place}`, ...how].filter((part) => part !== '').join(' ');
      }),
    ).toEqual([
      'GET documents/incoming/start-up-check',
      'GET documents',
      'PUT documents/incoming/start-up-check public-read',
      'PUT documents/start-up-check',
      'POST documents/incoming/start-up-check parts',
      'GET kept/start-up-check',
      'GET kept',
      'PUT kept/start-up-check',
      'PUT documents/incoming/start-up-check',
      ...['documents/incoming/start-up-check', 'kept/start-up-check'].flatMap((source) => [
        `PUT documents/incoming/start-up-check-copy /${source}`,
        `PUT documents/incoming/start-up-check-copy /${source} bytes=0-4`,
        `PUT documents/incoming/start-up-check-copy part ${source} bytes=0-1`,
      ]),
    ]);
    const topics = storage.requests.filter(({ bucket }) => bucket === '');
    expect(topics.map(({ by, body }) => [by, new URLSearchParams(body.toString()).get('Action')])).toEqual(
      ['ListTopics', 'GetTopicAttributes', 'CreateTopic'].map((action) => [LINKS, action]),
    );
    expect(leftovers()).toEqual([]);
  });

  test.each<[string, (request: StorageRequest) => boolean]>([
    [
      'read objects in documents',
      ({ method, bucket, key }) => method === 'GET' && bucket === 'documents' && key !== '',
    ],
    [
      'list objects in documents',
      ({ method, bucket, key }) => method === 'GET' && bucket === 'documents' && key === '',
    ],
    ['make an object public in documents', ({ headers }) => headers['x-amz-acl'] !== undefined],
    ['write beside incoming/ in documents', ({ bucket, key }) => bucket === 'documents' && key === 'start-up-check'],
    ['upload in parts to documents', ({ query }) => query.has('uploads')],
    ['read objects in kept', ({ method, bucket, key }) => method === 'GET' && bucket === 'kept' && key !== ''],
    ['list objects in kept', ({ method, bucket, key }) => method === 'GET' && bucket === 'kept' && key === ''],
    ['write to kept', ({ method, bucket }) => method === 'PUT' && bucket === 'kept'],
    ['copy objects of documents by a link:', ({ headers }) => isCopyOf('/documents/', headers, false)],
    ['copy objects of documents by a link, with a range:', ({ headers }) => isCopyOf('/documents/', headers, true)],
    ['copy objects of kept by a link:', ({ headers }) => isCopyOf('/kept/', headers, false)],
    ['copy objects of kept by a link, with a range:', ({ headers }) => isCopyOf('/kept/', headers, true)],
    ['copy parts of objects of documents', ({ headers }) => isCopyOf('documents/', headers, true)],
    ['copy parts of objects of kept', ({ headers }) => isCopyOf('kept/', headers, true)],
  ])('fails if it may %s', async (what, isAllowed) => {
    storage.refuse((request) => (isAllowed(request) ? undefined : refusedToLinks(request)));
    const failure = await failureOf(check());
    expect(failure).toBeInstanceOf(StorageOpen);
    expect(String(failure)).toContain(`S3_LINK_ACCESS_KEY may ${what}`);
  });

  const isCopyOf = (place: string, headers: StorageRequest['headers'], ranged: boolean) =>
    String(headers['x-amz-copy-source'] ?? '').startsWith(place) &&
    (headers['x-amz-copy-source-range'] !== undefined) === ranged;

  test.each([
    ['list topics', 'ListTopics', '<ListTopicsResponse/>'],
    ['read topics', 'GetTopicAttributes', '<GetTopicAttributesResponse/>'],
    ['create topics', 'CreateTopic', '<CreateTopicResponse/>'],
  ])('fails if it may %s', async (what, action, answer) => {
    const open = await startMemoryStorage(() => answer);
    for (const [name, settings] of prepared) open.addBucket(name, Object.fromEntries(settings));
    open.refuse((request) => {
      if (request.bucket !== '') return refusedToLinks(request);
      return request.body.toString().includes(action) ? undefined : [403, 'AuthorizationError'];
    });
    try {
      const failure = await failureOf(checkProtection(open.options, signal()));
      expect(failure).toBeInstanceOf(StorageOpen);
      expect(String(failure)).toContain(`S3_LINK_ACCESS_KEY may ${what}`);
      expect(String(failure)).toContain('rgw_enable_apis');
    } finally {
      await open.close();
    }
  });

  const uploads = ({ by, method, key, headers }: StorageRequest) =>
    by === LINKS &&
    method === 'PUT' &&
    key.startsWith('incoming/') &&
    Object.keys(headers).every((name) => !/copy|acl/.test(name));
  test.each<[string, (request: StorageRequest) => [number, string] | undefined, string]>([
    [
      'is unknown',
      ({ by }) => (by === LINKS ? [403, 'InvalidAccessKeyId'] : undefined),
      'does not know S3_LINK_ACCESS_KEY',
    ],
    [
      'has another secret',
      ({ by }) => (by === LINKS ? [403, 'SignatureDoesNotMatch'] : undefined),
      'does not know S3_LINK_ACCESS_KEY',
    ],
    [
      'may not upload',
      (one) => (uploads(one) ? [403, 'AccessDenied'] : refusedToLinks(one)),
      'S3_LINK_ACCESS_KEY may not upload below incoming/',
    ],
    [
      'is right, but our own may not keep',
      (one) => (one.by === SERVICE && one.method === 'PUT' ? [403, 'AccessDenied'] : refusedToLinks(one)),
      'S3_ACCESS_KEY may not write to kept',
    ],
  ])('fails with an explanation if it %s', async (_, rule, words) => {
    storage.refuse(rule);
    const failure = await failureOf(check());
    expect(failure).toBeInstanceOf(StorageOpen);
    expect(String(failure)).toContain(words);
    expect(leftovers()).toEqual([]);
  });

  test('is not a finding but a failure if the storage fails', async () => {
    storage.refuse(({ by }) => (by === LINKS ? [501, 'NotImplemented'] : undefined));
    expect(await failureOf(check())).toBeInstanceOf(StorageOpen);
    storage.refuse(({ by }) => (by === LINKS ? [505, 'Broken'] : undefined));
    const failure = await failureOf(check());
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(StorageOpen);
  });

  test('tries nothing without a key for links, or in a process that only reads', async () => {
    await check({ readOnly: true });
    const { links: _, ...unlinked } = storage.options;
    await checkProtection(unlinked, signal());
    expect(storage.requests.filter(({ by, method }) => by === LINKS || method !== 'GET')).toEqual([]);
  });
});

const block = (...off: string[]) =>
  `<PublicAccessBlockConfiguration>${['IgnorePublicAcls', 'BlockPublicPolicy', 'RestrictPublicBuckets']
    .map((name) => `<${name}>${!off.includes(name)}</${name}>`)
    .join('')}</PublicAccessBlockConfiguration>`;
const FAULTS: [string, () => void, string][] = [
  ...(['documents', 'kept', 'quarantine'] as const).map((name): [string, () => void, string] => [
    `${name} without a block of public access`,
    () => setSetting(name, 'publicAccessBlock', undefined),
    `The bucket ${name} can be opened to the public`,
  ]),
  ...(['IgnorePublicAcls', 'BlockPublicPolicy', 'RestrictPublicBuckets'] as const).map(
    (name): [string, () => void, string] => [
      `documents without ${name}`,
      () => setSetting('documents', 'publicAccessBlock', block(name)),
      'The bucket documents can be opened to the public',
    ],
  ),
  [
    'documents without a policy',
    () => setSetting('documents', 'policy', undefined),
    'lacks OnboardingRefuseCopySource, OnboardingRefuseAcl,',
  ],
  [
    'a key that may not read the block',
    () => storage.refuse(({ query }) => (query.has('publicAccessBlock') ? [403, 'AccessDenied'] : undefined)),
    'S3_ACCESS_KEY may not read the access policy of the bucket documents (AccessDenied): check the key, or give it s3:GetBucketPublicAccessBlock',
  ],
  [
    'a key that may not read the policy',
    () => storage.refuse(({ query }) => (query.has('policy') ? [403, 'AccessDenied'] : undefined)),
    'give it s3:GetBucketPolicy.',
  ],
];
describe('the check of the buckets', () => {
  test.each(FAULTS)('fails with %s', async (_, spoil, words) => {
    spoil();
    const failure = await failureOf(check());
    expect(failure).toBeInstanceOf(StorageOpen);
    expect(String(failure)).toContain(words);
  });

  test('is not a finding but a failure if the storage does not answer it', async () => {
    storage.refuse(({ query }) => (query.has('publicAccessBlock') ? [501, 'NotImplemented'] : undefined));
    expect(await failureOf(check())).not.toBeInstanceOf(StorageOpen);
  });
});

describe('at the start of a process', () => {
  afterEach(() => vi.useRealTimers());
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger(
    { service: 'api', level: 'info' },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
  const require = (onOpen: (error: StorageOpen) => void = () => {}) =>
    requireProtection(storage.options, { logger, onOpen });

  test('an open storage prevents the start', async () => {
    setSetting('kept', 'publicAccessBlock', undefined);
    await expect(require()).rejects.toThrow(StorageOpen);
  });

  test('an unavailable storage does not: it is checked again until it answers, and is reported if it is open then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const found: StorageOpen[] = [];
    storage.refuse(() => [501, 'NotImplemented']);
    const watch = await require((error) => void found.push(error));
    const again = async () => {
      const before = storage.requests.length;
      await vi.advanceTimersByTimeAsync(15_000);
      await vi.waitFor(() => expect(storage.requests.length).toBeGreaterThan(before));
    };
    await again();
    expect(found).toEqual([]);
    setSetting('kept', 'publicAccessBlock', undefined);
    storage.refuse(refusedToLinks);
    await vi.waitFor(again);
    await vi.waitFor(() => expect(found.map(String).join()).toContain('kept can be opened'));
    watch.stop();
    const asked = storage.requests.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(storage.requests.length).toBe(asked);
  });
});
