import { MIB_BYTES } from '@onboarding/contract';
import { createFairLimiter, type FairLimiter } from '@onboarding/platform/shared-work';

/**
 * The bytes of files that one process reads, scans and inspects concurrently. The limit per partner leaves enough for another
 * partner's largest document.
 */
const LIMITS = { atOnce: 24 * MIB_BYTES, ofEach: 12 * MIB_BYTES };

export const createCheckLimiter = (): FairLimiter => createFairLimiter(LIMITS);
