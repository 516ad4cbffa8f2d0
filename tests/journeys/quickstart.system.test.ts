// Follows docs/quickstart.md as a newcomer would: runs every block of its four variants in one local sandbox.
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pythonTools } from '../../scripts/openapi-tools.ts';
import type { StackEnvironment } from '../../scripts/stack/state-files.ts';
import { type Clone, cloneFor, type LocalStack, prepareLocalStack } from '../harness/local-stack.ts';
import { blocksOfWay, QUICKSTART, readStart, START, WAYS, type Way } from '../harness/quickstart.ts';

let local: LocalStack;
let sandbox: StackEnvironment;
let clone: Clone;
let secret: string;

beforeAll(async () => {
  local = await prepareLocalStack('quickstart');
  clone = await cloneFor(local);
  // System and project packages are already installed, or this test would not run.
  const { up, register } = readStart();
  await shell([up]);
  sandbox = await local.environment('sandbox');
  secret = (await shell([register, 'echo "$WEBHOOK_SECRET"'])).trim();
});
afterAll(async () => {
  await local.reset();
  await clone.remove();
});

const shell = (...given: Parameters<Clone['shell']>) => clone.shell(...given);

const follow = (way: Way, environment: NodeJS.ProcessEnv = {}) =>
  shell(blocksOfWay(way, sandbox.api, clone.folder), { WEBHOOK_SECRET: secret, ...environment });

const VERIFIED = [
  'Verified: business.profile.created',
  'Verified: business.document.confirmed',
  'Verified: business.verification.updated, Approved',
];

test('registering the receiver again returns the same secret without another sign-in', async () => {
  const { stdout, stderr } = await local.run('webhook', 'acme', '--env', 'sandbox');
  expect(secret).toMatch(/^whsec_/);
  expect(stdout.trim()).toBe(secret);
  expect(stderr).not.toContain('Signing in');
});

test('the curl steps end with an approved business', async () => {
  const printed = await follow('With curl');
  expect(printed).toContain('"status":"Confirmed"');
  expect(printed).toContain('"verificationStatus":"Approved"');
  for (const line of VERIFIED) expect(printed).toContain(line);
});

test('the TypeScript steps end with an approved business', async () => {
  const printed = await follow('With TypeScript');
  for (const line of [/Created: .*, PendingVerification/, /Document: Confirmed/, /Decision: Approved/])
    expect(printed).toMatch(line);
  for (const line of VERIFIED) expect(printed).toContain(line);
});

test('the Python steps end with an approved business', async () => {
  // The SDK's dependencies come from the tools of other tests instead of the network.
  const library = resolve(dirname(await pythonTools()), '../lib');
  const [version = ''] = await readdir(library);
  const printed = await follow('With Python', {
    PYTHONPATH: join(library, version, 'site-packages'),
    PIP_NO_INDEX: '1',
    PIP_NO_BUILD_ISOLATION: '0',
  });
  for (const line of [/Created: .*, PendingVerification/, /Document: Confirmed/, /Decision: Approved/])
    expect(printed).toMatch(line);
  for (const line of VERIFIED) expect(printed).toContain(line);
});

test('the command-line steps end with an approved business', async () => {
  const printed = await follow('With the command line');
  expect(printed).toContain('Confirmed');
  for (const line of VERIFIED) expect(printed).toContain(line);
});

test('the tests above cover every section of the page', () => {
  expect([...QUICKSTART.keys()]).toEqual(['In a container', START, ...WAYS, 'Next steps']);
  // tests/running/sandbox-container.system.test.ts follows the first.
  expect([QUICKSTART.get('In a container'), QUICKSTART.get('Next steps')]).toEqual([[], []]);
});

test('ENVIRONMENT works like --env, and unknown or missing environments are refused', async () => {
  const issuerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).iss;
  expect(issuerOf((await shell(['ENVIRONMENT=sandbox npm run --silent stack -- token acme'])).trim())).toBe(
    sandbox.issuer,
  );
  await expect(local.run('token', 'acme')).rejects.toMatchObject({
    stderr:
      'stack: There is no development environment yet: start it with "npm run stack -- up", or choose another with --env\n',
  });
  await expect(local.run('status', '--env', 'production')).rejects.toMatchObject({
    stderr: expect.stringContaining('development and sandbox, not "production"'),
  });
});

test('development runs beside the sandbox with separate data and without simulated reviews', async () => {
  await local.run('up');
  const { stdout } = await local.run('status');
  expect(stdout.match(/ running /g)).toHaveLength(10);
  const development = await local.environment();
  const outcomes = await Promise.all(
    [sandbox, development].map(async ({ api }, index) => {
      const name = index === 0 ? 'sandbox' : 'development';
      const token = (await local.run('token', 'acme', '--env', name)).stdout.trim();
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const list = await fetch(`${api}/api/partner/v1/business-profiles`, { headers });
      const path = `${api}/api/partner/v1/sandbox/business-profiles/${crypto.randomUUID()}/simulate`;
      const simulate = await fetch(path, { method: 'POST', headers, body: '{"outcome":"Approve"}' });
      const codeOf = (body: unknown) => (body as { error: { code: string } }).error.code;
      return {
        businesses: ((await list.json()) as { value: { items: unknown[] } }).value.items.length > 0,
        simulated: codeOf(await simulate.json()),
      };
    }),
  );
  expect(outcomes).toEqual([
    { businesses: true, simulated: 'Customer.NotFound' },
    { businesses: false, simulated: 'Route.NotFound' },
  ]);
  await local.run('down', '--env', 'sandbox');
  const left = await local.run('status').catch((error: { stdout: string }) => error);
  expect(
    left.stdout
      .match(/^ {2}(Sandbox: )?(Identity|Worker|API) +\w+/gm)
      ?.map((line) => line.trim().replaceAll(/ +/g, ' ')),
  ).toEqual([
    'Identity running',
    'Worker running',
    'API running',
    'Sandbox: Identity stopped',
    'Sandbox: Worker stopped',
    'Sandbox: API stopped',
  ]);
});
