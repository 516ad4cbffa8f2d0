// Makes a release: npm run release -- X.Y.Z. Sets the version, dates the changelog, builds everything that is published, and
// prints how to publish it. It publishes nothing itself.
import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackages, buildPython } from './build-packages.ts';
import { commitOfCheckout, git, timeOfCommit } from './commit.ts';
import { PRESENT, RELEASED } from './openapi-changes.ts';
import { readCommon } from './packages/manifest.ts';
import { buildChart, findLastManifest, readManifest } from './release/chart.ts';
import { fingerprintOf, signatureOf, sumsOf } from './release/checksums.ts';
import { describeNext, upgradeNotes } from './release/notes.ts';
import {
  chartVersion,
  type Release,
  ReleaseRefused,
  refuseSameChart,
  refuseVersion,
  withDatedSection,
  withLockedVersion,
  withVersion,
} from './release/plan.ts';
import { type Build, buildProgram, textsOf } from './release/program.ts';

const USAGE = `usage: npm run release -- X.Y.Z [--tag] [--sign KEYFILE] [--image] [--sandbox] [--build-arg NAME=VALUE]... [--dry-run]

Sets the version in every manifest, moves the unreleased part of CHANGELOG.md under it with today's date (UTC), updates the
generated files, builds the programs, the chart and the packages into .build/release/X.Y.Z, and prints what to publish. On the commit
that has the tag vX.Y.Z it changes nothing and only builds. It never publishes or pushes anything.

  --tag             commit the changes and tag the commit before the build
  --sign KEYFILE    sign the checksums with this Ed25519 key
  --image           also build the image and save it as an OCI archive, with podman or buildah
  --sandbox         also build and save the image of the sandbox, which partners' developers run
  --build-arg ...   for both: an argument of a Containerfile, such as BASE=... or SANDBOX_BASE=...
  --dry-run         change and build nothing: only print what would be done`;

const MANIFESTS = ['package.json', '{apps,packages}/*/package.json', 'database/package.json'];
const BUILDERS = ['podman', 'buildah'] as const;
type Builder = (typeof BUILDERS)[number];
const read = (path: string) => readFileSync(path, 'utf8');

/** The changed files of a release. */
function planOf(release: Release): Map<string, string> {
  const plan = new Map(globSync(MANIFESTS).map((path) => [path, withVersion(read(path), release.version)]));
  plan.set('package-lock.json', withLockedVersion(read('package-lock.json'), release.version));
  plan.set('CHANGELOG.md', withDatedSection(read('CHANGELOG.md'), release));
  // What later versions are compared with.
  plan.set(RELEASED, read(PRESENT));
  return plan;
}

function refuseUnsaved(): void {
  const unsaved = git('status', '--porcelain');
  if (unsaved !== '') throw new ReleaseRefused(`There are uncommitted changes:\n${unsaved}`);
}

