// Makes the packages that partners install, as JavaScript with types: npm run build. Inside this repository Node runs the
// sources as they are, so only what leaves it is built.
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** In this order: the later ones need the types of the earlier. */
const PACKAGES = ['sdk', 'cli'] as const;
type PackageName = (typeof PACKAGES)[number];

interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  exports?: Record<string, string>;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
}

/** Each in a folder of its own that npm can pack or publish. */
export async function buildPackages(into: string): Promise<Record<PackageName, string>> {
  const folders = { sdk: resolve(into, 'sdk'), cli: resolve(into, 'cli') };
  for (const name of PACKAGES) {
    await rm(folders[name], { recursive: true, force: true });
    await mkdir(folders[name], { recursive: true });
    await compile(name, folders);
    await correctTypes(folders[name]);
    await describePackage(name, folders[name]);
  }
  return folders;
}

async function compile(name: PackageName, folders: Record<PackageName, string>): Promise<void> {
  const source = resolve('packages', name, 'src');
  const settings = {
    extends: resolve('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      // For every Node that is still cared for.
      target: 'es2022',
      lib: ['es2023'],
      rootDir: source,
      outDir: folders[name],
      typeRoots: [resolve('node_modules/@types')],
      // As it will be installed, not as it lies here.
      ...(name !== 'sdk' && { paths: { '@onboarding/sdk': [join(folders.sdk, 'index.d.ts')] } }),
    },
    include: [`${source}/**/*.ts`],
    exclude: [`${source}/**/*.test.ts`],
  };
  const file = join(folders[name], 'tsconfig.json');
  await writeFile(file, JSON.stringify(settings));
  try {
    await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', file]);
  } catch (thrown) {
    const said = thrown instanceof Error && 'stdout' in thrown ? String(thrown.stdout) : String(thrown);
    throw new Error(`packages/${name} does not build:\n${said}`, { cause: thrown });
  } finally {
    await rm(file);
  }
}

/** The compiler rewrites the endings of imports in JavaScript, and leaves those in the types. */
async function correctTypes(folder: string): Promise<void> {
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.d.ts'))) {
    const types = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), types.replaceAll(/(?<=from ')(\.\/[\w.-]+)\.ts(?=')/g, '$1.js'));
  }
}

/** What a command runs, once built. */
const COMMAND = './main.js';
const toJs = (path: string) => path.replace('./src/', './').replace(/\.ts$/, '.js');
const toTypes = (path: string) => path.replace('./src/', './').replace(/\.ts$/, '.d.ts');

async function describePackage(name: PackageName, folder: string): Promise<void> {
  const source: Manifest = JSON.parse(await readFile(`packages/${name}/package.json`, 'utf8'));
  const manifest = {
    name: source.name,
    version: source.version,
    description: source.description,
    license: source.license,
    type: 'module',
    engines: { node: '>=22' },
    ...(source.exports && {
      exports: Object.fromEntries(
        Object.entries(source.exports).map(([door, path]) => [door, { types: toTypes(path), default: toJs(path) }]),
      ),
    }),
    ...(source.bin && {
      bin: Object.fromEntries(Object.keys(source.bin).map((command) => [command, COMMAND])),
    }),
    // Ours are released together.
    ...(source.dependencies && {
      dependencies: Object.fromEntries(
        Object.entries(source.dependencies).map(([dependency, range]) => [
          dependency,
          dependency.startsWith('@onboarding/') ? source.version : range,
        ]),
      ),
    }),
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await copyFile(`packages/${name}/README.md`, join(folder, 'README.md'));
  await copyFile('LICENSE', join(folder, 'LICENSE'));
  if (source.bin !== undefined) await chmod(join(folder, COMMAND), 0o755);
}

if (import.meta.main) {
  const folders = await buildPackages('.build');
  for (const folder of Object.values(folders)) console.log(`built ${folder}`);
}
