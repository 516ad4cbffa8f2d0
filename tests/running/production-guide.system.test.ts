// Follows the production guide as an operator would: runs every shell block in order with ENVIRONMENT=production on fresh
// servers. The outside world is replaced by a separate network whose name server resolves the guide's names, a private
// certificate authority, clamd with a test signature instead of those of freshclam, and a screening provider that responds like
// watchman. A browser without JavaScript does what people do. The release is built from the checkout including uncommitted
// changes.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { verifyWebhook } from '@onboarding/sdk';
import { afterAll, expect, test } from 'vitest';
import { makeAuthority } from '../../scripts/certificate-authority.ts';
import { runInOwnNetwork } from '../harness/own-network.ts';
import { readBlocks } from '../harness/page-blocks.ts';
import type { Report } from './production-guide/operator.ts';
import { ADDRESSES, KEYS, type Place, PORTS, RECEIVER_ADDRESS, SUPERUSER_PASSWORD } from './production-guide/place.ts';
import { openShell } from './production-guide/shell.ts';

const PERSON = '<!-- a person accepts the invitation, signs in and registers the webhook -->';
/** The page is run up to this heading. */
const END = '## After the first webhook';

const folder = await mkdtemp(join(tmpdir(), 'guide-'));
let running: Promise<unknown> | undefined;
afterAll(async () => {
  // The script stops what it has started, even if the test has timed out.
  await running?.catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

/** A commit of the checkout with its uncommitted changes, or HEAD if there are none. */
async function currentCommit(): Promise<string> {
  const git = async (...words: string[]) => (await promisify(execFile)('git', words)).stdout.trim();
  return (await git('stash', 'create')) || (await git('rev-parse', 'HEAD'));
}

/** The number of commands that an operator types; a command includes continued lines and here-documents. */
function countCommands(blocks: readonly string[]): number {
  const lines = blocks
    .join('\n')
    .replaceAll(/<<'?END'?\n.*?\nEND$/gms, '')
    .replaceAll('\\\n', '');
  return lines.split('\n').filter((line) => /^[^ #]/.test(line) && !/^(done|\}|[A-Z0-9_]+=)/.test(line)).length;
}

async function readGuide(): Promise<{ values: string; release: string } & Place['blocks']> {
  const page = await readFile('docs/production.md', 'utf8');
  const [before = '', after = ''] = page.slice(0, page.indexOf(END)).split(PERSON);
  const { database, screening, storage, topics } = ADDRESSES;
  const [values = '', release = '', ...operators] = readBlocks(before, {
    REPOSITORY: resolve('.'),
    VERSION: await currentCommit(),
    RELEASE: join(folder, 'release'),
    SUPERUSER_DATABASE_URL: `'postgres://postgres:${SUPERUSER_PASSWORD}@${database}:${PORTS.database}/postgres?sslmode=verify-full'`,
    S3_ENDPOINT: `https://${storage}:${PORTS.servers}`,
    TOPICS_ENDPOINT: `https://${topics}:${PORTS.servers}`,
    S3_ACCESS_KEY: KEYS.accessKey,
    S3_SECRET_KEY: KEYS.secretKey,
    S3_LINK_ACCESS_KEY: KEYS.links.accessKey,
    S3_LINK_SECRET_KEY: KEYS.links.secretKey,
    // A reserved domain is only warned about; this one shows that a name with a space reaches the worker.
    MAIL_FROM: "'Onboarding <no-reply@onboarding.internal>'",
    SCREENING: `'SCREENING_PROVIDER=watchman SCREENING_URL=https://${screening}:${PORTS.servers}'`,
  });
  return { values, release, operators, partners: readBlocks(after, {}) };
}

/** In the real network, because npm fetches packages, and with this machine's proxy settings. */
async function buildRelease(values: string, release: string): Promise<number> {
  const started = performance.now();
  const ways = Object.entries(process.env).filter(([name]) =>
    /^(HOME|NODE_EXTRA_CA_CERTS|npm_config_.*|.*_proxy)$/i.test(name),
  );
  const shell = openShell(join(folder, 'work'), Object.fromEntries(ways));
  await shell.run(values);
  const said = await shell.run(release);
  await shell.close();
  expect(said).toMatch(/^\d+\.\d+\.\d+ \([0-9a-f]{40}\)$/m);
  return (performance.now() - started) / 1000;
}

/** The secrets that the unit of a service reads, each from a file of that name. */
async function secretsOfUnit(service: string): Promise<string[]> {
  const unit = await readFile(`deploy/systemd/onboarding-${service}@.service`, 'utf8');
  return [...unit.matchAll(/^LoadCredential=(\w+):/gm)].map(([, name = '']) => name).sort();
}

async function follow(blocks: Place['blocks']): Promise<Report> {
  const authority = await makeAuthority(join(folder, 'authority'));
  const placeFile = join(folder, 'place.json');
  const place: Place = { folder, authority, blocks };
  await writeFile(placeFile, JSON.stringify(place));
  running = runInOwnNetwork('tests/running/production-guide/operator.ts', [placeFile], {
    folder,
    addresses: [RECEIVER_ADDRESS],
    environment: { NODE_EXTRA_CA_CERTS: authority.certFile },
  });
  await running;
  return JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
}

test("the production guide takes an operator from an empty database to a partner's first webhook", async () => {
  await mkdir(join(folder, 'work'));
  const { values, release, operators, partners } = await readGuide();
  const commands = countCommands([values, release, ...operators, ...partners]);
  expect(await readFile('docs/production.md', 'utf8')).toContain(`The ${commands} commands take `);
  const built = await buildRelease(values, release);
  const { seconds, secret, requests, mailedTo } = await follow({ operators: [values, ...operators], partners });

  const events = requests.map(({ headers, body }) =>
    verifyWebhook({ body: Buffer.from(body, 'base64'), headers, secrets: secret }),
  );
  expect(events.map(({ eventType }) => eventType).sort()).toEqual([
    'business.person.added',
    'business.profile.created',
  ]);
  expect(mailedTo).toEqual(
    expect.arrayContaining(['operator@example.com', 'first.analyst@example.com', 'second.analyst@example.com']),
  );
  for (const service of ['api', 'identity', 'worker'])
    expect((await readdir(join(folder, 'work', 'secrets', service))).sort(), service).toEqual(
      await secretsOfUnit(service),
    );
  console.log(
    `The production guide took ${((built + seconds) / 60).toFixed(1)} minutes, ${(built / 60).toFixed(1)} of them for the release, and ${commands} commands.`,
  );
});
