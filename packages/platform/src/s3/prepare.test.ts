import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type MemoryStorage, startMemoryStorage } from '../../../../tests/harness/servers/memory-storage.ts';
import { prepareStorage, StorageUnavailable } from './index.ts';
import { keptPolicyOf, policyOf } from './policy.ts';
import type { StoragePlan } from './prepare.ts';

const BUCKETS = ['documents', 'kept', 'quarantine'] as const;
const users = { links: 'arn:aws:iam:::user/links', services: ['arn:aws:iam:::user/service'] };
let storage: MemoryStorage;
beforeAll(async () => {
  storage = await startMemoryStorage();
});
beforeEach(() => storage.reset());
afterAll(() => storage.close());

const prepare = (plan: Partial<StoragePlan> = {}) => prepareStorage({ ...storage.options, users, ...plan });
const setting = (bucket: string, name: string) => storage.buckets.get(bucket)?.settings.get(name);
const statements = (bucket: string) => JSON.parse(setting(bucket, 'policy') ?? '{}').Statement;
/** An element's text. */
const told = (bucket: string, name: string, element: string) =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(setting(bucket, name) ?? '')?.[1];
const changes = () =>
  storage.requests
    .filter(({ method }) => method !== 'GET' && method !== 'HEAD')
    .map(({ method, bucket, query }) => `${method} ${bucket} ${[...query.keys()].filter((name) => name !== 'x-id')}`);

test('an empty storage gets its buckets, versions, policies, blocks and rules, and says so', async () => {
  expect(await prepare()).toEqual([
    ...BUCKETS.map((name) => `bucket ${name}: created`),
    'versioning of documents: enabled',
    'versioning of kept: enabled',
    'policy of documents: set',
    'policy of kept: set',
    ...BUCKETS.map((name) => `public access to ${name}: blocked`),
    'uploads under incoming/ in documents: expire after 2 days',
    'notifications of documents: none, so new files are found by polling',
  ]);
  expect([...storage.buckets.keys()]).toEqual(BUCKETS);
  expect(BUCKETS.map((name) => told(name, 'versioning', 'Status'))).toEqual(['Enabled', 'Enabled', undefined]);
  expect(statements('documents')).toEqual(policyOf('documents', users, { isAws: false }));
  expect(statements('kept')).toEqual(keptPolicyOf('kept', users));
  expect(setting('quarantine', 'policy')).toBeUndefined();
  for (const bucket of BUCKETS) {
    const blocks = ['BlockPublicAcls', 'IgnorePublicAcls', 'BlockPublicPolicy', 'RestrictPublicBuckets'];
    expect(blocks.map((name) => told(bucket, 'publicAccessBlock', name))).toEqual(['false', 'true', 'true', 'true']);
    expect(setting(bucket, 'ownershipControls')).toBeUndefined();
  }
});

test('a policy is only set while policies are not blocked, and again, nothing is created and no policy set', async () => {
  await prepare();
  const first = changes();
  for (const bucket of ['documents', 'kept']) {
    const at = first.indexOf(`PUT ${bucket} policy`);
    expect(first[at - 1]).toBe(`PUT ${bucket} publicAccessBlock`);
    expect(
      storage.requests.filter((one) => one.query.has('publicAccessBlock') && one.bucket === bucket)[0]?.body.toString(),
    ).toContain('<BlockPublicPolicy>false</BlockPublicPolicy>');
  }
  storage.requests.length = 0;
  const again = await prepare();
  expect(again.filter((line) => /already/.test(line))).toEqual([
    ...BUCKETS.map((name) => `bucket ${name}: already exists`),
    'policy of documents: already set',
    'policy of kept: already set',
  ]);
  expect(changes().filter((one) => /policy|^PUT \w+ $/.test(one))).toEqual([]);
});

test('uploads and what is left of them expire, except below other prefixes', async () => {
  await prepare();
  const rules = [...(setting('documents', 'lifecycle') ?? '').matchAll(/<Rule>(.*?)<\/Rule>/gs)].map(
    ([, rule]) => rule,
  );
  expect(rules).toHaveLength(2);
  for (const rule of rules) {
    expect(rule).toContain('<Status>Enabled</Status>');
    expect(rule).toContain('<Filter><Prefix>incoming/</Prefix></Filter>');
  }
  expect(rules[0]).toContain('<Expiration><Days>2</Days></Expiration>');
  expect(rules[0]).toContain('<NoncurrentDays>1</NoncurrentDays>');
  expect(rules[0]).toContain('<DaysAfterInitiation>1</DaysAfterInitiation>');
  expect(rules[1]).toContain('<Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>');
});

