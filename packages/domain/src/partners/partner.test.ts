import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { demoPartners, seedDemoPartners } from '../../../../scripts/seed.ts';
import { cloneDatabase } from '../../../../tests/harness/database.ts';
import { clientIdOf } from './partner.ts';

const ID = '0199a8f2-4c31-7d0c-b1e6-4f2f5a7c9d10';
const BARE = '0199a8f24c317d0cb1e64f2f5a7c9d10';

test.each([
  ['Acme Marketplace', 'acme-marketplace'],
  ['  Acme & Söhne (Zürich) GmbH. ', 'acme-sohne-zurich-gmbh'],
  ['株式会社', 'partner'],
  ['---', 'partner'],
  ['A'.repeat(60), 'a'.repeat(40)],
  [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
])('the client id of "%s" is %s and the partner id without dashes', (name, slug) => {
  expect(clientIdOf(name, ID)).toBe(`${slug}-${BARE}`);
});

test("the operators' page makes a partner whose client id was generated, and nobody else but the owner can", async () => {
  const page = readFileSync('docs/operations.md', 'utf8');
  const block = /```sh\n(MIGRATION_DATABASE_URL=\S+ node --input-type=module.*?)```/s.exec(page)?.[1] ?? '';
  const database = await cloneDatabase();
  const made = async (url: string) => {
    const command = `export PATH="${dirname(process.execPath)}:$PATH"; ${block.replace(/postgres:\S+/, url)}`;
    return (await promisify(execFile)('bash', ['-c', command])).stdout;
  };
  try {
    const printed = await made(database.ownerUrl);
    const { rows } = await database.owner.query('select * from partners');
    expect(rows).toMatchObject([{ name: 'Acme Marketplace', status: 'Active', onboarding_status: 'Approved' }]);
    const [{ partner_id, client_id }] = rows;
    expect(client_id).toBe(`acme-marketplace-${partner_id.replaceAll('-', '')}`);
    expect(printed).toContain(partner_id);
    expect(printed).toContain(client_id);
    await expect(made(database.appUrl)).rejects.toThrow('permission denied');
  } finally {
    await database.close();
  }
});

test('the partners of a local stack have such a client id, and stay as they are when it starts again', async () => {
  const database = await cloneDatabase();
  try {
    await seedDemoPartners(database.ownerUrl);
    await database.owner.query(`update partners set name = 'Renamed'`);
    await seedDemoPartners(database.ownerUrl);
    const { rows } = await database.owner.query('select name, client_id from partners order by partner_id');
    expect(rows).toEqual(demoPartners.map(({ clientId }) => ({ name: 'Renamed', client_id: clientId })));
    expect(rows[0].client_id).toBe('acme-marketplace-01930a00000070008000000000000001');
  } finally {
    await database.close();
  }
});
