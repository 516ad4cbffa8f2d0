// Trying again until it works, with growing pauses, telling once that it began and once that it ended.
import { setTimeout as delay } from 'node:timers/promises';

/** Somebody is not there at the moment. Anything else that is thrown ends the trying. */
export class Away extends Error {
  override name = 'Away';
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

export interface Insisting {
  /** As in "The API". */
  who: string;
  signal: AbortSignal;
  say(line: string): void;
}

/** `work` is told how often it was tried, from 1. */
export async function insist<T>({ who, signal, say }: Insisting, work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await work(attempt);
      if (attempt > 1) say(`${who} is back.`);
      return result;
    } catch (thrown) {
      signal.throwIfAborted();
      if (!(thrown instanceof Away)) throw thrown;
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
      if (attempt === 1) say(`${who} is away (${thrown.message}). Trying until it is back; nothing is lost.`);
      await delay(pause, undefined, { signal });
    }
  }
}

/** The few words that tell why a request came to nothing. */
export function reasonOf(thrown: unknown): string {
  const cause: unknown = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  if (cause instanceof Error) return cause.name === 'TimeoutError' ? 'no answer in time' : cause.message;
  return String(cause);
}
