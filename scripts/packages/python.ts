// The wheel and the source distribution of the Python SDK.
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { pythonTools } from '../openapi-tools.ts';

/** Returns the paths of the built files. */
export async function buildPython(into: string): Promise<string[]> {
  const folder = resolve(into);
  const build = ['-m', 'hatchling', 'build', '-d', folder];
  await promisify(execFile)(await pythonTools(), build, { cwd: 'packages/sdk-python' });
  const built = (await readdir(folder)).filter((file) => /\.(whl|tar\.gz)$/.test(file));
  return built.map((file) => join(folder, file));
}
