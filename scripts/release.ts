// Prepares a release: npm run release -- X.Y.Z. Sets the version, dates the changelog, builds everything that is published, and
// prints how to publish it. It publishes nothing itself.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackages } from './build-packages.ts';
import { readCommon } from './packages/manifest.ts';
import { buildPython } from './packages/python.ts';
import {
  type Release,
  ReleaseRefused,
  refuseVersion,
  withDatedSection,
  withLockedVersion,
  withVersion,
} from './packages/release-plan.ts';

const USAGE = `usage: npm run release -- X.Y.Z [--dry-run]

Sets the version in every manifest, moves the unreleased part of CHANGELOG.md under it with today's date (UTC), updates the
generated files, builds the sites and the packages into .build/release/X.Y.Z, and prints what to publish. It does not publish or
commit anything.

  --dry-run   change and build nothing: only print what would be done`;

const MANIFESTS = ['package.json', '{apps,packages}/*/package.json', 'database/package.json'];

/** The changed files of a release. */
function planOf(release: Release): Map<string, string> {
  const read = (path: string) => readFileSync(path, 'utf8');
  const plan = new Map(globSync(MANIFESTS).map((path) => [path, withVersion(read(path), release.version)]));
  plan.set('package-lock.json', withLockedVersion(read('package-lock.json'), release.version));
  plan.set('CHANGELOG.md', withDatedSection(read('CHANGELOG.md'), release));
  return plan;
}

function refuseUnsaved(): void {
  const unsaved = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
  if (unsaved !== '') throw new ReleaseRefused(`There are uncommitted changes:\n${unsaved}`);
}

const npm = (...parts: string[]) =>
  execFileSync('npm', parts, {
    encoding: 'utf8',
    // The npm of the current Node, which the sources need.
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** The files to publish. */
async function buildAll({ version }: Release): Promise<string[]> {
  const into = `.build/release/${version}`;
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  npm('run', 'generate');
  npm('run', 'build:sites');
  for (const folder of Object.values(await buildPackages('.build'))) npm('pack', folder, '--pack-destination', into);
  await buildPython(into);
  const files = globSync(`${into}/*.{tgz,whl,tar.gz}`).toSorted();
  const sums = files.map((path) => `${sha256(path)}  ${basename(path)}\n`);
  writeFileSync(`${into}/SHA256SUMS`, sums.join(''));
  return files;
}

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

function describeNext({ version }: Release, files: readonly string[], repository: string): string {
  const of = (ending: string) => files.filter((path) => path.endsWith(ending));
  // The SDK first: the others depend on it.
  const tarballs = of('.tgz').toSorted((one, other) => other.localeCompare(one));
  return `Next steps, for people with permission to publish:

  git commit -am "chore(release): ${version}" && git tag -s v${version} -m ${version} && git push --follow-tags
${tarballs.map((path) => `  npm publish ${path}`).join('\n')}
  twine upload ${[...of('.whl'), ...of('.tar.gz')].join(' ')}
  docker build --build-arg COMMIT=$(git rev-parse v${version}) -t REGISTRY/onboarding:${version} -f Containerfile . && docker push REGISTRY/onboarding:${version}

Publish from a build service that npm trusts, because the packages require provenance, and only if you own the scope
@onboarding (npm org ls onboarding). The chart has its own version:
set it in deploy/helm/onboarding/Chart.yaml, then run npm run chart.${isPlaceholder(repository) ? `\n\nFirst set "repository" in package.json: ${repository} is a placeholder, and npm compares it with the repository of the build.` : ''}`;
}

const isPlaceholder = (repository: string) => repository.includes('.example');

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  const [version] = positionals;
  if (values.help || version === undefined || positionals.length > 1) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  refuseVersion(version, readFileSync('CHANGELOG.md', 'utf8'));
  const release = { version, date: new Date().toISOString().slice(0, 10) };
  const plan = planOf(release);
  const { url } = (await readCommon()).repository;
  if (values['dry-run']) {
    const names = ['sdk', 'cli'].map((name) => `.build/release/${version}/onboarding-${name}-${version}.tgz`);
    const python = `.build/release/${version}/partner_onboarding_sdk-${version}`;
    console.log(
      `Would set ${version} in ${plan.size} files, date CHANGELOG.md ${release.date}, generate and build. Nothing was changed.\n`,
    );
    console.log(describeNext(release, [...names, `${python}-py3-none-any.whl`, `${python}.tar.gz`], url));
    return;
  }
  refuseUnsaved();
  for (const [path, text] of plan) writeFileSync(path, text);
  const files = await buildAll(release);
  const sizes = files.map((path) => `  ${(readFileSync(path).length / 1000).toFixed(1).padStart(7)} kB  ${path}`);
  console.log(`Version ${version} is built:\n\n${sizes.join('\n')}\n\n${describeNext(release, files, url)}`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
