import { readFile, rename, writeFile } from 'node:fs/promises';
import type { z } from 'zod';
import { failureCode, StackFailure } from './failure.ts';

export async function readStateFile<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (thrown) {
    if (failureCode(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new StackFailure(`${path} cannot be read: restore it, or start over with "npm run stack -- reset"`);
  }
}

/** Written to another file and renamed, so that an interruption leaves the old file or the new one. */
export async function writeStateFile(path: string, value: unknown): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}
