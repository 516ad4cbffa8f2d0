// Limits concurrent responses that take long. A slow reader holds what its response needs, so each holder gets only a few, and
// together they leave some for everything else.
import { FILE_OPENING_SECONDS, FILES_AT_ONCE } from '@onboarding/contract';
import { DomainError } from '@onboarding/domain';

export interface SlotLimits {
  /** Per person or per partner. */
  perHolder: number;
  /** Per process. */
  atOnce: number;
}

export interface FileLimits extends SlotLimits {
  /** Time limit for the first bytes from the storage. */
  openingMs: number;
}

/**
 * Per person, as many as a browser opens connections, so that browsing documents never reaches the limit; per process, half of its
 * connections to the storage.
 */
export const FILE_LIMITS: FileLimits = {
  perHolder: FILES_AT_ONCE.person,
  atOnce: FILES_AT_ONCE.process,
  openingMs: FILE_OPENING_SECONDS * 1000,
};

/** The error messages. */
export interface SlotWords {
  own: (taken: number) => string;
  all: string;
}

export const FILE_WORDS: SlotWords = {
  own: (taken) => `You are already downloading ${taken} documents. Wait until one of them is complete, then try again.`,
  all: 'Too many documents are being downloaded at the moment. Wait for the time in Retry-After and try again.',
};

const RETRY_SECONDS = 2;

export interface Slots {
  /** Returns a function that releases the slot and may be called more than once. */
  take(holder: string): () => void;
}

export function createSlots({ perHolder, atOnce }: SlotLimits, words: SlotWords): Slots {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(holder) {
      const own = taken.get(holder) ?? 0;
      if (own >= perHolder) {
        throw new DomainError('RateLimit.Exceeded', { message: words.own(own), retryAfterSeconds: RETRY_SECONDS });
      }
      if (all >= atOnce) {
        throw new DomainError('Service.Unavailable', { message: words.all, retryAfterSeconds: RETRY_SECONDS });
      }
      all += 1;
      taken.set(holder, own + 1);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        all -= 1;
        const left = (taken.get(holder) ?? 1) - 1;
        if (left === 0) taken.delete(holder);
        else taken.set(holder, left);
      };
    },
  };
}
