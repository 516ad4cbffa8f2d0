// Before all tests: starts PostgreSQL with a migrated template database, cloned once per test file.
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { bootstrapDatabase, migrate, type RolePasswords } from '@onboarding/database';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../scripts/free-port.ts';
import { startPostgres } from '../../scripts/servers/postgres-server.ts';
import { artefacts } from './artefacts.ts';
import { forgetUnfinished } from './programs.ts';

export interface PostgresAccess extends RolePasswords {
  superuserUrl: string;
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
  forgetUnfinished();
  // Not durable: nothing here outlives the run. Tests that kill a server start their own durable one.
  const server = await startPostgres({
    directory: '.test/postgres',
    port: await freePort(),
    durable: false,
    log: () => {},
  });
  const password = () => randomBytes(12).toString('hex');
  const passwords: RolePasswords = {
    ownerPassword: password(),
    appPassword: password(),
    staffPassword: password(),
    operationsPassword: password(),
    identityPassword: password(),
    workerPassword: password(),
  };
  try {
    const { ownerUrl } = await bootstrapDatabase(server.superuserUrl, { database: TEMPLATE, ...passwords });
    await migrate(ownerUrl, () => {});
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('postgres', { superuserUrl: server.superuserUrl, ...passwords });
  return () => server.stop();
}
