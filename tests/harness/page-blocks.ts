// Pages of the documentation whose shell blocks are run as they stand.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';

/** The shell blocks of a page; in the first, the settings named are given our values in the place of the examples. */
export function readBlocks(page: string, values: Record<string, string>): string[] {
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^${name}=.*$`, 'm');
    expect(blocks[0]).toMatch(line);
    blocks[0] = blocks[0]?.replace(line, `${name}=${value}`) ?? '';
  }
  return blocks;
}

/** With nothing in the environment but the way to the programs. */
export async function runBlocks(folder: string, blocks: readonly (string | undefined)[]): Promise<string> {
  expect(blocks.every((block) => block !== undefined)).toBe(true);
  const options = { cwd: folder, env: { PATH: process.env.PATH } };
  return (await promisify(execFile)('sh', ['-eu', '-c', blocks.join('\n')], options)).stdout;
}
