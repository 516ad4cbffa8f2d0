// The identity service as a process of its own, with what it prints.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { artefacts } from '../artefacts.ts';
import type { TestDatabase } from '../database.ts';
import { type RunningProcess, runIdentity } from '../process.ts';

/** For tests that send much: the limits have their own test file. */
export const NO_LIMITS = { TOKENS_PER_MINUTE_PER_CLIENT: '1000000', TOKENS_PER_MINUTE_PER_ADDRESS: '1000000' };

export interface Identity extends RunningProcess {
  issuer: string;
  /** Everything that the process has printed. */
  output(): string;
}

export async function startIdentity(
  database: Pick<TestDatabase, 'name' | 'identityUrl'>,
  environment: Record<string, string> = {},
  port?: number,
): Promise<Identity> {
  const logName = `identity-${database.name}`;
  const running = await runIdentity({
    databaseUrl: database.identityUrl,
    environment,
    logName,
    ...(port === undefined ? {} : { port }),
  });
  return {
    ...running,
    issuer: environment.ISSUER ?? running.url.replace('127.0.0.1', 'localhost'),
    output: () => readFileSync(resolve(artefacts('logs'), `${logName}-${running.process.pid}.log`), 'utf8'),
  };
}
