// Reads request bodies from a file or from standard input.
import { readFile } from 'node:fs/promises';
import { CliFailure, wrongUsage } from './failure.ts';
import { findJsonMistake } from './json-place.ts';
import type { Shell } from './task.ts';

/** `-` means standard input. */
export async function readJson<T extends object>(shell: Shell, path: string): Promise<T> {
  const text = path === '-' ? await shell.readInput() : await readText(path);
  const from = path === '-' ? 'Standard input' : path;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as T;
  } catch {
    throw new CliFailure(`${from} is not JSON${placeOf(text)}.`);
  }
  throw wrongUsage(`${from} must be one JSON object.`);
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new CliFailure(`${path} cannot be read: check the path and your permissions, or use "-" for standard input.`);
  });
}

function placeOf(text: string): string {
  if (text.trim() === '') return ': it is empty';
  const { line, column } = findJsonMistake(text);
  return `: check line ${line}, column ${column}`;
}
