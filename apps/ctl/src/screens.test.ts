// The help of every command and every table on a terminal of 80 columns, stored as text beside this file:
// `npm test -- apps/ctl/src/screens.test.ts -u` updates them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi } from '../../../tests/harness/api.ts';
import { validBody } from '../../../tests/harness/bodies.ts';
import { makeCertificate } from '../../../tests/harness/certificates.ts';
import { ctl } from '../../../tests/harness/command.ts';
import { cloneDatabase, type TestDatabase } from '../../../tests/harness/database.ts';
import { masked } from '../../../tests/harness/masked.ts';
import { addDeadLetter } from '../../../tests/harness/scenes/operations-situations.ts';
import { signIn } from '../../../tests/harness/session.ts';
import { register } from '../../../tests/harness/webhooks.ts';
import { buildProgram } from './program.ts';

const COLUMNS = 80;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'screens-'));
  database = await cloneDatabase();
  const api = await startTestApi(database);
  const { partnerId } = api.partner;
  await database.owner.query(`update partners set name = 'Acme Marketplace' where partner_id = $1`, [partnerId]);
  expect((await api.create(validBody())).statusCode).toBe(200);
  await register(api, await signIn(database, { partnerId }));
  await api.close();
  // Keeps the processes ready during this test.
  await database.owner.query(`update process_probes set probed_at = now() + interval '1 hour'`);
  await addDeadLetter(database, { queue: 'screening.run', data: {} });
  writeFileSync(join(folder, 'certificate.pem'), (await makeCertificate()).pem);
  for (const words of PREPARED()) expect(await run(words), words.join(' ')).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (words: readonly string[], more: Record<string, string> = {}) =>
  ctl(
    words,
    {
      MIGRATION_DATABASE_URL: database.ownerUrl,
      OPERATIONS_DATABASE_URL: database.operationsUrl,
      ISSUER: 'https://id.service.example',
      ...more,
    },
    undefined,
    COLUMNS,
  );

const GRACE = ['--name', 'Grace Otieno', '--email', 'grace@acme.example'];
const PREPARED = () => [
  ['partners', 'create', 'Zebra Payments'],
  ['partners', 'approve', 'Zebra Payments', '--reason', 'The contract 4711 was signed by both sides on Monday.'],
  ['certificates', 'add', 'Acme Marketplace', join(folder, 'certificate.pem'), '--name', 'First server'],
  ['people', 'invite', '--partner', 'Acme Marketplace', '--role', 'admin', ...GRACE],
  ['staff', 'invite', '--role', 'operator', '--name', 'Olga Operator', '--email', 'olga@service.example'],
  ['countries', 'prohibit', 'RUS', '--reason', 'Decided by the risk committee in its meeting of May.', '--yes'],
  ['keys', 'signing', 'publish'],
  ['documents', 'reconcile'],
];

async function keep(name: string, screen: string): Promise<void> {
  const text = masked(screen).replaceAll(folder, '/tmp');
  const tooLong = text.split('\n').filter((line) => line.length > COLUMNS);
  // Addresses are not broken. The library writes the usage on one line.
  expect(tooLong.filter((line) => line.trim().includes(' ') && !line.startsWith('Usage: '))).toEqual([]);
  await expect(text).toMatchFileSnapshot(`screens/${name}.txt`);
}

const shell = { environment: {}, out: () => {}, err: () => {}, ask: undefined, width: COLUMNS };
const below = (command: Command): string[][] =>
  command.commands.flatMap((one) => [[one.name()], ...below(one).map((words) => [one.name(), ...words])]);

describe('help', () => {
  const all = [[], ...below(buildProgram(shell))];
  const nouns = [...new Set(all.map(([noun = 'onboardingctl']) => noun))];

  test.each(nouns)('%s', async (noun) => {
    const screens: string[] = [];
    for (const words of all.filter(([first = 'onboardingctl']) => first === noun)) {
      const { code, stdout } = await run([...words, '--help']);
      expect(code).toBe(0);
      screens.push(`$ onboardingctl ${[...words, '--help'].join(' ')}\n${stdout}`);
    }
    await keep(`help-${noun}`, screens.join('\n'));
  });
});

describe('tables', () => {
  test.each([
    ['partners-list', ['partners', 'list']],
    ['partners-show', ['partners', 'show', 'Acme Marketplace']],
    ['partners-log', ['partners', 'log', 'Zebra Payments']],
    ['certificates-list', ['certificates', 'list', 'Acme Marketplace']],
    ['people-list', ['people', 'list', '--partner', 'Acme Marketplace']],
    ['staff-list', ['staff', 'list']],
    ['keys-list', ['keys', 'list']],
    ['jobs-list', ['jobs', 'list']],
    ['jobs-dead-letters', ['jobs', 'dead-letters']],
    ['webhooks-inspect', ['webhooks', 'inspect', 'Acme Marketplace']],
    ['countries-lists', ['countries', 'lists']],
    ['countries-looks', ['countries', 'looks']],
    ['reference-list', ['reference', 'requirements', 'list', 'NGA']],
    ['audit-log', ['audit', 'log']],
    ['business-types', ['reference', 'business-types', 'list']],
  ])('%s', async (name, words) => {
    const { code, stdout, stderr } = await run(words);
    expect(code, stderr).toBe(0);
    await keep(name, `$ onboardingctl ${words.join(' ')}\n${stdout}`);
  });

  test('config-check', async () => {
    const wrong = { ENVIRONMENT: 'development', PORT: 'eighty', KEY_RINGS: '{}' };
    const { code, stdout } = await run(['config', 'check', '--service', 'api'], wrong);
    expect(code).toBe(1);
    await keep('config-check', `$ onboardingctl config check --service api\n${stdout}`);
  });
});
