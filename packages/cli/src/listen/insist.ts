// Retries with backoff; reports once when it starts to fail and once when it works again.
import { setTimeout as delay } from 'node:timers/promises';

/** Unavailable at the moment. Any other error ends the retries. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

export interface Insisting {
  /** The subject of the messages, such as "The API". */
  who: string;
  signal: AbortSignal;
  say(line: string): void;
}

/** `work` gets the attempt number, from 1. */
export async function insist<T>({ who, signal, say }: Insisting, work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await work(attempt);
      if (attempt > 1) say(`${who} is back.`);
      return result;
    } catch (thrown) {
      signal.throwIfAborted();
      if (!(thrown instanceof Unavailable)) throw thrown;
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
      if (attempt === 1) say(`${who} is unavailable (${thrown.message}). Retrying until it is back; nothing is lost.`);
      await delay(pause, undefined, { signal });
    }
  }
}

/** Why a request failed, in a few words. */
export function reasonOf(thrown: unknown): string {
  const cause: unknown = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  if (cause instanceof Error) return cause.name === 'TimeoutError' ? 'timeout' : cause.message;
  return String(cause);
}
