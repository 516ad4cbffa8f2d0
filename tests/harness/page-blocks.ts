// Pages of the documentation whose shell blocks are run unchanged.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';

/** The blocks of a page in a language, such as `sh` or, as one of several tabs, `ts [TypeScript]`. */
export function blocksOf(page: string, language: string): string[] {
  const block = new RegExp(`^\`\`\`${RegExp.escape(language)}\\n(.*?)^\`\`\`$`, 'gms');
  return [...page.matchAll(block)].map(([, text = '']) => text);
}

/** The shell blocks of a page; in the first, our values replace the examples of the named settings. */
export function readBlocks(page: string, values: Record<string, string>): string[] {
  const blocks = blocksOf(page, 'sh');
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^${name}=.*$`, 'm');
    expect(blocks[0]).toMatch(line);
    blocks[0] = blocks[0]?.replace(line, `${name}=${value}`) ?? '';
  }
  return blocks;
}

/** With only PATH in the environment, unless it is given: blocks that download need what the machine says about its network. */
export async function runBlocks(
  folder: string,
  blocks: readonly (string | undefined)[],
  env: NodeJS.ProcessEnv = { PATH: process.env.PATH },
): Promise<string> {
  expect(blocks.every((block) => block !== undefined)).toBe(true);
  const options = { cwd: folder, env };
  return (await promisify(execFile)('sh', ['-eu', '-c', blocks.join('\n')], options)).stdout;
}
