// Progress of a command on standard error: one line that is rewritten on a terminal, and one line per stage otherwise.

export interface Progress {
  /** Starts a stage. */
  stage(text: string): void;
  /** Progress within the stage; shown only on a terminal. */
  part(done: number, whole: number): void;
  /** Removes the line. */
  end(): void;
}

const CLEAR = '\r\u001b[K';
const BAR = 20;

export function createProgress(write: (text: string) => void, isTerminal: boolean): Progress {
  let label = '';
  return {
    stage(text) {
      label = text;
      write(isTerminal ? `${CLEAR}${text} ...` : `${text}\n`);
    },
    part(done, whole) {
      if (!isTerminal || whole === 0) return;
      const share = Math.min(1, done / whole);
      const bar = '#'.repeat(Math.round(share * BAR)).padEnd(BAR, '.');
      write(`${CLEAR}${label} [${bar}] ${Math.floor(share * 100)} %`);
    },
    end() {
      if (isTerminal && label !== '') write(CLEAR);
    },
  };
}

export const NO_PROGRESS: Progress = { stage() {}, part() {}, end() {} };
