// The archive from which operators run every program, without the repository.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { assemble } from '../image/assemble.ts';
import { isInRelease, readmeOf, withFolders, withLinksInto } from './pages.ts';

/** Examples for operators. The chart is an archive of its own, without the renderings. */
const EXAMPLES = [
  'systemd',
  'helm/renderings',
  'env',
  'proxy',
  'grafana',
  'prometheus/{alertmanager,prometheus,rules}.yml',
];

export interface Build {
  version: string;
  commit: string;
  /** The time of the commit, in seconds since 1970. */
  time: number;
}

/** Native code limits it to one platform. */
const archiveName = (version: string) => `onboarding-${version}-${process.platform}-${process.arch}.tar.gz`;

/** The paths of what operators read in the archive, and which they write themselves. */
const examples = () => globSync(EXAMPLES, { cwd: 'deploy' }).map((path) => join('deploy', path));
const pages = () => [...globSync('docs/**').filter(isInRelease), 'SECURITY.md'];

/** The texts at the beginning of a release, with links that lead into its archive. */
export function textsOf(version: string, chart: string, upgrade: string): Record<string, string> {
  const texts = {
    'README.md': readmeOf(readFileSync('docs/releases.md', 'utf8'), version, chart),
    'UPGRADE.md': upgrade,
  };
  const archive = archivePaths(Object.keys(texts));
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, withLinksInto(archive, name, text)]));
}

const archivePaths = (texts: readonly string[]) =>
  withFolders([
    ...texts,
    ...pages(),
    ...examples().flatMap((path) => (statSync(path).isFile() ? [path] : globSync(`${path}/**`))),
  ]);

export async function buildProgram(
  { version, commit, time }: Build,
  texts: Record<string, string>,
  into: string,
): Promise<void> {
  const folder = resolve('.build/program', `onboarding-${version}`);
  await assemble(folder, commit);
  for (const path of examples()) cpSync(path, join(folder, path), { recursive: true });
  // The pages mean the README of the repository, and the archive has another one.
  const archive = archivePaths(Object.keys(texts).filter((name) => name !== 'README.md'));
  for (const path of pages()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const text = readFileSync(path, 'utf8');
    writeFileSync(join(folder, path), path.endsWith('.md') ? withLinksInto(archive, path, text) : text);
  }
  mkdirSync(join(folder, 'bin'));
  cpSync('scripts/release/onboardingctl', join(folder, 'bin/onboardingctl'));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  cpSync(join(folder, 'sbom.cdx.json'), join(into, `onboarding-${version}.cdx.json`));
  pack(folder, join(into, archiveName(version)), time);
}

/** Depends only on the content, so that the same commit gives the same bytes. The folder keeps its name in the archive. */
export function pack(folder: string, file: string, time: number): void {
  const order = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner'];
  // Independent of the umask.
  const modes = '--mode=u=rwX,go=rX';
  const compressed = ['--use-compress-program=gzip -9 --no-name', '--create', '--file', file];
  execFileSync('tar', ['--format=gnu', ...order, modes, ...compressed, '-C', dirname(folder), basename(folder)]);
}
