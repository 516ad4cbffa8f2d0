// Finds the binding of a pressed key, alone or as the second of a sequence.
import type { Binding } from './bindings.ts';
import { isChord } from './presses.ts';

/** Time limit for the second key of a sequence. */
const SEQUENCE_MS = 1_500;

/** The first key of a sequence, and when it was pressed. */
export interface Begun {
  key: string;
  at: number;
}

export interface Press {
  key: string;
  at: number;
  /** Whether the key is held down. */
  isRepeat: boolean;
}

/** With keys turned off, chords still work. */
export const isListenedTo = (key: string, on: boolean): boolean => on || isChord(key);

/** The binding to run, or the sequence that starts; if two bindings have the same keys, the later one wins. */
export function answerTo<Live extends Pick<Binding, 'keys' | 'repeat'>>(
  { key, at, isRepeat }: Press,
  bindings: readonly Live[],
  begun: Begun | undefined,
): { found?: Live; begun?: Begun } {
  const before = begun !== undefined && at - begun.at < SEQUENCE_MS ? begun.key : undefined;
  const pressed = before === undefined ? key : `${before} ${key}`;
  const found = bindings.findLast(({ keys, repeat }) => keys === pressed && (repeat || !isRepeat));
  if (found !== undefined) return { found };
  const begins = before === undefined && bindings.some(({ keys }) => keys.startsWith(`${key} `));
  return begins ? { begun: { key, at } } : {};
}
