// What is throttled in production is throttled in a sandbox too: nothing that sets one up raises a limit.
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readApi, readIdentity } from '@onboarding/settings';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { renderingFile } from '../../scripts/chart/rendering.ts';
import { seedDemo } from '../../scripts/seed.ts';
import { readComposeFile } from '../harness/compose-file.ts';
import { cloneDatabase } from '../harness/database.ts';

/** As documented: docs/contract-decisions.md, "Limits", and docs/tokens.md. */
const OF_THE_API = {
  RATE_LIMIT_READS: 100,
  RATE_LIMIT_WRITES: 25,
  RATE_LIMIT_UPLOAD_LINKS: 10,
  RATE_LIMIT_SESSION: 20,
  UPLOAD_GIB_PER_DAY: 20,
};
const OF_IDENTITY = { TOKENS_PER_MINUTE_PER_CLIENT: 60, TOKENS_PER_MINUTE_PER_ADDRESS: 600 };

test('the demo partners have no limits of their own', async () => {
  const keyDirectory = await mkdtemp(join(tmpdir(), 'keys-'));
  const database = await cloneDatabase();
  try {
    const keyRing = { current: 'k1', keys: { k1: Buffer.alloc(32, 1).toString('base64') } };
    const { partners } = await seedDemo(database.ownerUrl, { keyDirectory, keyRing });
    expect(partners.length).toBeGreaterThan(1);
    const { rows } = await database.owner.query(
      'select distinct reads_per_second, writes_per_second, upload_links_per_second from partners',
    );
    expect(rows).toEqual([{ reads_per_second: null, writes_per_second: null, upload_links_per_second: null }]);
  } finally {
    await database.close();
    await rm(keyDirectory, { recursive: true });
  }
});

test('the local stack sets no limits', async () => {
  const files = globSync('scripts/{seed,stack}{.ts,/**/*.ts}');
  expect(files.length).toBeGreaterThan(10);
  const names = [...Object.keys(OF_THE_API), ...Object.keys(OF_IDENTITY), 'per_second'];
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    expect(
      names.filter((name) => text.includes(name)),
      file,
    ).toEqual([]);
  }
});

test('deploy/compose.yaml runs the service with the documented limits', () => {
  const { services } = readComposeFile();
  const given = (service: string) =>
    Object.fromEntries(
      Object.entries(services[service]?.environment ?? {}).map(([key, value]) => [key, String(value)]),
    );
  expect(readApi(given('api'))).toMatchObject(OF_THE_API);
  expect(readIdentity(given('identity'))).toMatchObject(OF_IDENTITY);
});

test('the chart sets no limits unless its values do', async () => {
  const rendered = parseAllDocuments(await readFile(renderingFile('minimal'), 'utf8')).map((one) => one.toJS());
  const names: string[] = rendered.flatMap(({ spec }) =>
    (spec?.template?.spec.containers ?? []).flatMap(({ env }: { env: { name: string }[] }) =>
      env.map(({ name }) => name),
    ),
  );
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => name in OF_THE_API || name in OF_IDENTITY)).toEqual([]);
});
