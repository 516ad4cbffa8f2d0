// Platforms besides Node on which partners run the TypeScript SDK: Bun, Deno, and workerd, which runs Workers.
import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installedNode } from './tools.ts';

/** The program's path in the package for this machine; the usual command would need an install script. */
const PROGRAMS = { bun: '@oven/*/bin/bun', deno: '@deno/*/deno', workerd: '@cloudflare/*/bin/workerd' };
export type Runtime = keyof typeof PROGRAMS;

export async function runtimes(): Promise<Record<Runtime, string>> {
  const packages = resolve(await installedNode('runtimes', resolve(import.meta.dirname, 'runtimes')), '..');
  const find = (runtime: Runtime): string => {
    const [program] = globSync(PROGRAMS[runtime], { cwd: packages });
    if (program === undefined)
      throw new Error(`There is no ${runtime} for this machine: ${process.platform} ${process.arch}`);
    return join(packages, program);
  };
  return { bun: find('bun'), deno: find('deno'), workerd: find('workerd') };
}
