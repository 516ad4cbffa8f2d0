// Limits concurrent file responses. A slow reader holds a connection to the storage, so each person gets only a few, and together
// they leave some for everything else.
import { FILE_OPENING_SECONDS, FILES_AT_ONCE } from '@onboarding/contract';
import { DomainError } from '@onboarding/domain';

export interface FileLimits {
  /** Concurrent files per person. */
  perPerson: number;
  /** Concurrent files per process: half of its connections to the storage. */
  atOnce: number;
  /** Time limit for the first bytes from the storage. */
  openingMs: number;
}

/** As many per person as a browser opens connections, so that browsing documents never reaches the limit. */
export const FILE_LIMITS: FileLimits = {
  perPerson: FILES_AT_ONCE.person,
  atOnce: FILES_AT_ONCE.process,
  openingMs: FILE_OPENING_SECONDS * 1000,
};

const RETRY_SECONDS = 2;

export interface FileSlots {
  /** Returns a function that releases the slot and may be called more than once. */
  take(accountId: string): () => void;
}

export function createFileSlots({ perPerson, atOnce }: Pick<FileLimits, 'perPerson' | 'atOnce'>): FileSlots {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(accountId) {
      const own = taken.get(accountId) ?? 0;
      if (own >= perPerson) {
        throw new DomainError('RateLimit.Exceeded', {
          message: `You are already downloading ${own} documents. Wait until one of them is complete, then try again.`,
          retryAfterSeconds: RETRY_SECONDS,
        });
      }
      if (all >= atOnce) {
        throw new DomainError('Service.Unavailable', {
          message:
            'Too many documents are being downloaded at the moment. Wait for the time in Retry-After and try again.',
          retryAfterSeconds: RETRY_SECONDS,
        });
      }
      all += 1;
      taken.set(accountId, own + 1);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        all -= 1;
        const left = (taken.get(accountId) ?? 1) - 1;
        if (left === 0) taken.delete(accountId);
        else taken.set(accountId, left);
      };
    },
  };
}
