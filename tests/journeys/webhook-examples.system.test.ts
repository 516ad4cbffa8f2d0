// Runs the examples in docs/examples/webhooks unchanged in each language. A missing runtime is a failure, because an example that
// did not run might not work.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { signDelivery } from '@onboarding/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

type Command = readonly [string, ...string[]];

interface Example {
  language: string;
  file: string;
  /** Runs once, before all cases. */
  prepare?: (source: string, folder: string) => Command;
  run(source: string, folder: string): Command;
}

const EXAMPLES: readonly Example[] = [
  { language: 'Python', file: 'verify_webhook.py', run: (source) => ['python3', source] },
  {
    language: 'Go',
    file: 'verify_webhook.go',
    prepare: (source, folder) => ['go', 'build', '-o', join(folder, 'go-example'), source],
    run: (_, folder) => [join(folder, 'go-example')],
  },
  {
    language: 'Java',
    file: 'VerifyWebhook.java',
    prepare: (source, folder) => ['javac', '-d', folder, source],
    run: (_, folder) => ['java', '-Xshare:auto', '-XX:TieredStopAtLevel=1', '-cp', folder, 'VerifyWebhook'],
  },
  { language: 'PHP', file: 'verify_webhook.php', run: (source) => ['php', source] },
  { language: 'Ruby', file: 'verify_webhook.rb', run: (source) => ['ruby', source] },
  {
    language: 'C#',
    file: 'VerifyWebhook.cs',
    prepare: (source, folder) => ['mcs', `-out:${join(folder, 'VerifyWebhook.exe')}`, source],
    run: (_, folder) => ['mono', join(folder, 'VerifyWebhook.exe')],
  },
];

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const [secret, previous, foreign] = [newSecret(), newSecret(), newSecret()];
const body = '{"eventId":"0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f00","data":{"message":"Grüße, 東京 😀 \\u0000"}}';

interface Case {
  signedWith?: string[];
  known?: string[];
  body?: string;
  ageSeconds?: number;
  change?: (headers: Record<string, string>) => Record<string, string>;
}

const without = (name: string) => (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));
const withSignature = (signature: (ours: string) => string) => (headers: Record<string, string>) => ({
  ...headers,
  'Svc-Signature': signature(headers['Svc-Signature'] ?? ''),
});

const ACCEPTED: Readonly<Record<string, Case>> = {
  'a valid delivery': {},
  'a delivery that is four minutes old': { ageSeconds: 240 },
  'lower-case header names': {
    change: (headers) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  },
  'the old secret during the overlap, with its signature second': {
    signedWith: [secret, previous],
    known: [previous],
  },
  'the new secret during the overlap': { signedWith: [secret, previous], known: [secret] },
  'a signature by the second of two known secrets': { signedWith: [previous], known: [secret, previous] },
  'a signature of an unknown version before ours': { change: withSignature((ours) => `v2,abc ${ours}`) },
};
const REFUSED: Readonly<Record<string, [Case, RegExp]>> = {
  'a changed body': [{ body: body.replace('東京', '京東') }, /no signature matches/],
  'a body with an additional byte': [{ body: `${body}\n` }, /no signature matches/],
  'a changed id': [{ change: (headers) => ({ ...headers, 'Svc-Id': 'another' }) }, /no signature matches/],
  'an old delivery': [{ ageSeconds: 600 }, /too far from now/],
  'a delivery from the future': [{ ageSeconds: -600 }, /too far from now/],
  'an expired secret': [{ signedWith: [secret], known: [previous] }, /no signature matches/],
  'an unknown secret': [{ signedWith: [secret, previous], known: [foreign] }, /no signature matches/],
  'a truncated signature': [{ change: withSignature((ours) => ours.slice(0, 20)) }, /no signature matches/],
  'a signature without its version': [{ change: withSignature((ours) => ours.slice(3)) }, /no signature matches/],
  'no signature': [{ change: without('Svc-Signature') }, /missing/],
  'no timestamp': [{ change: without('Svc-Timestamp') }, /missing/],
  'a timestamp that is not a decimal number': [
    { change: (headers) => ({ ...headers, 'Svc-Timestamp': '1e9' }) },
    /not a number/,
  ],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'examples-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function start([program, ...parts]: Command, input = '', secrets = ''): Promise<{ code: number; said: string }> {
  const running = promisify(execFile)(program, parts, { env: { ...process.env, WEBHOOK_SECRETS: secrets } });
  // A program that rejects its settings may have exited already; its exit code is checked below.
  running.child.stdin?.on('error', () => {});
  running.child.stdin?.end(input);
  try {
    return { code: 0, said: (await running).stdout };
  } catch (thrown) {
    const { code, stdout, stderr } = thrown as { code: number | string; stdout?: string; stderr?: string };
    if (code !== 1)
      throw new Error(`${program} is missing or broken (${code}): ${stdout} ${stderr}`, { cause: thrown });
    return { code, said: `${stdout}${stderr}` };
  }
}

function requestOf(one: Case): string {
  const sentAt = new Date(Date.now() - (one.ageSeconds ?? 0) * 1000);
  const ids = { eventId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f00', eventType: 'webhook.test', deliveryId: 'd' };
  const signed = signDelivery({ ...ids, body, secrets: one.signedWith ?? [secret], sentAt });
  const headers = Object.entries(one.change?.(signed) ?? signed).map(([name, value]) => `${name}: ${value}`);
  return `${headers.join('\r\n')}\r\n\r\n${one.body ?? body}`;
}

test('runs every example in the folder', async () => {
  expect((await readdir('docs/examples/webhooks')).sort()).toEqual(EXAMPLES.map(({ file }) => file).sort());
});

describe.each(EXAMPLES)('in $language', ({ file, prepare, run }) => {
  const source = resolve('docs/examples/webhooks', file);
  const verify = (one: Case) => start(run(source, folder), requestOf(one), (one.known ?? [secret]).join(' '));

  beforeAll(async () => {
    if (prepare !== undefined) expect(await start(prepare(source, folder))).toMatchObject({ code: 0 });
  });

  test.each(Object.entries(ACCEPTED))('accepts %s', async (_, one) => {
    expect(await verify(one)).toEqual({ code: 0, said: 'verified\n' });
  });

  test.each(Object.entries(REFUSED))('refuses %s', async (_, [one, reason]) => {
    const { code, said } = await verify(one);
    expect(said).toMatch(reason);
    expect(code).toBe(1);
  });
});
