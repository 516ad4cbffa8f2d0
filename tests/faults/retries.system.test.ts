// Repeated and concurrent requests take effect once.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { newReference, validBody } from '../harness/bodies.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { insist } from '../harness/insist.ts';

let database: TestDatabase;
let api: TestApi;
/** The API's clock if a test sets it; otherwise the current time. */
let clock: Date | undefined;

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { clock: { now: () => clock ?? new Date() } });
});
afterEach(() => {
  clock = undefined;
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const keyed = (key: string = crypto.randomUUID()) => ({ 'idempotency-key': key });
const FIFTY = Array.from({ length: 50 }, (_, index) => index);
const CREATE = '/partner/v1/business-profiles';

async function countCustomers(reference: string): Promise<number> {
  const found = await database.owner.query('select from customers where partner_customer_id = $1', [reference]);
  return found.rowCount ?? 0;
}

describe('fifty creates at once', () => {
  test('with one Idempotency-Key create one customer and all get the same response', async () => {
    const [body, headers] = [validBody(), keyed()];
    const rows = await database.countRows();
    const answers = await Promise.all(FIFTY.map(() => api.create(body, headers)));
    const done = answers.filter((answer) => answer.statusCode === 200);
    expect(done.filter((answer) => answer.headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    const first = done[0]?.body;
    for (const answer of answers) {
      if (answer.statusCode === 200) {
        expect(answer.body).toBe(first);
        continue;
      }
      // On a busy machine some may time out.
      expect([
        [409, 'Idempotency.InProgress'],
        [503, 'Service.Unavailable'],
      ]).toContainEqual([answer.statusCode, answer.json().error.code]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      const retried = await api.create(body, headers);
      expect(retried.statusCode).toBe(200);
      expect(retried.body).toBe(first);
      expect(retried.headers['idempotent-replayed']).toBe('true');
    }
    const added = { customers: 1, people: 1, identities: 1, events: 2, event_outbox: 2, audit_entries: 1 };
    const expected = Object.entries({ ...added, idempotency_keys: 1 }).map(([table, more]) => [
      table,
      (rows[table] ?? 0) + more,
    ]);
    expect(await database.countRows()).toEqual(Object.fromEntries(expected));
  });

  test('with one partnerCustomerId and no key create one customer, and the others get 409 with its id', async () => {
    const reference = newReference();
    // Retried after a 503: on a busy machine some may time out waiting for the first, and save nothing.
    const create = () => api.create(validBody({ partnerCustomerId: reference }));
    const answers = await Promise.all(FIFTY.map(() => insist(create)));
    const done = answers.filter((answer) => answer.statusCode === 200);
    expect(done).toHaveLength(1);
    const { customerId } = done[0]?.json().value ?? {};
    expect(customerId).toEqual(expect.any(String));
    const code = 'Customer.PartnerCustomerIdConflict';
    const message = expect.stringContaining(customerId);
    for (const refused of answers.filter((answer) => answer !== done[0])) {
      expect(refused.statusCode).toBe(409);
      expect(refused.json().error).toMatchObject({
        code,
        message,
        details: [{ pointer: '/partnerCustomerId', code, message }],
      });
    }
    expect(await countCustomers(reference)).toBe(1);
  });
});

describe('comparing requests', () => {
  test('refuses the same key with another body, and changes nothing', async () => {
    const headers = keyed();
    expect((await api.create(validBody(), headers)).statusCode).toBe(200);
    const rows = await database.countRows();
    const other = await api.create(validBody(), headers);
    expect(other.statusCode).toBe(422);
    expect(other.json().error.code).toBe('Idempotency.KeyReused');
    expect(await database.countRows()).toEqual(rows);
  });

  test('ignores field order and whitespace between fields', async () => {
    const [body, headers] = [validBody(), keyed()];
    const first = await api.create(body, headers);
    const replayed = await api.create(JSON.stringify(backwards(body), null, 4), headers);
    expect(replayed.statusCode).toBe(200);
    expect(replayed.body).toBe(first.body);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
  });

  test('treats other list items or whitespace inside a value as another body', async () => {
    const [body, headers] = [validBody(), keyed()];
    await api.create(body, headers);
    const padded = { ...body, companyName: `${body.companyName} ` };
    expect((await api.create(padded, headers)).statusCode).toBe(422);
    const moved = { ...body, addresses: [...body.addresses, ...body.addresses] };
    expect((await api.create(moved, headers)).statusCode).toBe(422);
  });

  test('keeps the keys of different partners separate', async () => {
    const [body, headers] = [validBody(), keyed()];
    const token = await api.issuer.token(await database.addPartner());
    // Concurrent, so that a shared lock would show too.
    const [mine, theirs] = await Promise.all([
      api.create(body, headers),
      api.call('POST', CREATE, { body, headers, token }),
    ]);
    expect(mine.statusCode).toBe(200);
    expect(theirs.statusCode).toBe(200);
    expect(theirs.headers['idempotent-replayed']).toBeUndefined();
    expect(theirs.json().value.customerId).not.toBe(mine.json().value.customerId);
  });

  test('keeps the keys of different routes separate', async () => {
    const [body, headers] = [validBody(), keyed()];
    const checked = await api.call('POST', `${CREATE}/validate`, { body, headers });
    expect(checked.json()).toMatchObject({ isSuccess: true, value: { valid: true } });
    const created = await api.create(body, headers);
    expect(created.headers['idempotent-replayed']).toBeUndefined();
    expect(created.json().value.partnerCustomerId).toBe(body.partnerCustomerId);
    const checkedAgain = await api.call('POST', `${CREATE}/validate`, { body, headers });
    expect(checkedAgain.json().error.code).toBe('Customer.PartnerCustomerIdConflict');
  });
});

function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, backwards(inner)]),
  );
}

describe('expiry of a key', () => {
  const HOUR = 3_600_000;

  /** Half a minute before a midnight; partitions exist for that day and the two days after it. */
  function beforeMidnight(): Date {
    const tomorrow = new Date(Date.now() + 24 * HOUR).toISOString().slice(0, 10);
    return new Date(`${tomorrow}T23:59:30.000Z`);
  }

  /** Sends a create at that time, with a token issued at that time. */
  async function createAt(time: Date, body: unknown, headers: Record<string, string>) {
    clock = time;
    return api.call('POST', CREATE, { body, headers, token: await api.issuer.token(api.partner) });
  }

  test('keeps a key across midnight UTC, although partitions are daily', async () => {
    const [body, headers] = [validBody(), keyed()];
    const evening = beforeMidnight();
    const first = await createAt(evening, body, headers);
    expect(first.statusCode).toBe(200);
    const replayed = await createAt(new Date(evening.getTime() + 60_000), body, headers);
    expect(replayed.body).toBe(first.body);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    expect(await countCustomers(body.partnerCustomerId)).toBe(1);
  });

  test('keeps a key for exactly 24 hours, and a replay does not extend them', async () => {
    const [body, headers] = [validBody(), keyed()];
    const start = beforeMidnight().getTime();
    const first = await createAt(new Date(start), body, headers);
    const halfWay = await createAt(new Date(start + 12 * HOUR), body, headers);
    expect(halfWay.headers['idempotent-replayed']).toBe('true');
    const justWithin = await createAt(new Date(start + 24 * HOUR - 1), body, headers);
    expect(justWithin.body).toBe(first.body);
    expect(justWithin.headers['idempotent-replayed']).toBe('true');

    const another = validBody();
    const after = await createAt(new Date(start + 24 * HOUR), another, headers);
    expect(after.statusCode).toBe(200);
    expect(after.headers['idempotent-replayed']).toBeUndefined();
    expect(after.json().value.partnerCustomerId).toBe(another.partnerCustomerId);
  });

  test('after expiry, only the partnerCustomerId prevents a duplicate', async () => {
    const [body, headers] = [validBody(), keyed()];
    const start = beforeMidnight();
    const first = await createAt(start, body, headers);
    const late = await createAt(new Date(start.getTime() + 25 * HOUR), body, headers);
    expect(late.statusCode).toBe(409);
    expect(late.json().error.message).toContain(first.json().value.customerId);
  });
});

describe('keys and stored responses', () => {
  test.each([
    ['empty', ''],
    ['blank', '   '],
    ['longer than 255 characters', 'k'.repeat(256)],
    ['not ASCII', 'clé-é'],
    ['not printable', 'a\tb'],
  ])('a key that is %s is refused with 400, and nothing is saved', async (_what, key) => {
    const rows = await database.countRows();
    const refused = await api.create(validBody(), keyed(key));
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error.code).toBe('Idempotency.KeyInvalid');
    expect(await database.countRows()).toEqual(rows);
  });

  test.each([1, 255])('a key of %d characters is accepted', async (length) => {
    const [body, headers] = [validBody(), keyed('~'.repeat(length))];
    expect((await api.create(body, headers)).statusCode).toBe(200);
    expect((await api.create(body, headers)).headers['idempotent-replayed']).toBe('true');
  });

  test('a refused request is not stored: the same key with the corrected body succeeds', async () => {
    const headers = keyed();
    const refused = await api.create(validBody({ email: 'nonsense' }), headers);
    expect(refused.statusCode).toBe(400);
    const corrected = await api.create(validBody(), headers);
    expect(corrected.statusCode).toBe(200);
    expect(corrected.headers['idempotent-replayed']).toBeUndefined();
  });

  test('a conflict is not stored: the same key with another reference succeeds', async () => {
    const taken = validBody();
    await api.create(taken);
    const headers = keyed();
    expect((await api.create(taken, headers)).statusCode).toBe(409);
    expect((await api.create(validBody(), headers)).statusCode).toBe(200);
  });

  test('a replayed response repeats its warnings', async () => {
    const [body, headers] = [{ ...validBody(), favouriteColour: 'green' }, keyed()];
    const first = await api.create(body, headers);
    expect(first.json().warnings).toMatchObject([{ pointer: '/favouriteColour', code: 'Field.Unknown' }]);
    expect((await api.create(body, headers)).body).toBe(first.body);
  });
});
