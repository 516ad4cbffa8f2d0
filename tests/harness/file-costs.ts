// Measures how long it takes to inspect hostile and ordinary files. A separate program, because the test runner's module loader
// makes loops over bytes three times as slow.
import type { DocumentContentType } from '@onboarding/contract';
import { createJudge } from '../../packages/domain/src/uploads/inspection/content-rules.ts';
import { honestFile, hostileFiles, namesBeforeNumbers, namesInRemarks } from './hostile-files.ts';

export interface FileCost {
  what: string;
  sizeBytes: number;
  ms: number;
  /** For an ordinary file of the same type and about the same size. */
  honestMs: number;
}
export interface FileCosts {
  largestHonestMs: number;
  files: FileCost[];
  /** For a file, and for one with four times the content. */
  growing: { what: string; once: number; fourTimes: number }[];
}

const PDF = 'application/pdf';
const LARGEST = 10_000_000;
const ROUNDS = 2;

/** CPU time, the minimum of several rounds: other processes can only slow it down. */
async function cpuMs(type: DocumentContentType, bytes: Buffer): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.threadCpuUsage();
    const judge = createJudge(type);
    for (let at = 0; at < bytes.length; at += 65_536) judge.look(bytes.subarray(at, at + 65_536));
    await judge.refusal();
    judge.findings();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

const honest = new Map<string, number>();
async function honestMs(type: DocumentContentType, size: number): Promise<number> {
  const key = `${type} ${size}`;
  const known = honest.get(key) ?? (await cpuMs(type, honestFile(type, size)));
  honest.set(key, known);
  return known;
}

const largestHonestMs = await honestMs(PDF, LARGEST);
const files: FileCost[] = [];
for (const { what, type, bytes } of hostileFiles()) {
  const size = 10 ** Math.ceil(Math.log10(bytes.length / 1.1));
  files.push({ what, sizeBytes: bytes.length, ms: await cpuMs(type, bytes), honestMs: await honestMs(type, size) });
}
const growing: FileCosts['growing'] = [];
for (const [what, make] of Object.entries({ namesInRemarks, namesBeforeNumbers })) {
  const of = (length: number) => cpuMs(PDF, make(length));
  growing.push({ what, once: await of(2_000_000), fourTimes: await of(8_000_000) });
}
process.stdout.write(JSON.stringify({ largestHonestMs, files, growing } satisfies FileCosts));
