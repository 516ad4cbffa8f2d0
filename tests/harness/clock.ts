// A clock that a test moves for several real processes.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from './temporary-folder.ts';

export interface MovableClock {
  /** The environment for a process. */
  environment: Record<string, string>;
  now(): Date;
  /** It continues from there. */
  moveTo(at: Date): void;
  move(ms: number): void;
  /** It stays there until it is moved. */
  stopAt(at: Date): void;
}

export function movableClock(): MovableClock {
  const file = join(temporaryFolder('clock'), 'clock');
  let ahead = 0;
  let stopped: Date | undefined;
  const write = () => writeFileSync(file, stopped === undefined ? String(ahead) : `=${stopped.getTime()}`);
  write();
  const now = () => stopped ?? new Date(Date.now() + ahead);
  function moveTo(at: Date): void {
    ahead = at.getTime() - Date.now();
    stopped = undefined;
    write();
  }
  return {
    environment: {
      CLOCK_FILE: file,
      NODE_OPTIONS: `--import=${pathToFileURL(resolve('tests/harness/moved-clock.ts'))}`,
    },
    now,
    moveTo,
    move: (ms) => moveTo(new Date(now().getTime() + ms)),
    stopAt(at) {
      stopped = at;
      write();
    },
  };
}
