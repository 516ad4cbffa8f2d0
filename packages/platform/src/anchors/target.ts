import { execFile } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface AnchorTarget {
  /** May happen twice for one number, with the same line. */
  write(number: number, line: string): Promise<void>;
  /** All lines in order; undefined where they cannot be read back. */
  read(): Promise<string[] | undefined>;
  close(): void;
}

/** A file that is only added to. It is worth what its disk is worth: best one that this machine can only append to. */
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

/** A program of the operator's, which gets the line on its standard input and has kept it when it ends with 0. */
export function commandTarget(path: string): AnchorTarget {
  return {
    async write(_number, line) {
      const running = promisify(execFile)(path, [], { timeout: COMMAND_MS });
      // Whoever ends without reading is known by how it ends.
      running.child.stdin?.on('error', () => {});
      running.child.stdin?.end(`${line}\n`);
      await running;
    },
    read: async () => undefined,
    close() {},
  };
}
