// What a library prints: nodemailer warns with plain text if the only network of the machine is loopback.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runInOwnNetwork } from '../harness/own-network.ts';

const folder = mkdtempSync(join(tmpdir(), 'library-warnings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (script: string, parameters: readonly string[], environment: Record<string, string> = {}) =>
  runInOwnNetwork(script, parameters, { folder, addresses: [], environment });

test('a service logs it as a line of its own, in JSON', async () => {
  const said = await run('tests/running/library-warnings/service.ts', []);
  const lines = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'sent', mails: 1 }));
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      service: 'worker',
      msg: 'a library warned',
      warning: expect.stringMatching(/^Failed to resolve IPv[46] addresses/),
    }),
  );
});

test('the doctor reports only its own findings', async () => {
  const settings = { ENVIRONMENT: 'development', SMTP_URL: 'smtp://localhost:1', MAIL_FROM: 'us@acme.com' };
  const said = await run('apps/ctl/src/main.ts', ['doctor', '--service', 'worker'], settings).catch(String);
  expect(said).toMatch(/mail server of the worker \(SMTP_URL\) +cannot be used \(ESOCKET\)/);
  expect(said).not.toContain('Failed to resolve');
});