const npm = (...parts: string[]) =>
  execFileSync('npm', parts, {
    encoding: 'utf8',
    // The npm of the current Node, which the sources need.
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

function commitAndTag(version: string): void {
  git('add', '--all');
  git('commit', '--message', `chore(release): ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', version);
}

async function buildAll(build: Build, upgrade: string, into: string): Promise<void> {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  npm('run', 'build:sites');
  for (const folder of Object.values(await buildPackages('.build'))) npm('pack', folder, '--pack-destination', into);
  await buildPython(into);
  buildChart(build, into);
  const texts = textsOf(build.version, chartVersion(readManifest()), upgrade);
  await buildProgram(build, texts, into);
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(into, name), text);
}

function sizesOf(folder: string): string {
  const lines = readdirSync(folder).map((name) => [(statSync(join(folder, name)).size / 1000).toFixed(1), name]);
  return lines.map(([size = '', name]) => `  ${size.padStart(9)} kB  ${folder}/${name}`).join('\n');
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      tag: { type: 'boolean', default: false },
      sign: { type: 'string' },
      image: { type: 'boolean', default: false },
      sandbox: { type: 'boolean', default: false },
      'build-arg': { type: 'string', multiple: true, default: [] },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [version] = positionals;
  if (values.help || version === undefined || positionals.length > 1) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const key = values.sign === undefined ? undefined : openKey(values.sign);
  const fingerprint = key === undefined ? undefined : fingerprintOf(key);
  const images = IMAGES.filter(({ flag }) => values[flag]);
  const builder = images.length > 0 ? requireBuilder() : undefined;
  const atTag = git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`);
  const plan = atTag ? new Map<string, string>() : prepare(version);
  const upgrade = upgradeNotes(plan.get('CHANGELOG.md') ?? read('CHANGELOG.md'), version);
  const into = `.build/release/${version}`;
  if (values['dry-run']) {
    console.log(`Would change ${plan.size} files and build into ${into}, with this UPGRADE.md:\n\n${upgrade}`);
    return;
  }
  refuseUnsaved();
  if (!atTag) {
    for (const [path, text] of plan) writeFileSync(path, text);
    npm('run', 'generate');
    if (values.tag) commitAndTag(version);
  }
  const build = { version, commit: commitOfCheckout(), time: timeOfCommit() };
  await buildAll(build, upgrade, into);
  if (builder !== undefined)
    for (const image of images) saveImage(builder, image, build, { choices: values['build-arg'], into });
  seal(into, key);
  if (fingerprint !== undefined) console.log(`Signed. The public key has the fingerprint ${fingerprint} (SHA-256).`);
  const { url: repository } = (await readCommon()).repository;
  const files = readdirSync(into).map((name) => join(into, name));
  const next = { version, files, tagged: atTag || values.tag, signed: key !== undefined, repository };
  console.log(`${version} (${build.commit}) is built:\n\n${sizesOf(into)}\n\n${describeNext(next)}`);
}

/** Refuses what cannot be released. */
function prepare(version: string): Map<string, string> {
  refuseVersion(version, read('CHANGELOG.md'));
  refuseSameChart(readManifest(), findLastManifest());
  return planOf({ version, date: new Date().toISOString().slice(0, 10) });
}

/** openssl asks for the passphrase at the terminal, if the key has one. */
function openKey(file: string): KeyObject {
  try {
    return createPrivateKey(execFileSync('openssl', ['pkey', '-in', file], { stdio: ['inherit', 'pipe', 'inherit'] }));
  } catch (cause) {
    throw new ReleaseRefused(`openssl cannot read the private key in ${file}.`, { cause });
  }
}

/** Adds the checksums of all files, and their signature. Call it last: it lists every file of the folder. */
function seal(folder: string, key: KeyObject | undefined): void {
  const sums = sumsOf(new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))])));
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  if (key !== undefined) writeFileSync(join(folder, 'SHA256SUMS.sig'), signatureOf(sums, key));
}

function requireBuilder(): Builder {
  const found = BUILDERS.find((name) => spawnSync(name, ['--version']).status === 0);
  if (found === undefined) throw new ReleaseRefused('Images need podman or buildah: install one of them.');
  return found;
}

const IMAGES = [
  { flag: 'image', containerfile: 'Containerfile', name: 'onboarding' },
  { flag: 'sandbox', containerfile: 'deploy/sandbox/Containerfile', name: 'onboarding-sandbox' },
] as const;

/**
 * Saves an image as an archive, for registries that this machine cannot reach. In OCI's format, which has no health check:
 * docs/releases.md.
 */
function saveImage(
  builder: Builder,
  image: (typeof IMAGES)[number],
  { version, commit }: Build,
  { choices, into }: { choices: string[]; into: string },
): void {
  const name = `localhost/${image.name}:${version}`;
  const file = join(into, `${image.name}-${version}-image.tar`);
  const run = (...words: string[]) => {
    const { status } = spawnSync(builder, words, { stdio: 'inherit' });
    if (status !== 0)
      throw new ReleaseRefused(`"${builder} ${words[0]}" failed: the release has no image and no checksums.`);
  };
  const values = [`COMMIT=${commit}`, ...choices].flatMap((choice) => ['--build-arg', choice]);
  run('build', ...values, '--file', image.containerfile, '--tag', name, '.');
  if (builder === 'podman') run('save', '--format', 'oci-archive', '--output', file, name);
  else run('push', name, `oci-archive:${file}:${version}`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
