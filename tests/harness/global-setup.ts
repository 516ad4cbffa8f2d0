// Before all tests: a PostgreSQL of their own and a migrated template database, cloned once per test file.
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { bootstrapDatabase, migrate } from '@onboarding/database';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../scripts/free-port.ts';
import { startPostgres } from '../../scripts/postgres-server.ts';
import { artefacts } from './artefacts.ts';

export interface PostgresAccess {
  superuserUrl: string;
  ownerPassword: string;
  appPassword: string;
}

export const TEMPLATE = 'onboarding_template';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresAccess;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await rm(artefacts(), { recursive: true, force: true });
  await mkdir(artefacts(), { recursive: true });
  // Not durable: nothing here outlives the run. Tests that kill a server start a durable one of their own.
  const server = await startPostgres({
    directory: '.test/postgres',
    port: await freePort(),
    durable: false,
    log: () => {},
  });
  const ownerPassword = randomBytes(12).toString('hex');
  const appPassword = randomBytes(12).toString('hex');
  const { ownerUrl } = await bootstrapDatabase(server.superuserUrl, { database: TEMPLATE, ownerPassword, appPassword });
  await migrate(ownerUrl, () => {});
  project.provide('postgres', { superuserUrl: server.superuserUrl, ownerPassword, appPassword });
  return () => server.stop();
}
