import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '../../../../tests/harness/certificates.ts';
import { ctl } from '../../../../tests/harness/command.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { temporaryFolder } from '../../../../tests/harness/temporary-folder.ts';

let database: TestDatabase;
let environment: Record<string, string>;
let partnerId: string;
beforeAll(async () => {
  database = await cloneDatabase();
  environment = { OPERATIONS_DATABASE_URL: database.operationsUrl, MIGRATION_DATABASE_URL: database.ownerUrl };
  ({ partnerId } = await database.addPartner());
});
afterAll(() => database.close());

const certificates = (words: string[], typed?: string) => ctl(['certificates', ...words], environment, typed);
const actions = async () => {
  const { rows } = await database.owner.query(
    'select action, actor_id, reason, details::json from operator_actions where subject_id = $1 order by action_id',
    [partnerId],
  );
  return rows;
};

const folder = temporaryFolder('certificates');

async function fileWith(text: string): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.pem`);
  await writeFile(file, text);
  return file;
}

test('adds, lists and, after a typed confirmation, revokes a certificate; the log names the operator', async () => {
  const { pem: certificate } = await makeCertificate();
  const file = await fileWith(certificate);
  const add = ['certificates', 'add', partnerId, file, '--name', 'machine 1', '--operator', 'olga', '--json'];
  const added = await ctl(add, environment);
  expect(added).toMatchObject({ code: 0, stderr: '' });
  const { certificateId, thumbprint } = JSON.parse(added.stdout);
  expect((await certificates(['list', partnerId])).stdout).toContain(`${certificateId}  Active`);

  const revoke = ['revoke', partnerId, certificateId, '--reason', 'key leaked'];
  expect(await certificates(revoke)).toMatchObject({ code: 1, stderr: expect.stringContaining('Add --yes') });
  expect(await certificates(revoke, 'no')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing was changed'),
  });
  expect((await certificates(['list', partnerId])).stdout).toContain(`${certificateId}  Active`);
  expect(await certificates(revoke, 'revoke')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${certificateId}  Revoked`),
  });
  expect(await certificates([...revoke, '--yes'])).toMatchObject({ code: 0 });
  expect(await actions()).toEqual([
    { action: 'CertificateAdded', actor_id: 'olga', reason: null, details: { certificateId, thumbprint } },
    { action: 'CertificateRevoked', actor_id: 'olga', reason: 'key leaked', details: { certificateId, thumbprint } },
  ]);
});

test('rejects certificates that the portal would refuse, unreadable files and unknown ids', async () => {
  const { pem: certificate, privateKey: key } = await makeCertificate();
  const add = async (text: string) => certificates(['add', partnerId, await fileWith(text), '--name', 'x']);
  expect(await add(key)).toMatchObject({ code: 1, stderr: expect.stringContaining('private key') });
  expect(await add('nonsense')).toMatchObject({ code: 1 });
  expect(await add(certificate)).toMatchObject({ code: 0 });
  expect(await add(certificate)).toMatchObject({ code: 1, stderr: expect.stringMatching(/key/i) });
  expect(await certificates(['add', partnerId, '/nowhere.pem', '--name', 'x'])).toMatchObject({
    code: 2,
    stderr: '/nowhere.pem cannot be read (ENOENT).\n',
  });
  const unknown = ['revoke', partnerId, crypto.randomUUID(), '--reason', 'x', '--yes'];
  expect(await certificates(unknown)).toMatchObject({ code: 1 });
});

test('the operations role cannot add a certificate, because its key would give access to customers', async () => {
  const { pem: certificate } = await makeCertificate();
  const words = ['certificates', 'add', partnerId, await fileWith(certificate), '--name', 'x'];
  expect(await ctl(words, { MIGRATION_DATABASE_URL: database.operationsUrl })).toMatchObject({
    code: 1,
    stderr: 'This role is not permitted to do that. MIGRATION_DATABASE_URL must name the role onboarding_owner.\n',
  });
});
