// Pages of the documentation whose shell blocks are run unchanged.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { START_MS } from './patience.ts';

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

/** The shell blocks below each heading of a page. */
export function sectionsOf(page: string): Map<string, string[]> {
  const parts = page.split(/^## /m).slice(1);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), readBlocks(part, {})]));
}

/** With only PATH in the environment by default; blocks that download need the machine's network settings. */
export async function runBlocks(
  folder: string,
  blocks: readonly (string | undefined)[],
  env: NodeJS.ProcessEnv = { PATH: process.env.PATH },
): Promise<string> {
  expect(blocks.every((block) => block !== undefined)).toBe(true);
  const options = { cwd: folder, env };
  return (await promisify(execFile)('sh', ['-eu', '-c', blocks.join('\n')], options)).stdout;
}

/** Called with each line as soon as it is printed. */
export type Watch = (line: string) => void;

/** Runs blocks in one shell, as in one terminal, and returns what they print. Processes they start end with it. */
export async function followBlocks(
  folder: string,
  env: NodeJS.ProcessEnv,
  blocks: readonly string[],
  watch: Watch = () => {},
  withinMs = START_MS,
): Promise<string> {
  const child = spawn('sh', ['-eu', '-c', blocks.join('\n')], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  createInterface(child.stdout).on('line', watch);
  child.stderr.on('data', (chunk) => (errors += chunk));
  const endGroup = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // All of them have exited.
    }
  };
  const timer = setTimeout(endGroup, withinMs);
  child.once('exit', endGroup);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  expect(code, `${printed}${errors}`).toBe(0);
  return printed;
}