test("the operator's own statements and rules are kept, and those of earlier releases replaced", async () => {
  const own = { Sid: 'TlsOnly', Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: '*' };
  const expiry = (id: string) =>
    `<Rule><ID>${id}</ID><Status>Enabled</Status><Filter><Prefix>${id}/</Prefix></Filter><Expiration><Days>9</Days></Expiration></Rule>`;
  const access = (id: string) =>
    `<CORSRule><ID>${id}</ID><AllowedMethod>GET</AllowedMethod><AllowedOrigin>https://${id}.example</AllowedOrigin></CORSRule>`;
  storage.addBucket('documents', {
    policy: JSON.stringify({ Version: '2012-10-17', Statement: [own, { ...own, Sid: 'OnboardingOld' }] }),
    lifecycle: `<LifecycleConfiguration>${expiry('mine')}${expiry('OnboardingUploadsOld')}</LifecycleConfiguration>`,
    cors: `<CORSConfiguration>${access('mine')}${access('OnboardingConsole')}</CORSConfiguration>`,
  });
  storage.addBucket('kept', { cors: `<CORSConfiguration>${access('OnboardingConsole')}</CORSConfiguration>` });
  storage.addBucket('quarantine', { cors: `<CORSConfiguration>${access('OnboardingConsole')}</CORSConfiguration>` });
  const done = await prepare();
  expect(done).toEqual(
    expect.arrayContaining([
      'policy of documents: set; statements of your own, kept: 1',
      'uploads under incoming/ in documents: expire after 2 days; rules of your own, kept: 1',
      'access of the console to documents: withdrawn; rules of your own, kept: 1',
      'access of the console to kept: withdrawn',
    ]),
  );
  expect(statements('documents')).toEqual([own, ...policyOf('documents', users, { isAws: false })]);
  const ids = (name: string) =>
    [...(setting('documents', name) ?? '').matchAll(/<ID>(.*?)<\/ID>/g)].map(([, id]) => id);
  expect(ids('lifecycle')).toEqual(['mine', 'OnboardingUploadsExpire', 'OnboardingUploadsMarks']);
  expect(ids('cors')).toEqual(['mine']);
  expect(setting('kept', 'cors')).toBeUndefined();
  storage.requests.length = 0;
  expect((await prepare()).filter((line) => /console/.test(line))).toEqual([]);
  expect(changes().filter((one) => /cors/.test(one))).toEqual([]);
});

test.each([
  ['bucket', ({ method }) => method === 'HEAD'],
  ['policy', ({ query, method }) => query.has('policy') && method === 'GET'],
  ['expiry', ({ query, method }) => query.has('lifecycle') && method === 'GET'],
  ['access', ({ query, method }) => query.has('cors') && method === 'GET'],
] satisfies [string, (request: MemoryStorage['requests'][number]) => boolean][])(
  'preparing fails, and replaces nothing, if the present %s cannot be read',
  async (_, isRead) => {
    storage.refuse((request) => (isRead(request) ? [403, 'AccessDenied'] : undefined));
    await expect(prepare()).rejects.not.toBeInstanceOf(StorageUnavailable);
    const refused = storage.requests.find(isRead);
    const [after] = storage.requests.slice(-1);
    expect(after).toBe(refused);
  },
);

test('a server that pushes its events sends them to the given address, at its own endpoint for topics', async () => {
  const topics: URLSearchParams[] = [];
  const other = await startMemoryStorage((request) => {
    topics.push(new URLSearchParams(request.body.toString()));
    return '<CreateTopicResponse><CreateTopicResult><TopicArn>arn:topic</TopicArn></CreateTopicResult></CreateTopicResponse>';
  });
  try {
    other.addBucket('documents');
    const eventsTo = 'https://user:hidden@api.example/events?a=1';
    const topicsEndpoint = other.options.endpoint;
    const done = await prepare({ eventsTo, topicsEndpoint });
    expect(done.at(-1)).toBe('notifications of documents: sent to https://api.example');
    await prepare({ eventsTo, topicsEndpoint, eventsKept: false });
    const attributes = topics.map((sent) => {
      const all = [...sent].filter(([name]) => name.startsWith('Attributes')).map(([, value]) => value);
      return [sent.get('Action'), sent.get('Name'), ...all];
    });
    const topic = ['CreateTopic', 'onboarding-documents', 'push-endpoint', eventsTo, 'persistent'];
    expect(attributes).toEqual([
      [...topic, 'true'],
      [...topic, 'false'],
    ]);
    const set = other.buckets.get('documents')?.settings.get('notification') ?? '';
    expect(set).toContain('<Topic>arn:topic</Topic><Event>s3:ObjectCreated:*</Event><Id>onboarding-documents</Id>');
    expect(setting('documents', 'notification')).toBeUndefined();
  } finally {
    await other.close();
  }
});

test('on AWS, the owner of a bucket owns its uploads, ACLs are blocked, and others keep their notifications', async () => {
  const queue =
    '<QueueConfiguration><Id>mine</Id><Queue>arn:queue</Queue><Event>s3:ObjectCreated:*</Event></QueueConfiguration>';
  storage.addBucket('documents', { notification: `<NotificationConfiguration>${queue}</NotificationConfiguration>` });
  vi.stubEnv('AWS_ENDPOINT_URL_S3', storage.options.endpoint);
  try {
    const done = await prepare({ endpoint: undefined });
    expect(done.at(-1)).toBe('notifications of documents: sent to EventBridge');
  } finally {
    vi.unstubAllEnvs();
  }
  for (const bucket of BUCKETS) {
    expect(told(bucket, 'ownershipControls', 'ObjectOwnership')).toBe('BucketOwnerEnforced');
    expect(told(bucket, 'publicAccessBlock', 'BlockPublicAcls')).toBe('true');
  }
  expect(statements('documents')).toEqual(policyOf('documents', users, { isAws: true }));
  expect(setting('documents', 'notification')).toMatch(/<Id>mine<\/Id>/);
  expect(setting('documents', 'notification')).toMatch(/<EventBridgeConfiguration/);
});
