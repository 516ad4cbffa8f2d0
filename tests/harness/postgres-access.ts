// How a test reaches the PostgreSQL of its run, which global-setup.ts starts.
import type { RolePasswords } from '@onboarding/database';

export interface PostgresAccess extends RolePasswords {
  superuserUrl: string;
}

/** The migrated database that each test file clones. */
export const TEMPLATE = 'onboarding_template';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresAccess;
  }
}
