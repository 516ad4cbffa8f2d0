import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate, registerCertificate } from '../../../../tests/harness/clients.ts';
import { ctl } from '../../../../tests/harness/command.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';

let database: TestDatabase;
let environment: Record<string, string>;
beforeAll(async () => {
  database = await cloneDatabase();
  environment = { OPERATIONS_DATABASE_URL: database.operationsUrl };
});
afterAll(() => database.close());

const partners = (...words: string[]) => ctl(['partners', ...words], environment);
const readAs = async (...words: string[]) => JSON.parse((await partners(...words, '--json')).stdout);
const actionsOn = async (partnerId: string) => {
  const { rows } = await database.owner.query(
    'select action, reason, details::json, actor_kind, actor_id from operator_actions where subject_id = $1 order by action_id',
    [partnerId],
  );
  return rows;
};

test('creates, approves, deactivates and activates a partner; the log names the operator of each step', async () => {
  const created = await ctl(['partners', 'create', 'Acme Marketplace', '--operator', 'olga', '--json'], environment);
  expect(created).toMatchObject({ code: 0, stderr: '' });
  const { partnerId, clientId } = JSON.parse(created.stdout);
  expect(await partners('approve', partnerId, '--reason', 'contract 4711')).toMatchObject({
    code: 0,
    stdout: 'Acme Marketplace is Active and Approved.\n',
  });
  expect(await partners('deactivate', clientId, '--reason', 'unpaid')).toMatchObject({ code: 0 });
  expect(await partners('activate', 'acme marketplace', '--reason', 'paid')).toMatchObject({ code: 0 });
  expect(await actionsOn(partnerId)).toMatchObject([
    { action: 'PartnerCreated', actor_kind: 'Operator', actor_id: 'olga', details: { clientId } },
    { action: 'PartnerApproved', actor_id: 'olga', reason: 'contract 4711' },
    { action: 'PartnerDeactivated', actor_id: 'olga', reason: 'unpaid' },
    { action: 'PartnerActivated', actor_id: 'olga', reason: 'paid' },
  ]);
  const lines = (await partners('log', partnerId)).stdout.split('\n');
  expect(lines[1]).toMatch(/ UTC +olga +PartnerActivated +paid$/);
  expect((await readAs('log', clientId)).items).toHaveLength(4);
});

test('limits changes one limit and keeps the others; without options it shows them', async () => {
  const { partnerId } = await readAs('create', 'Limited');
  expect(await partners('limits', partnerId, '--writes', '200')).toMatchObject({
    code: 2,
    stderr: 'Give a reason with --reason.\n',
  });
  expect(await partners('limits', partnerId, '--writes', '200', '--reason', 'June')).toMatchObject({ code: 0 });
  expect(await partners('limits', partnerId, '--reads', '1', '--reason', 'June')).toMatchObject({ code: 0 });
  expect(await partners('limits', partnerId, '--writes', 'many', '--reason', 'x')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('writesPerSecond: must be a whole number from 1 to 100000'),
  });
  expect(await readAs('limits', partnerId)).toEqual({
    readsPerSecond: 1,
    writesPerSecond: 200,
    uploadLinksPerSecond: null,
  });
  expect((await actionsOn(partnerId)).map(({ action }) => action)).toEqual([
    'PartnerCreated',
    'LimitsChanged',
    'LimitsChanged',
  ]);
});

test('list names the next page, and --all reads every page', async () => {
  for (let n = 0; n < 51; n++) await database.addPartner({});
  const first = await readAs('list', '--begins', 'test');
  expect(first.items).toHaveLength(50);
  expect((await partners('list', '--begins', 'test')).stdout).toMatch(
    /\nThere are more results: add --all, or --cursor \S+\n$/,
  );
  const second = await readAs('list', '--begins', 'test', '--cursor', first.nextCursor);
  expect(second).toMatchObject({ items: [expect.anything()], nextCursor: null });
  const all = await readAs('list', '--begins', 'test', '--all');
  expect(all).toEqual({ items: [...first.items, ...second.items], nextCursor: null });
});

test('list shows when the last certificate of each partner expires, apart from revoked ones', async () => {
  const [dated, revoked, without] = [
    await database.addPartner({}),
    await database.addPartner({}),
    await database.addPartner({}),
  ];
  const at = (day: string) => ({ notAfter: new Date(`${day}T12:00:00Z`) });
  await registerCertificate(database, dated, await makeCertificate(), at('2030-01-31'));
  await registerCertificate(database, dated, await makeCertificate(), at('2029-01-01'));
  await registerCertificate(database, revoked, await makeCertificate(), { ...at('2031-01-01'), revokedAt: new Date() });
  const { items } = await readAs('list', '--begins', 'test', '--all');
  const expiryOf = ({ partnerId }: { partnerId: string }) =>
    items.find((one: { partnerId: string }) => one.partnerId === partnerId).certificatesExpireAt;
  expect([dated, revoked, without].map(expiryOf)).toEqual(['2030-01-31T12:00:00.000Z', null, null]);
  expect((await partners('list', '--begins', 'test', '--all')).stdout).toMatch(
    /(CERTIFICATES UNTIL|UTC) +2030-01-31\s/,
  );
});

test('rejects an unknown or ambiguous partner name with advice', async () => {
  expect(await partners('show', 'Nobody')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"onboardingctl partners list" shows them all'),
  });
  await database.addPartner({});
  await database.addPartner({});
  expect(await partners('show', 'test partner')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Give the id of one of them'),
  });
});

test('reports failures as JSON with --json, and their kind as the exit code', async () => {
  const { partnerId } = await readAs('create', 'Approved');
  await partners('approve', partnerId, '--reason', 'x');
  const refused = await partners('reject', partnerId, '--reason', 'y', '--json');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(refused.stderr)).toEqual({
    error: { code: 'Operations.PartnerStateConflict', message: 'This partner is approved. Deactivate it instead.' },
  });
  expect(await partners('lst')).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean list?') });
  expect(await ctl(['partners', 'list'], {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('OPERATIONS_DATABASE_URL is not set'),
  });
  const nowhere = { OPERATIONS_DATABASE_URL: 'postgres://onboarding_operations:x@127.0.0.1:1/onboarding' };
  expect(await ctl(['partners', 'list'], nowhere)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('Check OPERATIONS_DATABASE_URL; nothing was changed.'),
  });
  expect(await ctl(['partners', 'create', 'X'], { OPERATIONS_DATABASE_URL: database.identityUrl })).toMatchObject({
    code: 1,
    stderr:
      'This role is not permitted to do that. OPERATIONS_DATABASE_URL must name the role onboarding_operations.\n',
  });
});

test("partners create generates the client id, and fails with the API's own database role", {
  tags: ['S-295'],
}, async () => {
  const database = await cloneDatabase();
  const create = (url: string) =>
    ctl(['partners', 'create', 'Acme Marketplace', '--json'], { OPERATIONS_DATABASE_URL: url });
  try {
    const { partnerId, clientId } = JSON.parse((await create(database.operationsUrl)).stdout);
    expect(clientId).toBe(`acme-marketplace-${partnerId.replaceAll('-', '')}`);
    expect(await create(database.appUrl)).toMatchObject({ code: 1, stderr: expect.stringContaining('role') });
    const { rows } = await database.owner.query('select partner_id, client_id from partners');
    expect(rows).toEqual([{ partner_id: partnerId, client_id: clientId }]);
  } finally {
    await database.close();
  }
});
