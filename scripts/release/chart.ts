// The chart as an archive for helm, which installs the image of this version.
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CHART } from '../chart/rendering.ts';
import { git } from '../commit.ts';
import { withFolders, withLinksInto } from './pages.ts';
import { chartVersion, newestTag, withAppVersion } from './plan.ts';
import { type Build, pack } from './program.ts';

const MANIFEST = `${CHART}/Chart.yaml`;

export const readManifest = (): string => readFileSync(MANIFEST, 'utf8');

/** The manifest of the last release before this commit; undefined before the first. */
export function findLastManifest(): { tag: string; manifest: string } | undefined {
  const tag = newestTag(git('tag', '--list', 'v*', '--merged', 'HEAD').split('\n'));
  return tag === undefined ? undefined : { tag, manifest: git('show', `${tag}:${MANIFEST}`) };
}

export function buildChart({ version, time }: Build, into: string): void {
  // helm expects this name of the folder.
  const folder = resolve('.build/chart/onboarding');
  rmSync(folder, { recursive: true, force: true });
  cpSync(CHART, folder, { recursive: true });
  const manifest = withAppVersion(readManifest(), version);
  writeFileSync(join(folder, 'Chart.yaml'), manifest);
  // Its archive contains no other pages.
  const readme = join(folder, 'README.md');
  const files = withFolders(globSync('**', { cwd: folder }));
  writeFileSync(readme, withLinksInto(files, 'README.md', readFileSync(readme, 'utf8')));
  pack(folder, join(into, `onboarding-${chartVersion(manifest)}.tgz`), time);
}
