import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

interface StoredLine {
  line: string;
  /** According to the clock of the store, if it has one. */
  storedAt?: Date | undefined;
}

/** An external store that keeps numbered lines permanently. */
export interface AnchorTarget {
  /** Idempotent for the same number and line. Throws if another line has that number: no line is ever replaced. */
  write(number: number, line: string): Promise<void>;
  /**
   * The line with the highest number; undefined if the store cannot be queried. `known`: a number that was stored before, which
   * makes the search faster.
   */
  last(known: number): Promise<StoredLine | 'none' | undefined>;
  /** All lines in order; undefined if the store cannot read them back. */
  read(): AsyncIterable<string> | undefined;
  close(): void;
}

/** An append-only file. It is only as safe as its disk; ideally, this machine can only append to it. */
export function fileTarget(path: string): AnchorTarget {
  return {
    async write(_number, line) {
      const { last, torn } = await readEnd(path);
      if (last === line) return;
      const file = await open(path, 'a', 0o640);
      try {
        // Unlike write, this fails unless everything was written.
        await file.appendFile(`${torn ? '\n' : ''}${line}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async last() {
      const { last } = await readEnd(path);
      return last === '' ? 'none' : { line: last };
    },
    read: () => readLines(path),
    close() {},
  };
}

const CHUNK_BYTES = 65_536;
const NEWLINE = 0x0a;

interface FileEnd {
  /** The last complete line; empty if there is none. */
  last: string;
  /** The offset of its end. */
  bytes: number;
  /** Whether a power cut left a partial line after it. */
  torn: boolean;
}

async function readEnd(path: string): Promise<FileEnd> {
  const file = await openIfThere(path);
  if (file === undefined) return { last: '', bytes: 0, torn: false };
  try {
    const { size } = await file.stat();
    for (let length = Math.min(size, CHUNK_BYTES); ; length = Math.min(size, length * 2)) {
      const buffer = Buffer.alloc(length);
      await file.read(buffer, 0, length, size - length);
      const end = buffer.lastIndexOf(NEWLINE);
      const start = end < 1 ? -1 : buffer.lastIndexOf(NEWLINE, end - 1);
      if (start === -1 && length < size) continue;
      const last = buffer.subarray(start + 1, Math.max(end, 0)).toString();
      return { last, bytes: size - length + end + 1, torn: end !== length - 1 && length > 0 };
    }
  } finally {
    await file.close();
  }
}

async function* readLines(path: string): AsyncGenerator<string> {
  const { bytes } = await readEnd(path);
  if (bytes === 0) return;
  let before = '';
  for await (const line of createInterface({ input: createReadStream(path, { end: bytes - 1 }) })) {
    // A partial line left by a power cut is followed by the complete line.
    const torn = line !== before && line.startsWith(before);
    if (before !== '' && !torn) yield before;
    before = line;
  }
  if (before !== '') yield before;
}

function openIfThere(path: string): Promise<FileHandle | undefined> {
  return open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

const COMMAND_MS = 60_000;

/**
 * An operator's program. It reads the line from standard input, and exit code 0 means that the line is stored. Another program,
 * `ask`, prints the last stored line, or nothing.
 */
export function commandTarget(path: string, ask: string | undefined): AnchorTarget {
  return {
    async write(_number, line) {
      await runProgram(path, `${line}\n`);
    },
    async last() {
      if (ask === undefined) return undefined;
      const line = (await runProgram(ask, '')).trim();
      return line === '' ? 'none' : { line };
    },
    read: () => undefined,
    close() {},
  };
}

async function runProgram(path: string, input: string): Promise<string> {
  const running = promisify(execFile)(path, [], { timeout: COMMAND_MS, maxBuffer: MOST_PRINTED });
  // If the program exits without reading its input, the exit code reports it.
  running.child.stdin?.on('error', () => {});
  running.child.stdin?.end(input);
  return (await running).stdout;
}

/** Large, because an anchor grows with the number of partners. */
const MOST_PRINTED = 16 * 1024 * 1024;
