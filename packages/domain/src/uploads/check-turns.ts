import { MIB_BYTES } from '@onboarding/contract';
import { createTurns, type Turns } from '@onboarding/platform/shared-work';

/**
 * Bytes of files that one process reads, scans and inspects at once: those of one partner leave room for another's largest
 * document.
 */
const LIMITS = { atOnce: 24 * MIB_BYTES, ofEach: 12 * MIB_BYTES };

export const createCheckTurns = (): Turns => createTurns(LIMITS);
