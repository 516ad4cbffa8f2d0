// Analysts can find any business of any partner, in any status, by word prefixes; every result is recorded as a read.
import type { BusinessSearchPage } from '@onboarding/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Team, useTeam } from '../../harness/analysts.ts';
import { validBody } from '../../harness/bodies.ts';

describe('the search for analysts', () => {
  let team: Team;
  useTeam((made) => {
    team = made;
  });
  let cheese: string;
  let trading: string;
  let foreign: string;

  beforeAll(async () => {
    const { api, database } = team;
    const create = async (overrides: Record<string, unknown>, headers = {}) =>
      (await api.create(validBody(overrides), headers)).json().value.customerId;
    cheese = await create({
      companyName: 'Zürcher Käse AG',
      tradingName: 'Alpenglück',
      partnerCustomerId: 'ORDER-4711',
      registrationNumber: 'CHE-123',
    });
    trading = await create({
      companyName: 'Cheese Trading',
      registrationNumber: 'RC881',
      partnerCustomerId: 'order-4712',
    });
    const other = await database.addPartner();
    await database.owner.query(`update partners set name = 'Another partner' where partner_id = $1`, [other.partnerId]);
    const token = await api.issuer.token(other);
    foreign = await create(
      { companyName: 'Cheesecake Bakery', registrationNumber: 'RC882', partnerCustomerId: 'c-1' },
      { authorization: `Bearer ${token}` },
    );
    await database.owner.query(`update customers set verification_status = 'Rejected' where customer_id = $1`, [
      trading,
    ]);
  });

  const search = async (query: string): Promise<BusinessSearchPage> => {
    const answer = await team.ada.call('GET', `/search?${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().value;
  };
  const found = async (q: string) => {
    const { items } = await search(`q=${encodeURIComponent(q)}`);
    return items.map(({ customerId }) => customerId);
  };

  test('finds a business of any partner, in any status, by names, numbers and references', async () => {
    for (const q of ['zurcher', 'KÄSE', 'alpen', 'order-4711', 'che-123', 'che123', 'kase zur', 'ORDER 4711 alp']) {
      expect(await found(q), q).toEqual([cheese]);
    }
    expect(await found(cheese.toUpperCase())).toEqual([cheese]);
    expect(await found('cheese'), 'the word itself before longer ones').toEqual([trading, foreign]);
    expect(await found('cheese bak')).toEqual([foreign]);
    expect(await found('eese')).toEqual([]);
    expect(await found('...')).toEqual([]);
    const { items } = await search('q=rc881');
    expect(items).toEqual([
      {
        customerId: trading,
        partnerId: team.api.partner.partnerId,
        partnerName: 'Test partner',
        partnerCustomerId: 'order-4712',
        companyName: 'Cheese Trading',
        tradingName: 'Lagos Trading',
        registrationNumber: 'RC881',
        country: 'NGA',
        verificationStatus: 'Rejected',
        statusChangedAt: expect.any(String),
        erased: false,
      },
    ]);
    expect((await search('q=cheesecake')).items[0]?.partnerName).toBe('Another partner');
  });

  test('returns pages, and rejects a cursor from another query', async () => {
    const first = await search('q=cheese&limit=1');
    expect(first.items.map(({ customerId }) => customerId)).toEqual([trading]);
    const second = await search(`q=cheese&limit=1&cursor=${first.nextCursor}`);
    expect(second.items.map(({ customerId }) => customerId)).toEqual([foreign]);
    expect(second.nextCursor).toBeNull();
    const other = await team.ada.call('GET', `/search?q=chee&limit=1&cursor=${first.nextCursor}`);
    expect([other.statusCode, other.json().error.details[0].pointer]).toEqual([400, '?cursor']);
    for (const query of ['', 'q=', 'q=%20', `q=${'a'.repeat(101)}`, 'q=a&q=b']) {
      expect((await team.ada.call('GET', `/search?${query}`)).statusCode, query).toBe(400);
    }
  });

  test('lists each match once, page by page: first the word itself, newest first, then longer words in order', async () => {
    const names = ['Granite', 'Granitewares', 'Granite', 'Graniteblocks', 'Granite'];
    const made: string[] = [];
    for (const [index, companyName] of names.entries()) {
      const body = validBody({ companyName, tradingName: null, registrationNumber: `GRN${index}` });
      made.push((await team.api.create(body)).json().value.customerId);
    }
    const expected = [4, 2, 0, 3, 1].map((index) => made[index]);
    expect(await found('granite')).toEqual(expected);
    for (const limit of [1, 2, 3]) {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null && seen.length <= names.length; ) {
        const here: BusinessSearchPage = await search(
          `q=granite&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        seen.push(...here.items.map(({ customerId }) => customerId));
        cursor = here.nextCursor;
      }
      expect(seen, `${limit} a page`).toEqual(expected);
    }
  });

  test('records a read for every business in the results', async () => {
    await team.database.owner.query('delete from staff_reads');
    await search('q=cheese');
    const { rows } = await team.database.owner.query('select kind, customer_id, account_id from staff_reads');
    expect(rows.map((row) => row.customer_id).toSorted()).toEqual([trading, foreign].toSorted());
    for (const row of rows) expect(row).toMatchObject({ kind: 'SearchResult', account_id: team.ada.accountId });
  });
});
