// Starts every service of deploy/compose.yaml one by one with its settings. Compose itself needs an image registry, which is not
// available here; compose/one-by-one.ts describes what replaces third-party images.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInOwnNetwork } from '../harness/own-network.ts';
import type { Report } from './compose/one-by-one.ts';
import { buildImage, type Image } from './image.ts';

let folder: string;
let image: Image;
let running: Promise<unknown> | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(resolve('.test'), 'compose-'));
  image = await buildImage('compose');
});
afterAll(async () => {
  // The script stops what it has started, even if the test has timed out.
  await running?.catch(() => undefined);
  await image?.remove();
  await rm(folder, { recursive: true, force: true });
});

test('the services of the compose file start in order, and a demo partner creates a business', async () => {
  const script = 'tests/running/compose/one-by-one.ts';
  running = runInOwnNetwork(script, [folder, image.name], { folder, addresses: [], environment: {} });
  await running;
  const report: Report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  expect(report).toEqual({
    created: { status: 200, text: expect.stringContaining('PendingVerification') },
    pages: { '/portal/': 200, '/console/': 200, '/docs/': 200 },
    stoppedWith: { identity: '0', api: '0', worker: '0' },
  });
});
