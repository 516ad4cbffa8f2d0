import { execFile } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface AnchorTarget {
  /** May be called twice for one number, with the same line. */
  write(number: number, line: string): Promise<void>;
  /** All lines in order; undefined if the target cannot read them back. */
  read(): Promise<string[] | undefined>;
  close(): void;
}

/** An append-only file. It is only as safe as its disk: best one that this machine can only append to. */
export function fileTarget(path: string): AnchorTarget {
  return {
    async write(_number, line) {
      const file = await open(path, 'a', 0o640);
      try {
        await file.write(`${line}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async read() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return text.split('\n').filter((line) => line !== '');
    },
    close() {},
  };
}

const COMMAND_MS = 60_000;

/** An operator's program. It reads the line from standard input, and exit code 0 means that the line is stored. */
export function commandTarget(path: string): AnchorTarget {
  return {
    async write(_number, line) {
      const running = promisify(execFile)(path, [], { timeout: COMMAND_MS });
      // If the program exits without reading, its exit code tells.
      running.child.stdin?.on('error', () => {});
      running.child.stdin?.end(`${line}\n`);
      await running;
    },
    read: async () => undefined,
    close() {},
  };
}
