import { type ApiConfig, type Environment, readApi } from '@onboarding/settings';

export type { ApiConfig };

export const readApiConfig = (environment: Environment = process.env): ApiConfig => readApi(environment);
