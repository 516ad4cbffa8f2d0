// What people type or pipe in: request bodies, durations and times.
import { readFile } from 'node:fs/promises';
import { CliFailure, wrongUsage } from './failure.ts';
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

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether it is a customer id, as opposed to a reference of the partner. */
export const isCustomerId = (text: string) => UUID.test(text);

// Finds where a text stops being valid JSON: engines do not report the position of every error.

const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

/** The position of the first invalid character; both count from 1. */
export function findJsonMistake(text: string): { line: number; column: number } {
  const before = text.slice(0, scan(text)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function scan(text: string): number {
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const takeMark = (mark: string) => {
    take(SPACE);
    if (text[at] !== mark) return false;
    at++;
    return true;
  };
  const takeList = (end: string, takeItem: () => boolean): boolean => {
    if (takeMark(end)) return true;
    do if (!takeItem()) return false;
    while (takeMark(','));
    return takeMark(end);
  };
  const takeMember = () => {
    take(SPACE);
    return take(STRING) && takeMark(':') && takeValue();
  };
  const takeValue = (): boolean => {
    if (takeMark('{')) return takeList('}', takeMember);
    if (takeMark('[')) return takeList(']', takeValue);
    return take(STRING) || take(SCALAR);
  };
  if (takeValue()) take(SPACE);
  return at;
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** In milliseconds. */
export function toDuration(flag: string, text: string): number {
  const [, count, unit = 's'] = /^(\d{1,5})([smhd])?$/.exec(text) ?? [];
  if (count === undefined) throw wrongUsage(`${flag} must be a duration such as 90s, 10m or 1h, not "${text}".`);
  return Number(count) * (UNITS[unit] ?? 0);
}

export function toMoment(flag: string, text: string, now: Date): Date {
  const [, count, unit = ''] = /^(\d{1,5})([smhd])$/.exec(text) ?? [];
  const at = count === undefined ? Date.parse(text) : now.getTime() - Number(count) * (UNITS[unit] ?? 0);
  if (Number.isNaN(at))
    throw wrongUsage(`${flag} must be a time such as 2026-11-15T10:00:00Z, or how long ago, such as 30m, 12h or 7d.`);
  return new Date(at);
}
