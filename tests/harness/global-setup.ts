// Before all tests of a ring: starts PostgreSQL with a migrated template database, cloned once per test file.
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { bootstrapDatabase, migrate, type RolePasswords, serveEveryCountry } from '@onboarding/database';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../scripts/free-port.ts';
import { removePostgres, startPostgres } from '../../scripts/servers/postgres-server.ts';
import { artefacts } from './artefacts.ts';
import { TEMPLATE } from './postgres-access.ts';
import { forgetUnfinished } from './programs.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(artefacts(), { recursive: true });
  forgetUnfinished();
  // Not durable: nothing here is needed after the run. Tests that kill a server start their own durable one.
  // One for each ring: one run may include files of both.
  const directory = `.test/postgres-${project.name}`;
  const server = await startPostgres({
    directory,
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
    await serveEveryCountry(ownerUrl);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('postgres', { superuserUrl: server.superuserUrl, ...passwords });
  return async () => {
    await server.stop();
    // The databases of a whole run take 4 GB.
    await removePostgres(directory);
  };
}
