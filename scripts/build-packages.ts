// Builds the packages that partners install: npm run build. Inside this repository Node runs the sources directly, so only
// published packages are built.
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildCli } from './packages/cli.ts';
import { readCommon } from './packages/manifest.ts';
import { buildPython } from './packages/python.ts';
import { buildSdk } from './packages/sdk.ts';

const BUILDERS = { sdk: buildSdk, cli: buildCli };
export type NpmPackage = keyof typeof BUILDERS;

/** Each in its own folder, which npm can pack or publish. */
export async function buildPackages(into: string, version?: string): Promise<Record<NpmPackage, string>> {
  const built = version ?? (await readCommon()).version;
  const folders = { sdk: resolve(into, 'sdk'), cli: resolve(into, 'cli') };
  for (const name of Object.keys(BUILDERS) as NpmPackage[]) {
    const folder = folders[name];
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await BUILDERS[name](folder, built);
    await copyFile(`packages/${name}/README.md`, join(folder, 'README.md'));
    await copyFile('LICENSE', join(folder, 'LICENSE'));
  }
  return folders;
}

if (import.meta.main) {
  const folders = Object.values(await buildPackages('.build'));
  await rm('.build/sdk-python', { recursive: true, force: true });
  for (const path of [...folders, ...(await buildPython('.build/sdk-python'))]) console.log(`built ${path}`);
}
