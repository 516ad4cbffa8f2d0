// Flags from create to erasure, which partners cannot see.
import { flagSchema } from '@onboarding/contract';
import { eraseCustomer } from '@onboarding/domain/erasure';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAnalyst } from '../../harness/analysts.ts';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validAddress } from '../../harness/bodies.ts';
import { openTestDb } from '../../harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import {
  codesOf,
  createPlain,
  type FlagWorker,
  fingerprintsOf,
  openFlagWorker,
  passport,
  plainPerson,
  storedFlags,
} from '../../harness/scenes/flags.ts';
import { type Customer, patch, setStatus, tracesOf } from '../../harness/scenes/updates.ts';

let database: TestDatabase;
let api: TestApi;
let worker: FlagWorker;
const now = new Date();
/** How far the worker's clock is ahead; only the worker's, because tokens would expire. */
let ahead = 0;
beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { clock: { now: () => now } });
  worker = openFlagWorker(database, () => new Date(now.getTime() + ahead));
});
afterAll(async () => {
  await worker.db.close();
  await api.close();
  await database.close();
});

const DAY = 86_400_000;
const dayIn = (days: number) => new Date(now.getTime() + days * DAY).toISOString().slice(0, 10);
const midnight = (day: string) => new Date(`${day}T00:00:00Z`);

describe('a create', () => {
  test('leaves the flags to a worker, which writes each with its facts', async () => {
    const customer = await createPlain(api, {
      phoneNumber: '+2340000000',
      industry: 'CryptoProceeds',
      businessPersonList: [
        plainPerson({
          ownershipType: ['DIRECTOR'],
          percentageShare: null,
          nationality: 'GHA',
          address: { ...validAddress(), countryCode: 'KEN' },
          identities: [
            {
              identityTypeCode: 'PASSPORT',
              issuingCountry: 'GHA',
              identityValue: 'G7070701',
              issueDate: dayIn(-900),
              expiryDate: dayIn(30),
            },
          ],
        }),
      ],
    });
    expect(await storedFlags(database, customer)).toEqual({ flags: [], flag_codes: [], flags_due_at: now });
    expect(await worker.work()).toMatchObject({ computed: 1, failed: 0 });
    const { flags, flag_codes: codes } = await storedFlags(database, customer);
    const [uboId] = customer.uboIds;
    expect(flags).toEqual([
      { code: 'NoOwner', facts: { people: 1 } },
      { code: 'ImplausiblePhone', facts: { numbers: [{ uboId: null, pointer: '/phoneNumber' }], more: false } },
      {
        code: 'IdentityExpiring',
        facts: { identities: [{ uboId, identityId: expect.any(String), expiryDate: dayIn(30) }], more: false },
      },
      { code: 'HighRiskPurpose', facts: { fields: [{ pointer: '/industry', value: 'CryptoProceeds' }] } },
      {
        code: 'ResidenceMismatch',
        facts: { people: [{ uboId, residence: 'KEN', nationality: 'GHA', issuingCountries: ['GHA'] }], more: false },
      },
      {
        code: 'HighRiskCountry',
        facts: { places: [{ uboId, pointer: '/address/countryCode', country: 'KEN' }], more: false },
      },
    ]);
    expect(flags.map((flag) => flagSchema.parse(flag))).toEqual(flags);
    expect(codes).toEqual(flags.map(({ code }) => code));
  });

  test('of an unsuspicious business gets no flags, and is not due again', async () => {
    const customer = await createPlain(api);
    await worker.work();
    expect(await storedFlags(database, customer)).toEqual({ flags: [], flag_codes: [], flags_due_at: null });
    expect(await worker.work()).toEqual({ computed: 0, overtaken: 0, failed: 0 });
  });
});

test('GeneralRuleOnly flags a document that no rule of its country applied to, wherever its holder lives', async () => {
  const papers = { identityTypeCode: 'PASSPORT', issueDate: dayIn(-900), expiryDate: dayIn(2000) };
  const living = (country: string, issuingCountry: string, identityValue: string) =>
    plainPerson({
      nationality: country,
      percentageShare: null,
      address: { ...validAddress(), countryCode: country },
      identities: [{ ...papers, issuingCountry, identityValue }],
    });
  const customer = await createPlain(api, {
    businessPersonList: [
      plainPerson(),
      // The general rule at home, the general rule abroad, and an issuer without any rule.
      living('CHE', 'CHE', 'X70707801'),
      living('NGA', 'CHE', 'X70707802'),
      living('NGA', 'ATA', 'X70707803'),
      // The specific rule of the issuer applies, although the country of residence has only the general rule.
      living('CHE', 'GBR', '707078041'),
    ],
  });
  await worker.work();
  const general = (await storedFlags(database, customer)).flags.filter(({ code }) => code === 'GeneralRuleOnly');
  const named = (index: number, issuingCountry: string) => ({
    uboId: customer.uboIds[index],
    identityId: expect.any(String),
    issuingCountry,
  });
  expect(general).toEqual([
    {
      code: 'GeneralRuleOnly',
      facts: { identities: [named(1, 'CHE'), named(2, 'CHE'), named(3, 'ATA')], more: false },
    },
  ]);
});

