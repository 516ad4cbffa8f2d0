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
])('the client id of "%s" is %s and the partner id without dashes', { tags: ['S-295'] }, (name, slug) => {
  expect(clientIdOf(name, ID)).toBe(`${slug}-${BARE}`);
});

test('the demo partners have such client ids, and seeding again does not change them', {
  tags: ['S-295'],
}, async () => {
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
