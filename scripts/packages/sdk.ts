// The SDK as partners install it: one file for import and one for require, each with types.
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { manifestOf, PARTNERS_NODE } from './manifest.ts';

const SOURCE = 'packages/sdk';
/** Supported by every version of Node, Deno, Bun and Workers that we support. */
const TARGET = 'es2022';

export async function buildSdk(into: string, version: string): Promise<void> {
  const dist = join(into, 'dist');
  await mkdir(dist, { recursive: true });
  await Promise.all([bundle(dist), describeTypes(dist)]);
  await writeFile(join(into, 'package.json'), await manifestOf(SOURCE, version, MANIFEST));
}

const MANIFEST = {
  sideEffects: false,
  engines: { node: PARTNERS_NODE.sdk },
  files: ['dist'],
  main: './dist/index.cjs',
  module: './dist/index.js',
  types: './dist/index.d.ts',
  exports: {
    '.': {
      import: { types: './dist/index.d.ts', default: './dist/index.js' },
      require: { types: './dist/index.d.cts', default: './dist/index.cjs' },
    },
    './package.json': './package.json',
  },
};

async function bundle(dist: string): Promise<void> {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: `${SOURCE}/src/index.ts`,
    // It does not depend on Node.
    platform: 'neutral',
    transform: { target: TARGET },
    onLog: (_level, { message }) => {
      throw new Error(`${SOURCE} does not build: ${message}`);
    },
  });
  // The comments are in the types, where editors show them.
  const comments = { jsdoc: false };
  await build.write({ file: join(dist, 'index.js'), format: 'esm', comments });
  await build.write({ file: join(dist, 'index.cjs'), format: 'cjs', comments });
  await build.close();
}

async function describeTypes(dist: string): Promise<void> {
  const source = resolve(SOURCE, 'src');
  const settings = {
    extends: resolve('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      target: TARGET,
      rootDir: source,
      outDir: dist,
      typeRoots: [resolve('node_modules/@types')],
    },
    include: [`${source}/**/*.ts`],
    exclude: [`${source}/**/*.test.ts`],
  };
  const file = join(dist, 'tsconfig.json');
  await writeFile(file, JSON.stringify(settings));
  try {
    await promisify(execFile)(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', file]);
  } catch (thrown) {
    const said = thrown instanceof Error && 'stdout' in thrown ? String(thrown.stdout) : String(thrown);
    throw new Error(`${SOURCE} does not build:\n${said}`, { cause: thrown });
  } finally {
    await rm(file);
  }
  await forBothKinds(dist);
}

/**
 * TypeScript derives the module type from the file name of its types, and keeps the names of sources in them. Types for require
 * serve import as well, so there is only one copy.
 */
async function forBothKinds(dist: string): Promise<void> {
  for (const file of (await readdir(dist)).filter((name) => name.endsWith('.d.ts'))) {
    const types = await readFile(join(dist, file), 'utf8');
    const named = types.replaceAll(/(?<=['"]\.\/[\w.-]+)\.ts(?=['"])/g, '.cjs');
    await writeFile(join(dist, file.replace(/\.d\.ts$/, '.d.cts')), named);
    await rm(join(dist, file));
  }
  await writeFile(join(dist, 'index.d.ts'), "export * from './index.cjs';\n");
}
