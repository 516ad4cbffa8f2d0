// A change to a list of countries applies to every business concerned: queued ones are flagged and reviewed first, approved ones
// are queued for monitoring. Partners see nothing of it.
import { lookForCountries } from '@onboarding/domain/flags';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAnalyst } from '../../harness/analysts.ts';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validAddress } from '../../harness/bodies.ts';
import { ctl } from '../../harness/command.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { codesOf, createPlain, type FlagWorker, openFlagWorker, plainPerson } from '../../harness/scenes/flags.ts';
import { type Customer, setStatus, tracesOf } from '../../harness/scenes/updates.ts';
import { proposalOf } from '../../harness/scenes/verdicts.ts';

let database: TestDatabase;
let api: TestApi;
let worker: FlagWorker;
beforeAll(async () => {
  database = await cloneDatabase();
  await database.owner.query('update country_looks set finished_at = now()');
  api = await startTestApi(database);
  worker = openFlagWorker(database, () => new Date());
});
afterAll(async () => {
  await worker.db.close();
  await api.close();
  await database.close();
});

const operate = async (...words: string[]) => {
  const outcome = await ctl(['countries', ...words], { OPERATIONS_DATABASE_URL: database.operationsUrl });
  expect([outcome.code, outcome.stderr]).toEqual([0, '']);
  return outcome.stdout;
};

/** Runs all looks to the end, then computes the flags that they made due. */
async function lookEverywhere(limit?: number) {
  const pages: Awaited<ReturnType<typeof lookForCountries>>[] = [];
  for (let page = await lookForCountries(worker, limit); page !== undefined; ) {
    pages.push(page);
    page = await lookForCountries(worker, limit);
  }
  while ((await worker.work()).computed > 0);
  return pages;
}

/** As after an approval by two analysts who knew the current flags. */
async function approve(customer: Customer): Promise<void> {
  await worker.work();
  await setStatus(database, customer, 'Approved');
  await database.owner.query(
    'update reviews set queued_at = null, decided_flags = flags, flags_due_at = null where customer_id = $1',
    [customer.customerId],
  );
  await database.owner.query('update customers set monitoring = null where customer_id = $1', [customer.customerId]);
}

const standing = async ({ customerId }: Customer) => {
  const { rows } = await database.owner.query(
    `select c.monitoring, r.queued_at is not null as queued, r.queue_reason as reason, r.priority
     from customers c join reviews r on r.customer_id = c.customer_id where c.customer_id = $1`,
    [customerId],
  );
  return rows[0];
};
const CALM = { monitoring: null, queued: false };
const MONITORED = { monitoring: 'Waiting', queued: true, reason: 'Monitoring', priority: 3 };

test('a new business with a high-risk country is flagged and gets the highest priority', async () => {
  const plain = await createPlain(api);
  const risky = await createPlain(api, { businessPersonList: [plainPerson({ taxResidenceCountry: 'YEM' })] });
  await worker.work();
  expect([await codesOf(database, plain), (await standing(plain)).priority]).toEqual([[], 0]);
  expect([await codesOf(database, risky), (await standing(risky)).priority]).toEqual([['HighRiskCountry'], 3]);
});

test('listing a country queues exactly the approved businesses that have it in any field', async () => {
  const abroad = { ...validAddress(), countryCode: 'SWE' };
  const concerned = [
    await createPlain(api, { incorporationCountryIso3Code: 'SWE' }),
    await createPlain(api, { addresses: [validAddress(), abroad] }),
    await createPlain(api, { businessPersonList: [plainPerson(), plainPerson({ nationality: 'SWE' })] }),
    await createPlain(api, { businessPersonList: [plainPerson({ taxResidenceCountry: 'SWE' })] }),
  ];
  const other = await createPlain(api);
  for (const customer of [...concerned, other]) await approve(customer);
  for (const [verb, flag] of [
    ['high-risk', 'HighRiskCountry'],
    ['prohibit', 'ProhibitedCountry'],
  ] as const) {
    await operate(verb, 'SWE', '--reason', 'news', '--yes');
    const pages = await lookEverywhere(2);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.reduce((sum, page) => sum + (page?.concerned ?? 0), 0)).toBe(concerned.length);
    for (const customer of concerned) {
      expect(await standing(customer)).toEqual(MONITORED);
      const { audit } = await tracesOf(database, customer);
      expect(audit.at(-1)).toMatchObject({ action: 'review.monitoring.opened', details: { flags: [flag] } });
      expect((await api.call('GET', customer.path)).json().value.verificationStatus).toBe('Approved');
    }
    expect(await standing(other)).toMatchObject(CALM);
    for (const customer of concerned) await approve(customer);
  }
  // Businesses that were approved with this flag are not queued again.
  await database.owner.query('update reviews set flags_due_at = now() where customer_id = any ($1)', [
    concerned.map(({ customerId }) => customerId),
  ]);
  await worker.work();
  for (const customer of concerned) expect(await standing(customer)).toMatchObject(CALM);
});

