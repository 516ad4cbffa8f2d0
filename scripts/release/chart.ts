// The chart as an archive for helm, which installs the image of this version.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CHART } from '../chart/rendering.ts';
import { git } from '../commit.ts';
import { pack } from './archive.ts';
import { chartVersion, withAppVersion } from './chart-manifest.ts';
import type { Build } from './program.ts';

const MANIFEST = `${CHART}/Chart.yaml`;

export const readManifest = (): string => readFileSync(MANIFEST, 'utf8');

/** Of the last release before this commit. */
export function findLastManifest(): { tag: string; manifest: string } | undefined {
  const [tag = ''] = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n');
  return tag === '' ? undefined : { tag, manifest: git('show', `${tag}:${MANIFEST}`) };
}

export function buildChart({ version, time }: Build, into: string): void {
  // helm expects this name of the folder.
  const folder = resolve('.build/chart/onboarding');
  rmSync(folder, { recursive: true, force: true });
  cpSync(CHART, folder, { recursive: true });
  const manifest = withAppVersion(readManifest(), version);
  writeFileSync(join(folder, 'Chart.yaml'), manifest);
  pack(folder, join(into, `onboarding-${chartVersion(manifest)}.tgz`), time);
}
