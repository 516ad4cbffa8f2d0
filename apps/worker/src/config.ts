import { CONSOLE_PATH, PORTAL_PATH } from '@onboarding/contract';
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

/** Where mails lead to. Our staff do not have a console everywhere. */
export const sitesOf = ({ PORTAL_URL, CONSOLE_URL }: Pick<WorkerConfig, 'PORTAL_URL' | 'CONSOLE_URL'>) => ({
  portalUrl: PORTAL_URL + PORTAL_PATH,
  consoleUrl: CONSOLE_URL === undefined ? undefined : CONSOLE_URL + CONSOLE_PATH,
});
