import {
  type DocumentSettings,
  type Environment,
  readWorker,
  type WorkerConfig,
  type WorkerRole,
} from '@onboarding/settings';

export type { DocumentSettings, WorkerConfig };
export type Role = WorkerRole;

export const readWorkerConfig = (environment: Environment = process.env): WorkerConfig => readWorker(environment);
