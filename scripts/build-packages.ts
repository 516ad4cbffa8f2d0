// Builds the packages that partners install: npm run build. Inside this repository Node runs the sources directly, so only
// published packages are built.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { pythonTools } from './openapi-tools.ts';
import { buildCli } from './packages/cli.ts';
import { readCommon } from './packages/manifest.ts';
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

/** The wheel and the source distribution of the Python SDK. Returns their paths. */
export async function buildPython(into: string): Promise<string[]> {
  const folder = resolve(into);
  const build = ['-m', 'hatchling', 'build', '-d', folder];
  await promisify(execFile)(await pythonTools(), build, { cwd: 'packages/sdk-python' });
  const built = (await readdir(folder)).filter((file) => /\.(whl|tar\.gz)$/.test(file));
  return built.map((file) => join(folder, file));
}

if (import.meta.main) {
  const folders = Object.values(await buildPackages('.build'));
  await rm('.build/sdk-python', { recursive: true, force: true });
  for (const path of [...folders, ...(await buildPython('.build/sdk-python'))]) console.log(`built ${path}`);
}
