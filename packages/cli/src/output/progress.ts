// What happens while a command works, on the error output: one line that is rewritten on a terminal, and one line for each
// stage elsewhere.

export interface Progress {
  /** The stage that begins now. */
  stage(text: string): void;
  /** How far the stage is; shown on a terminal only. */
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
