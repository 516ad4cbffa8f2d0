// Makes a release in a clone, as docs/releases.md says, and then does what an operator does with the files: verifies them, unpacks
// the programs elsewhere, moves them again, and runs them without the clone. Packages and tools come from the checkout, to save
// the time of an installation.
import { execFile, spawn } from 'node:child_process';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { bootstrapDatabase } from '@onboarding/database';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { pythonTools } from '../../scripts/openapi-tools.ts';
import { readBlocks, runBlocks } from '../harness/page-blocks.ts';
import { type Launch, type RunningProcess, runApi, runIdentity, runIssuer } from '../harness/process.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

const run = promisify(execFile);
/** Above every version of the changelog. The page has examples of 0.1.0. */
const VERSION = '999.0.0';
const NOTES = `## [Unreleased]

### Upgrading

1. Water the plants.

### 2026-11-18

#### For operators

- The plants are thirsty: see [operations](docs/operations.md#backup).

## [`;

const folder = await mkdtemp(join(tmpdir(), 'release-'));
const clone = join(folder, 'clone');
const downloads = join(folder, 'downloads');
const secrets = join(folder, 'secrets');
const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(HOME|NODE_EXTRA_CA_CERTS|npm_config_.*|.*_proxy)$/i.test(name)),
  ),
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  ...{ GIT_AUTHOR_NAME: 'Olga', GIT_AUTHOR_EMAIL: 'olga@example.com' },
  ...{ GIT_COMMITTER_NAME: 'Olga', GIT_COMMITTER_EMAIL: 'olga@example.com' },
};
const git = async (...words: string[]) => (await run('git', words, { cwd: clone, env })).stdout.trim();

let verifying: string[];
let unpacking: string[];
let upgrading: string[];
let commit: string;
let built: string;

async function readPage(): Promise<string[]> {
  const page = await readFile('docs/releases.md', 'utf8');
  return readBlocks(page.replaceAll('0.1.0', VERSION), {}).map((block) =>
    block.replace(/^TO=.*$/m, `TO='${join(folder, 'opt')}'`).replace(/^SECRETS=.*$/m, `SECRETS='${secrets}'`),
  );
}

/** The current commit with the uncommitted changes of the checkout, and notes that can be released. */
async function cloneCheckout(): Promise<void> {
  const here = async (...words: string[]) => (await run('git', words)).stdout.trim();
  const current = (await here('stash', 'create')) || (await here('rev-parse', 'HEAD'));
  await run('git', ['clone', '--quiet', '--no-tags', '--no-checkout', '.', clone]);
  await git('checkout', '--quiet', '-B', 'main', current);
  const changelog = await readFile(join(clone, 'CHANGELOG.md'), 'utf8');
  await writeFile(join(clone, 'CHANGELOG.md'), changelog.replace('## [', NOTES));
  await git('commit', '--quiet', '--all', '--message', 'docs: notes that can be released');
  await run('cp', ['-al', 'node_modules', clone]);
  await pythonTools();
  await run('cp', ['-al', '.tools', clone]);
}

/** Every link of the pages in an unpacked archive leads to one of its files, and the pages for operators are there. */
async function expectReadable(archive: string): Promise<void> {
  const pages = (await readdir(archive, { recursive: true })).filter((path) => /^(docs\/.*|[^/]*)\.md$/.test(path));
  expect(pages).toEqual(
    expect.arrayContaining([
      ...['README.md', 'SECURITY.md', 'UPGRADE.md'],
      ...['docs/operators.md', 'docs/production.md', 'docs/settings.md'],
    ]),
  );
  for (const page of pages) {
    const text = (await readFile(join(archive, page), 'utf8')).replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '');
    for (const [, target = ''] of text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)[^)\s]*\)/g)) {
      const path = join(archive, dirname(page), target);
      await expect(stat(path), `${page} links to ${target}`).resolves.toBeDefined();
    }
    // Its README is not the repository's, which has the sections that pages name.
    expect(text, page).not.toContain('README.md#ten-minute-start');
  }
  for (const name of ['README.md', 'UPGRADE.md'])
    expect(await readFile(join(archive, name), 'utf8')).toBe(await readFile(join(downloads, name), 'utf8'));
}

