import { type Environment, type IdentityConfig, readIdentity } from '@onboarding/settings';

export type { IdentityConfig };

export const readIdentityConfig = (environment: Environment = process.env): IdentityConfig => readIdentity(environment);