test('an update removes flags and adds others', async () => {
  const customer = await createPlain(api, { industry: 'CryptoProceeds', phoneNumber: '+2340000000' });
  await worker.work();
  expect(await codesOf(database, customer)).toEqual(['ImplausiblePhone', 'HighRiskPurpose']);
  const person = plainPerson({ percentageShare: 90 });
  await patch(api, customer, { industry: 'Grants', businessPersonList: [person], phoneNumber: '+2348031234567' });
  await worker.work();
  expect((await storedFlags(database, customer)).flags).toEqual([
    { code: 'OwnershipAboveHundred', facts: { sum: 110 } },
  ]);
});

test('a replaced identity no longer causes flags', async () => {
  const identity = passport(dayIn(-900), dayIn(10));
  const person = plainPerson({ identities: [identity] });
  const customer = await createPlain(api, { businessPersonList: [person] });
  await worker.work();
  expect(await codesOf(database, customer)).toEqual(['IdentityExpiring']);
  const renewed = { ...person, identities: [{ ...identity, expiryDate: dayIn(2000) }] };
  await patch(api, customer, { businessPersonList: [renewed] });
  await worker.work();
  expect(await codesOf(database, customer)).toEqual([]);
});

describe('the same business at two partners', () => {
  const person = plainPerson();
  const name = `Zanzibar Clove ${crypto.randomUUID().slice(0, 6)}`;
  const theOther = { partnerId: '', customerId: '', uboId: '', token: '' };
  let customer: Customer;
  beforeAll(async () => {
    const partner = await database.addPartner();
    const token = await api.issuer.token(partner);
    const others: TestApi = {
      ...api,
      create: (body) => api.call('POST', '/partner/v1/business-profiles', { body, token }),
    };
    const first = await createPlain(others, {
      companyName: `${name} Limited`,
      registrationNumber: 'ZC-00 71',
      businessPersonList: [person],
    });
    Object.assign(theOther, {
      partnerId: partner.partnerId,
      customerId: first.customerId,
      uboId: first.uboIds[0],
      token,
    });
    customer = await createPlain(api, {
      companyName: `${name} Trading Ltd.`,
      registrationNumber: 'zc0071',
      businessPersonList: [plainPerson(), { ...person, email: 'elsewhere@people.example' }],
    });
    // Same number and name, but in another country: a different business.
    await createPlain(api, { companyName: name, registrationNumber: 'ZC0071', incorporationCountryIso3Code: 'KEN' });
    // A match found on one side makes the other due again, so repeat until nothing is due.
    while ((await worker.work()).computed > 0);
  });

  test('is flagged on both sides by registration number, name and identity', async () => {
    const { partnerId, customerId, uboId } = theOther;
    const other = { partnerId, customerId };
    const { flags } = await storedFlags(database, customer);
    expect(flags).toEqual([
      { code: 'DuplicateRegistration', facts: { country: 'NGA', others: [other], more: false } },
      {
        code: 'SimilarName',
        facts: { country: 'NGA', others: [{ ...other, score: expect.any(Number) }], more: false },
      },
      {
        code: 'SharedIdentity',
        facts: {
          matches: [
            {
              uboId: customer.uboIds[1],
              identityId: expect.any(String),
              other: { ...other, uboId },
            },
          ],
          more: false,
        },
      },
    ]);
    const mirrored = (await storedFlags(database, theOther)).flags;
    expect(mirrored.map(({ code }) => code)).toEqual(flags.map(({ code }) => code));
    expect(JSON.stringify(mirrored)).toContain(customer.customerId);
  });

  test('lists ten others at most, and says whether there are more', async () => {
    const register = () => createPlain(api, { registrationNumber: 'MANY-1' });
    const settle = async () => {
      while ((await worker.work()).computed > 0);
    };
    const first = await register();
    for (let others = 0; others < 10; others++) await register();
    await settle();
    const listed = async (one: Customer) =>
      (await storedFlags(database, one)).flags.map(({ code, facts }) =>
        code === 'DuplicateRegistration' ? [facts.others.length, facts.more] : code,
      );
    expect(await listed(first)).toEqual([[10, false]]);
    const last = await register();
    await settle();
    expect(await listed(last)).toEqual([[10, true]]);
  });

  test('is flagged on both sides even if created later, and then nothing is due again', async () => {
    const earlier = await createPlain(api, { registrationNumber: 'LATER-1' });
    await worker.work();
    expect(await codesOf(database, earlier)).toEqual([]);
    const later = await createPlain(api, { registrationNumber: 'later1' });
    const looks: number[] = [];
    for (let times = 0; times < 5; times++) looks.push((await worker.work()).computed);
    for (const one of [earlier, later]) expect(await codesOf(database, one)).toEqual(['DuplicateRegistration']);
    // The later one, then the earlier one, then the later one again, because the earlier now refers to it.
    expect(looks).toEqual([1, 1, 1, 0, 0]);
  });

  test('is not revealed to either partner: no response contains the other, a flag or a change', async () => {
    const sides = [
      {
        own: customer.customerId,
        token: await api.issuer.token(api.partner),
        foreign: [theOther.customerId, theOther.partnerId],
      },
      { own: theOther.customerId, token: theOther.token, foreign: [customer.customerId, api.partner.partnerId] },
    ];
    for (const { own, token, foreign } of sides) {
      const profile = `/partner/v1/business-profiles/${own}`;
      const paths = [profile, `${profile}/verification-status`, '/partner/v1/business-profiles', '/partner/v1/changes'];
      const answers = await Promise.all(paths.map((path) => api.call('GET', path, { token })));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      const text = answers.map(({ body }) => body).join('\n');
      expect(text).toContain(own);
      for (const word of [...foreign, 'DuplicateRegistration', 'SimilarName', 'SharedIdentity', 'flag']) {
        expect(text).not.toContain(word);
      }
    }
    expect(await tracesOf(database, customer)).toMatchObject({ version: 1, audit: [expect.anything()] });
  });
});