test('unlisting a country removes flag and priority, and starts no monitoring', async () => {
  const waiting = await createPlain(api, { incorporationCountryIso3Code: 'NOR' });
  const approved = await createPlain(api, { incorporationCountryIso3Code: 'NOR' });
  await operate('high-risk', 'NOR', '--reason', 'news', '--yes');
  await lookEverywhere();
  expect([await codesOf(database, waiting), (await standing(waiting)).priority]).toEqual([
    expect.arrayContaining(['HighRiskCountry']),
    3,
  ]);
  await approve(approved);
  await operate('ordinary-risk', 'NOR', '--reason', 'over');
  await lookEverywhere();
  expect([await codesOf(database, waiting), (await standing(waiting)).priority]).toEqual([
    expect.not.arrayContaining(['HighRiskCountry']),
    0,
  ]);
  expect(await standing(approved)).toMatchObject(CALM);
});

test('a queued business with a newly prohibited country is flagged and cannot be approved', async () => {
  const customer = await createPlain(api, { incorporationCountryIso3Code: 'ISL' });
  await worker.work();
  await operate('prohibit', 'ISL', '--reason', 'news', '--yes');
  // The API caches reference data for 30 seconds; a business created meanwhile is flagged as well.
  const late = await createPlain(api, { incorporationCountryIso3Code: 'ISL' });
  await lookEverywhere();
  const ada = await signInAnalyst(api, database);
  for (const { customerId } of [customer, late]) {
    await database.owner.query('update reviews set screening_due_at = null where customer_id = $1', [customerId]);
    expect((await ada.on(customerId, 'claim')).statusCode).toBe(200);
    const refused = await ada.on(customerId, 'decisions', proposalOf('Approve'));
    expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'Review.CountryProhibited']);
    expect((await ada.on(customerId, 'decisions', proposalOf('Reject'))).statusCode).toBe(200);
  }
});

test('another worker continues an interrupted look, and its progress is reported', async () => {
  const customers = [];
  for (let count = 0; count < 3; count++) {
    const customer = await createPlain(api, { incorporationCountryIso3Code: 'DNK' });
    await approve(customer);
    customers.push(customer);
  }
  await operate('prohibit', 'DNK', '--reason', 'news', '--yes');
  const first = await lookForCountries(worker, 1);
  expect(first).toMatchObject({ looked: 1, finished: false });
  const [told] = JSON.parse(await operate('looks', '--json')).items;
  expect(told).toMatchObject({ countries: ['DNK'], askedBy: 'olga', looked: 1, finishedAt: null });
  const failing = {
    ...worker,
    clock: {
      now: () => {
        throw new Error('ended here');
      },
    },
  };
  await expect(lookForCountries(failing, 1)).rejects.toThrow('ended here');
  // Two at once: one of them does nothing.
  await Promise.all([lookForCountries(worker, 1), lookForCountries(worker, 1)]);
  await lookEverywhere();
  const { rows } = await database.owner.query('select count(*)::int as packages from reviews');
  const [done] = JSON.parse(await operate('looks', '--json')).items;
  expect(done).toMatchObject({ looked: rows[0].packages, concerned: 3, finishedAt: expect.any(String) });
  for (const customer of customers) expect(await standing(customer)).toEqual(MONITORED);
});

test('another look finds businesses whose flags an older release computed without the lists', async () => {
  const customer = await createPlain(api, { incorporationCountryIso3Code: 'YEM' });
  await approve(customer);
  await database.owner.query(
    `update reviews set flags = '[]', flag_codes = '{}', decided_flags = '[]' where customer_id = $1`,
    [customer.customerId],
  );
  await lookEverywhere();
  expect(await standing(customer)).toMatchObject(CALM);
  expect(await operate('look', 'yem')).toContain('1 country.');
  await lookEverywhere();
  expect(await standing(customer)).toEqual(MONITORED);
  expect(await operate('look', '--all')).toMatch(/businesses with \d+ countries/);
});

test('a page of a look is read by the primary key of reviews', async () => {
  for (const way of ['seqscan', 'bitmapscan']) await database.owner.query(`set enable_${way} = off`);
  const { rows } = await database.owner.query(
    `explain select partner_id, customer_id from reviews where (partner_id, customer_id) > ($1::uuid, $1::uuid)
     order by partner_id, customer_id limit 200`,
    ['00000000-0000-0000-0000-000000000000'],
  );
  for (const way of ['seqscan', 'bitmapscan']) await database.owner.query(`reset enable_${way}`);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index (Only )?Scan using reviews_pkey/);
});
