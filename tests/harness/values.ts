// Values that many tests share. Imports no other module of the repository, so that it loads quickly.
import { randomBytes } from 'node:crypto';

export const TEST_KEY_RING = { current: 'k1', keys: { k1: randomBytes(32).toString('base64') } };

/** A limit that no test reaches by accident. */
export const PLENTY = 1_000_000;

/** The origins of the sites in tests. */
export const ORIGINS = { partner: 'https://portal.test', staff: 'https://console.test' } as const;

/** A URL that can be registered, although nothing answers there. */
export const HOOK_URL = 'https://hooks.partner.example/onboarding';