describe('an identity that expires', () => {
  const ending = (expiryDate: string) => plainPerson({ identities: [passport(dayIn(-900), expiryDate)] });

  test('is flagged on time without an update, while the package is queued', async () => {
    const end = dayIn(100);
    const customer = await createPlain(api, { businessPersonList: [ending(end)] });
    const computeAt = async (at: Date) => {
      ahead = at.getTime() - now.getTime();
      await worker.work();
      ahead = 0;
      return storedFlags(database, customer);
    };
    const soon = midnight(dayIn(40));
    expect(await computeAt(now)).toMatchObject({ flag_codes: [], flags_due_at: soon });
    expect(await computeAt(new Date(soon.getTime() - 1))).toMatchObject({ flag_codes: [], flags_due_at: soon });
    expect(await computeAt(soon)).toMatchObject({ flag_codes: ['IdentityExpiring'], flags_due_at: midnight(end) });
    expect(await computeAt(midnight(end))).toMatchObject({ flag_codes: ['IdentityExpired'], flags_due_at: null });
  });

  test('is not checked once the package is rejected, and is checked again when it is claimed', async () => {
    const customer = await createPlain(api, { businessPersonList: [ending(dayIn(100))] });
    await database.owner.query('update reviews set queued_at = null where customer_id = $1', [customer.customerId]);
    await setStatus(database, customer, 'Rejected');
    await worker.work();
    expect(await storedFlags(database, customer)).toMatchObject({ flags_due_at: null });
    await setStatus(database, customer, 'PendingVerification');
    const analyst = await signInAnalyst(api, database);
    expect((await analyst.on(customer.customerId, 'claim')).statusCode).toBe(200);
    expect(await storedFlags(database, customer)).toMatchObject({ flags_due_at: now });
    expect((await analyst.on(customer.customerId, 'release')).statusCode).toBe(200);
    await worker.work();
    expect(await storedFlags(database, customer)).toMatchObject({ flags_due_at: midnight(dayIn(40)) });
  });
});