beforeAll(async () => {
  const [verify = '', unpack = '', upgrade = '', make = ''] = await readPage();
  [verifying, unpacking, upgrading] = [[verify], [unpack], [upgrade]];
  await cloneCheckout();
  await run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', join(folder, 'release-key.pem')]);
  built = await runBlocks(clone, [make], env);
  commit = await git('rev-parse', 'HEAD');
  await cp(join(clone, `.build/release/${VERSION}`), downloads, { recursive: true });
  const publicKey = ['-pubout', '-out', join(downloads, 'onboarding-release.pem')];
  await run('openssl', ['pkey', '-in', join(folder, 'release-key.pem'), ...publicKey]);
  await mkdir(join(folder, 'opt'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the release has all files of the page, and its checksums list each of them', async () => {
  const { platform, arch } = process;
  const chart = /^version: (.*)$/m.exec(await readFile('deploy/helm/onboarding/Chart.yaml', 'utf8'))?.[1];
  const files = [
    'README.md',
    'UPGRADE.md',
    `onboarding-${VERSION}-${platform}-${arch}.tar.gz`,
    `onboarding-${VERSION}.cdx.json`,
    `onboarding-${chart}.tgz`,
    `onboarding-cli-${VERSION}.tgz`,
    `onboarding-sdk-${VERSION}.tgz`,
    `partner_onboarding_sdk-${VERSION}-py3-none-any.whl`,
    `partner_onboarding_sdk-${VERSION}.tar.gz`,
  ];
  const found = await readdir(join(clone, `.build/release/${VERSION}`));
  expect(found.sort()).toEqual([...files, 'SHA256SUMS', 'SHA256SUMS.sig'].sort());
  const sums = (await readFile(join(downloads, 'SHA256SUMS'), 'utf8')).trim().split('\n');
  expect(sums.map((line) => line.slice(66)).sort()).toEqual(files.sort());
  const upgrade = await readFile(join(downloads, 'UPGRADE.md'), 'utf8');
  expect(upgrade).toContain('1. Water the plants.');
  expect(upgrade).toContain('see [operations](docs/operations.md#backup)');
  const readme = await readFile(join(downloads, 'README.md'), 'utf8');
  const named = files.filter(
    (name) => !/sdk|cli/.test(name) && (name.includes('linux-x64') || !name.includes(platform)),
  );
  for (const name of named) expect(readme).toContain(`\`${name}\``);
});

test('its commit has an annotated tag, contains the dated changelog, and was not pushed', async () => {
  expect(await git('cat-file', '-t', `v${VERSION}`)).toBe('tag');
  expect(await git('rev-parse', `v${VERSION}^{commit}`)).toBe(commit);
  expect(await git('show', `${commit}:CHANGELOG.md`)).toMatch(/^## \[Unreleased\]\n\n## \[999\.0\.0\] - \d{4}-/m);
  expect(await git('status', '--porcelain')).toBe('');
  expect((await run('git', ['tag', '--list', `v${VERSION}`])).stdout).toBe('');
  expect(built).toContain('git push --follow-tags');
  expect(built).not.toMatch(/rehearsal|not signed/);
});

test('the page shows how to compare the key with the fingerprint that the release printed', async () => {
  const [, command = ''] = /`(openssl pkey -pubin [^`]*)`/.exec(await readFile('docs/releases.md', 'utf8')) ?? [];
  const [, printed] = /has the fingerprint (\S+) \(SHA-256\)/.exec(built) ?? [];
  expect((await runBlocks(downloads, [command], env)).split(' ')[0]).toBe(printed);
});

test('the command of the page accepts the files, and refuses them if one byte is changed', async () => {
  expect(await runBlocks(downloads, verifying, env)).toMatch(/Signature Verified Successfully[\s\S]*\.tar\.gz: OK/);
  for (const [name, complaint] of [
    [`onboarding-${VERSION}.cdx.json`, 'did NOT match'],
    ['SHA256SUMS', 'Command failed'],
    ['SHA256SUMS.sig', 'Command failed'],
  ] as const) {
    const file = join(downloads, name);
    const intact = await readFile(file);
    await writeFile(file, Buffer.concat([intact.subarray(0, -1), Buffer.of((intact.at(-1) ?? 0) ^ 1)]));
    await expect(runBlocks(downloads, verifying, env), name).rejects.toThrow(complaint);
    await writeFile(file, intact);
  }
});

test('the chart in it installs the image of this version, and its README has no links out of it', async () => {
  const chart = (await readdir(downloads)).find((name) => /^onboarding-\d[\d.]*\.tgz$/.test(name)) ?? '';
  const { stdout } = await run('tar', ['-xzOf', join(downloads, chart), 'onboarding/Chart.yaml']);
  expect(stdout).toMatch(/^appVersion: 999\.0\.0$/m);
  const readme = await run('tar', ['-xzOf', join(downloads, chart), 'onboarding/README.md']);
  expect(readme.stdout).toContain('](files/public-paths.yaml)');
  expect(readme.stdout).not.toContain('](../');
});

test('the same commit gives the same bytes, wherever it is built', async () => {
  const elsewhere = join(folder, 'elsewhere');
  await rename(clone, elsewhere);
  await runBlocks(elsewhere, [`npm run release -- ${VERSION}`], env);
  await rename(elsewhere, clone);
  expect(await readFile(join(clone, `.build/release/${VERSION}/SHA256SUMS`), 'utf8')).toBe(
    await readFile(join(downloads, 'SHA256SUMS'), 'utf8'),
  );
});

test('the programs run without the repository, from any folder', async () => {
  const said = `${VERSION} (${commit})\n`;
  await rm(clone, { recursive: true });
  // Built there from the repository before: the link must not end up inside.
  await mkdir(join(folder, 'opt/onboarding'));
  await expect(runBlocks(downloads, unpacking, env)).rejects.toThrow('cannot overwrite directory');
  await rmdir(join(folder, 'opt/onboarding'));
  expect(await runBlocks(downloads, unpacking, env)).toBe(said);
  await expectReadable(join(folder, 'opt', `onboarding-${VERSION}`));
  // Characters that have a meaning in URLs.
  const moved = join(folder, 'moved 100% #1');
  await rename(join(folder, 'opt', `onboarding-${VERSION}`), moved);
  for (const program of ['api', 'identity', 'worker', 'ctl'])
    expect((await run(process.execPath, [join(moved, 'onboarding.js'), program, '--version'])).stdout).toBe(said);

  const access = inject('postgres');
  const database = await bootstrapDatabase(access.superuserUrl, { database: `test_release_${process.pid}`, ...access });
  const asOwner = { ...env, MIGRATION_DATABASE_URL: database.ownerUrl };
  const migrated = await run(join(moved, 'bin/onboardingctl'), ['database', 'migrate'], { env: asOwner, cwd: '/' });
  expect(migrated.stdout).toMatch(/Applied \d+ migrations/);
  // Unpacks it again, as for an upgrade; there is nothing left to migrate.
  await mkdir(join(secrets, 'ctl'), { recursive: true });
  await writeFile(join(secrets, 'ctl/MIGRATION_DATABASE_URL'), database.ownerUrl);
  expect(await runBlocks(downloads, upgrading, env)).not.toMatch(/Applied [1-9]/);

  const link = join(folder, 'current');
  await symlink(moved, link);
  const launch: Launch = async (script, environment) => {
    const [, program = ''] = script.split('/');
    return spawn(process.execPath, [join(link, 'onboarding.js'), program], {
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: env.PATH, ...environment },
    });
  };
  const issuer = await runIssuer();
  const running: (RunningProcess | RunningWorker)[] = [];
  try {
    running.push(await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url, launch }));
    running.push(await runIdentity({ databaseUrl: database.identityUrl, launch }));
    running.push(await runWorker({ database, smtpUrl: 'smtp://127.0.0.1:9', launch }));
    // As when the link moves to the next release.
    await unlink(link);
    for (const { url } of running)
      expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ status: 'alive', version: VERSION, commit });
    for (const page of ['/docs/', '/portal/']) {
      const answer = await fetch(`${running[0]?.url}${page}`);
      expect([answer.status, await answer.text()], page).toEqual([200, expect.stringContaining('<html')]);
    }
  } finally {
    await Promise.all(running.map((one) => one.stop()));
    await issuer.close();
  }
});