describe('an approved business', () => {
  /** As after an approval by two analysts who knew the current flags. */
  const approve = async (customer: Customer) => {
    await worker.work();
    await setStatus(database, customer, 'Approved');
    await database.owner.query(
      'update reviews set queued_at = null, decided_flags = flags, flags_due_at = null where customer_id = $1',
      [customer.customerId],
    );
  };
  const standing = async ({ customerId }: Customer) => {
    const { rows } = await database.owner.query(
      `select c.verification_status, c.monitoring, c.version, r.queued_at is not null as queued, r.queue_reason, r.priority,
         (select count(*)::int from events e where e.customer_id = c.customer_id) as events
       from customers c join reviews r on r.customer_id = c.customer_id where c.customer_id = $1`,
      [customerId],
    );
    return rows[0];
  };
  const due = ({ customerId }: Customer) =>
    database.owner.query('update reviews set flags_due_at = $2 where customer_id = $1', [customerId, now]);
  const computeAt = async (at: Date) => {
    ahead = at.getTime() - now.getTime();
    await worker.work();
    ahead = 0;
  };
  /** Also processes the businesses that the first run makes due. */
  const computeAll = async () => {
    while ((await worker.work()).computed > 0);
  };
  const ofMonitoring = { verification_status: 'Approved', monitoring: 'Waiting', queued: true, priority: 2 };

  test('is queued on the day an identity expires, and stays Approved for the partner', async () => {
    const end = dayIn(50);
    await database.owner.query('select make_partitions(60)');
    const customer = await createPlain(api, {
      businessPersonList: [plainPerson({ identities: [passport(dayIn(-900), end)] })],
    });
    await approve(customer);
    const before = await standing(customer);
    await due(customer);
    await computeAt(now);
    expect(await standing(customer)).toEqual(before);
    // IdentityExpiring is not blocking, and was known when it was approved.
    await computeAt(midnight(dayIn(49)));
    expect(await standing(customer)).toEqual(before);
    await computeAt(midnight(end));
    const { version, events } = before;
    expect(await standing(customer)).toEqual({ ...ofMonitoring, queue_reason: 'Monitoring', version, events });
    const { audit } = await tracesOf(database, customer);
    expect(audit.at(-1)).toMatchObject({
      action: 'review.monitoring.opened',
      details: { trigger: 'Monitor', flags: ['IdentityExpired'] },
    });
    const trail = await api.call('GET', `${customer.path}/audit`);
    expect(trail.body).not.toMatch(/onitor|IdentityExpired/);
  });

  test('is queued if a later one shares an identity, unless that was known when it was approved', async () => {
    const person = plainPerson();
    const first = await createPlain(api, { businessPersonList: [person] });
    await approve(first);
    const second = await createPlain(api, { businessPersonList: [{ ...person, email: 'second@people.example' }] });
    await computeAll();
    expect(await standing(first)).toMatchObject({ ...ofMonitoring, queue_reason: 'Monitoring' });
    const ids = [first.customerId];
    await database.owner.query('update customers set monitoring = null where customer_id = any($1)', [ids]);
    await approve(first);
    await due(first);
    await due(second);
    await worker.work();
    expect(await standing(first)).toMatchObject({ monitoring: null, queued: false });
    // A third one was not known.
    await createPlain(api, { businessPersonList: [{ ...person, email: 'third@people.example' }] });
    await computeAll();
    expect(await standing(first)).toMatchObject(ofMonitoring);
  });

  test('is not queued when another business uses its name and registration number', async () => {
    const [companyName, registrationNumber] = [crypto.randomUUID(), crypto.randomUUID().slice(0, 8)];
    const customer = await createPlain(api, { companyName, registrationNumber });
    await approve(customer);
    await createPlain(api, { companyName, registrationNumber });
    await computeAll();
    expect(await codesOf(database, customer)).toEqual(['DuplicateRegistration', 'SimilarName']);
    expect(await standing(customer)).toMatchObject({ monitoring: null, queued: false });
  });

  test('without recorded decided_flags is queued only by flags that are new from now on', async () => {
    const customer = await createPlain(api, { industry: 'CryptoProceeds' });
    await approve(customer);
    const { customerId } = customer;
    await database.owner.query('update reviews set decided_flags = null where customer_id = $1', [customerId]);
    await due(customer);
    await worker.work();
    expect(await standing(customer)).toMatchObject({ monitoring: null, queued: false });
    await database.owner.query(`update customers set industry = 'Grants' where customer_id = $1`, [customerId]);
    await database.owner.query(
      `update people set ownership_type = '{DIRECTOR}', percentage_share = null where customer_id = $1`,
      [customerId],
    );
    await due(customer);
    await worker.work();
    expect(await standing(customer)).toMatchObject({ ...ofMonitoring, queue_reason: 'Monitoring' });
  });

  test('is queued even if approved while its flags were being computed', async () => {
    const customer = await createPlain(api, { industry: 'CryptoProceeds' });
    const taken = worker.interrupted(4, async () => {
      await setStatus(database, customer, 'Approved');
      const text = 'update reviews set queued_at = null, decided_flags = flags where customer_id = $1';
      await database.owner.query(text, [customer.customerId]);
    });
    await taken.work();
    expect(await standing(customer)).toMatchObject(ofMonitoring);
  });
});

test('flagsPending is true while flags are being computed, but not for a future change', async () => {
  const analyst = await signInAnalyst(api, database);
  const person = plainPerson({ identities: [passport(dayIn(-900), dayIn(100))] });
  const customer = await createPlain(api, { businessPersonList: [person], industry: 'CryptoProceeds' });
  const found = async () => {
    const { flags, flagsPending } = (await analyst.call('GET', `/packages/${customer.customerId}`)).json().value;
    return { codes: flags.map(({ code }: { code: string }) => code), flagsPending };
  };
  expect(await found()).toEqual({ codes: [], flagsPending: true });
  const taken = worker.interrupted(2, async () => {
    expect(await found()).toEqual({ codes: [], flagsPending: true });
  });
  await taken.work();
  expect((await storedFlags(database, customer)).flags_due_at).toEqual(midnight(dayIn(40)));
  expect(await found()).toEqual({ codes: ['HighRiskPurpose'], flagsPending: false });
});

test('ScreeningHit counts the hits of the latest screening per provider and subject', async () => {
  const customer = await createPlain(api);
  const [uboId] = customer.uboIds;
  const screened = (ubo: string | null | undefined, provider: string, hits: number, secondsAgo: number) =>
    database.owner.query(
      `insert into screenings (partner_id, customer_id, screening_id, ubo_id, provider, outcome, subject_hash, hit_count, hits_cipher, screened_at)
       values ($1, $2, gen_random_uuid(), $3, $4, $5, '', $6, $7, $8)`,
      [
        api.partner.partnerId,
        customer.customerId,
        ubo,
        provider,
        hits > 0 ? 'Hit' : 'Clear',
        hits,
        hits > 0 ? Buffer.of(1) : null,
        new Date(now.getTime() - secondsAgo * 1000),
      ],
    );
  await screened(uboId, 'one', 5, 20);
  await screened(uboId, 'one', 2, 10);
  await screened(uboId, 'two', 1, 30);
  await screened(null, 'one', 4, 20);
  await screened(null, 'one', 0, 10);
  await worker.work();
  expect((await storedFlags(database, customer)).flags).toEqual([
    { code: 'ScreeningHit', facts: { subjects: [{ uboId, hits: 3 }], more: false } },
  ]);
});

describe('an erased customer', () => {
  const owner = () => openTestDb(database.ownerUrl);
  async function erase({ customerId }: Customer): Promise<void> {
    const db = owner();
    const actor = {
      kind: 'Operator' as const,
      partnerId: api.partner.partnerId,
      operatorName: 'ops',
      requestId: 'erase',
    };
    const storage = { ...api.context.storage, removeAll: async () => 0 };
    await eraseCustomer({ db, clock: api.context.clock, keys: api.context.keys, storage }, actor, {
      customerId,
      reason: 'request 1',
    });
    await db.close();
  }

  test('has neither flags nor a fingerprint, and causes no flags of others', async () => {
    const same = { companyName: crypto.randomUUID(), businessPersonList: [plainPerson()] };
    const customer = await createPlain(api, { ...same, industry: 'CryptoProceeds' });
    await worker.work();
    expect(await fingerprintsOf(database, customer)).toHaveLength(1);
    await erase(customer);
    expect(await storedFlags(database, customer)).toEqual({ flags: [], flag_codes: [], flags_due_at: null });
    expect(await fingerprintsOf(database, customer)).toEqual([]);
    const later = await createPlain(api, same);
    await database.owner.query('update reviews set flags_due_at = $2 where customer_id = $1', [
      customer.customerId,
      now,
    ]);
    expect(await worker.work()).toMatchObject({ computed: 2 });
    expect(await codesOf(database, later)).toEqual([]);
    expect(await storedFlags(database, customer)).toMatchObject({ flags: [], flags_due_at: null });
    expect(await fingerprintsOf(database, customer)).toEqual([]);
  });

  test.each([2, 3, 4, 5])('gets no flags from a worker interrupted at step %i', async (step) => {
    const customer = await createPlain(api, { industry: 'CryptoProceeds' });
    expect(await worker.interrupted(step, () => erase(customer)).work()).toMatchObject({ computed: 0, overtaken: 1 });
    expect(await storedFlags(database, customer)).toEqual({ flags: [], flag_codes: [], flags_due_at: null });
    expect(await fingerprintsOf(database, customer)).toEqual([]);
  });
});
