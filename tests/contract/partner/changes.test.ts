// The change feed: a partner follows its own events by cursor and never misses one.
import { changesPageSchema, EVENT_TYPES, type EventEnvelope } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validBody, validPerson } from '../../harness/bodies.ts';
import { untilTransactionsEnd } from '../../harness/checks/transactions-ended.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../../harness/database.ts';

const DAY_MS = 86_400_000;

let database: TestDatabase;
let api: TestApi;
let partner: TestPartner;
/** Set by tests, and reset before each. */
let ahead = 0;

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { clock: { now: () => new Date(Date.now() + ahead) } });
});
afterAll(async () => {
  await api.close();
  await database.close();
});
beforeEach(async () => {
  ahead = 0;
  partner = await database.addPartner();
});

const opened: pg.Client[] = [];
// A failed test must not block the following ones with an open transaction.
afterEach(async () => {
  for (const client of opened.splice(0)) await client.end();
});

// A new token each time: waiting for all transactions of the server may take longer than a token is valid.
const ownToken = () => api.issuer.token(partner);
const ask = async (query = '', by?: string) =>
  api.call('GET', `/partner/v1/changes${query}`, { token: by ?? (await ownToken()) });

/** A page that includes everything committed before. */
async function page(cursor?: string, limit?: number) {
  await untilTransactionsEnd(database.owner);
  return pageNow(cursor, limit);
}

async function pageNow(cursor?: string, limit?: number) {
  const query = new URLSearchParams({
    ...(cursor === undefined ? {} : { cursor }),
    ...(limit === undefined ? {} : { limit: String(limit) }),
  });
  const answer = await ask(`?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return changesPageSchema.strict().parse(answer.json().value);
}

/** Creates a profile, which records one event for the business and one for each person. */
async function create(people = 1): Promise<string> {
  const businessPersonList = Array.from({ length: people }, () => validPerson());
  const body = validBody({ businessPersonList });
  const answer = await api.call('POST', '/partner/v1/business-profiles', { body, token: await ownToken() });
  expect(answer.statusCode).toBe(200);
  return answer.json().value.customerId;
}

const customersOf = (items: EventEnvelope[]) => [...new Set(items.map((item) => item.correlation.customerId))];

/** A separate transaction that writes events and is not committed yet. */
async function openTransaction(at = new Date()) {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  opened.push(client);
  await client.query('begin');
  return {
    client,
    async write(): Promise<string> {
      const eventId = uuidv7(at);
      await client.query(
        `insert into events (partner_id, event_id, customer_id, event_type, event_version, sequence, occurred_at, body)
         values ($1, $2, null, 'test.event', 1, null, $3, $4)`,
        [partner.partnerId, eventId, at, JSON.stringify(envelope(eventId, at))],
      );
      return eventId;
    },
    async end(how: 'commit' | 'rollback') {
      await client.query(how);
    },
  };
}

function envelope(eventId: string, at: Date): EventEnvelope {
  return {
    eventId,
    eventType: 'test.event',
    eventVersion: 1,
    occurredAt: at.toISOString(),
    partnerId: partner.partnerId,
    sequence: null,
    correlation: { requestId: 'test', customerId: null, partnerCustomerId: null },
    data: {},
  };
}

async function writeEvent(at = new Date()): Promise<string> {
  const transaction = await openTransaction(at);
  const eventId = await transaction.write();
  await transaction.end('commit');
  return eventId;
}

const idsOf = (items: EventEnvelope[]) => items.map((item) => item.eventId);

describe('paging', () => {
  test('returns every event once, in order, exactly as stored', async () => {
    const customers = [await create(2), await create(1), await create(3)];
    const seen: EventEnvelope[] = [];
    let cursor: string | undefined;
    let pages = 0;
    for (let more = true; more; pages++) {
      const one = await page(cursor, 2);
      expect(one.items.length).toBeLessThanOrEqual(2);
      seen.push(...one.items);
      cursor = one.nextCursor;
      more = one.hasMore;
    }
    expect(pages).toBe(5);
    expect(customersOf(seen)).toEqual(customers);
    expect(seen.map((event) => event.sequence)).toEqual([1, 2, 3, 1, 2, 1, 2, 3, 4]);
    const { rows } = await database.owner.query('select body from events where partner_id = $1 order by event_id', [
      partner.partnerId,
    ]);
    expect(seen.map((event) => JSON.stringify(event))).toEqual(rows.map((row) => row.body));
    for (const event of seen) {
      const { data } = EVENT_TYPES[event.eventType as keyof typeof EVENT_TYPES];
      expect(() => data.parse(event.data)).not.toThrow();
    }
  });

  test('can start without events: the cursor of an empty page returns later events', async () => {
    const first = await page();
    expect(first).toMatchObject({ items: [], hasMore: false });
    const second = await page(first.nextCursor);
    expect(second.items).toEqual([]);
    const customer = await create();
    for (const cursor of [first.nextCursor, second.nextCursor]) {
      expect(customersOf((await page(cursor)).items)).toEqual([customer]);
    }
  });

  test('the same cursor returns the same events again, and new ones after them', async () => {
    const first = await create();
    const { nextCursor } = await page();
    const second = await create();
    const third = await create();
    expect(customersOf((await page(nextCursor)).items)).toEqual([second, third]);
    expect(customersOf((await page(nextCursor)).items)).toEqual([second, third]);
    expect(customersOf((await page()).items)).toEqual([first, second, third]);
  });

  test('returns 50 events by default, and up to 200 on request', async () => {
    const transaction = await openTransaction();
    for (let count = 0; count < 210; count++) await transaction.write();
    await transaction.end('commit');
    expect((await page()).items).toHaveLength(50);
    expect((await page(undefined, 1)).items).toHaveLength(1);
    const most = await page(undefined, 200);
    expect([most.items.length, most.hasMore]).toEqual([200, true]);
    const rest = await page(most.nextCursor, 200);
    expect([rest.items.length, rest.hasMore]).toEqual([10, false]);
    expect(new Set([...idsOf(most.items), ...idsOf(rest.items)]).size).toBe(210);
  });

  test('a page that ends with the last event has hasMore false, even if it is full', async () => {
    await create(1);
    const whole = await page(undefined, 2);
    expect([whole.items.length, whole.hasMore]).toEqual([2, false]);
    expect((await page(whole.nextCursor)).items).toEqual([]);
  });
});

describe('an event that commits late', () => {
  test('holds back later events until it is committed', async () => {
    const before = await writeEvent();
    const start = await page();
    expect(idsOf(start.items)).toEqual([before]);

    const late = await openTransaction();
    const lateId = await late.write();
    const later = [await writeEvent(), await writeEvent()];
    const waiting = await pageNow(start.nextCursor);
    expect(waiting).toMatchObject({ items: [], hasMore: false });
    const stillWaiting = await pageNow(waiting.nextCursor);
    expect(stillWaiting.items).toEqual([]);
    await late.end('commit');

    const whole = [lateId, ...later];
    for (const cursor of [start.nextCursor, waiting.nextCursor, stillWaiting.nextCursor]) {
      expect(idsOf((await page(cursor)).items)).toEqual(whole);
    }
    expect(idsOf((await page()).items)).toEqual([before, ...whole]);
  });

  test('is never returned after a rollback, which releases later events', async () => {
    const { nextCursor } = await page();
    const late = await openTransaction();
    await late.write();
    const later = await writeEvent();
    expect((await pageNow(nextCursor)).items).toEqual([]);
    await late.end('rollback');
    expect(idsOf((await page(nextCursor)).items)).toEqual([later]);
  });

  test('follows the events of earlier transactions, even if its own time is earlier', async () => {
    const { nextCursor } = await page();
    const first = await writeEvent(new Date());
    const older = await writeEvent(new Date(Date.now() - 1_800_000));
    expect(idsOf((await page(nextCursor)).items)).toEqual([first, older]);
    const one = await page(nextCursor, 1);
    expect(idsOf((await page(one.nextCursor, 1)).items)).toEqual([older]);
  });

  test('can be hours late: a cursor polled in the meantime still finds events committed before', async () => {
    const { nextCursor } = await page();
    const longest = await openTransaction();
    await longest.client.query('select pg_current_xact_id()');
    const early = await writeEvent();
    let cursor = nextCursor;
    for (const hours of [0, 4, 8, 12]) {
      ahead = hours * 3_600_000;
      const waiting = await pageNow(cursor);
      expect(waiting.items).toEqual([]);
      cursor = waiting.nextCursor;
    }
    await longest.end('commit');
    expect(idsOf((await page(cursor)).items)).toEqual([early]);
  });
});

describe('the limit of 30 days', () => {
  const later = (days: number) => {
    ahead = days * DAY_MS;
  };

  test('applies to the start of the feed', async () => {
    await create();
    later(29.9);
    expect((await page()).items).toHaveLength(2);
    later(30.1);
    expect(await page()).toMatchObject({ items: [], hasMore: false });
  });

  test('applies to cursors; the error for an older one names the missed period and an alternative', async () => {
    await create();
    const { nextCursor } = await page();
    later(29.9);
    expect((await page(nextCursor)).items).toEqual([]);
    later(30.1);
    const answer = await ask(`?cursor=${nextCursor}`);
    expect(answer.statusCode).toBe(400);
    const { code, message, details } = answer.json().error;
    expect([code, details]).toEqual([
      'ValidationControl.Error',
      [{ pointer: '?cursor', code: 'ValidationControl.Error', message }],
    ]);
    expect(message).toMatch(
      /30 days.* from \d{4}-\S+Z to \d{4}-\S+Z .*GET \/partner\/v1\/business-profiles\?updatedFrom/,
    );
  });

  test('restarts with every page, however old the last event is', async () => {
    await create();
    let { nextCursor } = await page();
    for (const days of [20, 40, 60]) {
      later(days);
      ({ nextCursor } = await page(nextCursor));
    }
    const at = new Date();
    await database.owner.query('select make_partitions(60)');
    const eventId = await writeEvent(new Date(at.getTime() + 59 * DAY_MS));
    later(59.5);
    expect((await page()).items.map((item) => item.eventId)).toEqual([eventId]);
  });
});

describe('since', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  async function since(at: Date, more = '') {
    await untilTransactionsEnd(database.owner);
    const answer = await ask(`?since=${at.toISOString()}${more}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return changesPageSchema.strict().parse(answer.json().value);
  }

  test('starts with events that occurred then or later, and its cursor continues from there', async () => {
    const at = minutesAgo(10);
    await writeEvent(minutesAgo(20));
    const wanted = [await writeEvent(at), await writeEvent(minutesAgo(5))];
    expect(idsOf((await since(at)).items)).toEqual(wanted);
    const first = await since(at, '&limit=1');
    expect([idsOf(first.items), first.hasMore]).toEqual([wanted.slice(0, 1), true]);
    expect(idsOf((await page(first.nextCursor)).items)).toEqual(wanted.slice(1));
  });

  test('with the current time starts with later events, even while a transaction is open', async () => {
    await writeEvent(minutesAgo(1));
    const now = new Date();
    const quiet = await since(now);
    expect(quiet).toMatchObject({ items: [], hasMore: false });
    const late = await openTransaction();
    const whole = [await late.write(), await writeEvent()];
    const answer = await ask(`?since=${now.toISOString()}`);
    const { items, nextCursor } = answer.json().value;
    expect(items).toEqual([]);
    await late.end('commit');
    for (const cursor of [quiet.nextCursor, nextCursor]) expect(idsOf((await page(cursor)).items)).toEqual(whole);
  });

  test('reaches back at most 30 days, may be in the future, and is ignored if there is a cursor', async () => {
    const { nextCursor } = await page();
    const eventId = await writeEvent();
    expect(idsOf((await since(new Date(0))).items)).toEqual([eventId]);
    expect((await since(minutesAgo(-60))).items).toEqual([]);
    expect(idsOf((await since(minutesAgo(-60), `&cursor=${nextCursor}`)).items)).toEqual([eventId]);
  });

  test.each(['', 'now', '1h', '2026-13-01', '2026-11-15T09:30:00'])('"%s" is rejected', async (text) => {
    const answer = await ask(`?since=${text}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.details[0].pointer).toBe('?since');
  });
});

describe('a cursor', () => {
  const refused = async (query: string, pointer: string) => {
    const answer = await ask(query);
    expect(answer.statusCode, query).toBe(400);
    const { code, details } = answer.json().error;
    expect(code).toBe('ValidationControl.Error');
    expect(details.map((detail: { pointer: string }) => detail.pointer)).toEqual([pointer]);
  };

  test('that was forged, truncated, modified in any place or sent twice is rejected', async () => {
    await create();
    const { nextCursor } = await page();
    const changed = [...nextCursor].map((letter, place) => {
      const other = letter === 'A' ? 'B' : 'A';
      return nextCursor.slice(0, place) + other + nextCursor.slice(place + 1);
    });
    const zeros = Buffer.alloc(35).toString('base64url');
    const ones = Buffer.alloc(35, 255).toString('base64url');
    const made = [
      '',
      'x',
      '%00',
      'null',
      '0',
      '../..',
      `${nextCursor}A`,
      `${nextCursor}%3D`,
      `${nextCursor}%20`,
      zeros,
    ];
    const cut = [nextCursor.slice(1), nextCursor.slice(0, -1), 'A'.repeat(5_000), ones, `${nextCursor}!`];
    for (const cursor of [...changed, ...made, ...cut]) await refused(`?cursor=${cursor}`, '?cursor');
    await refused(`?cursor=${nextCursor}&cursor=${nextCursor}`, '?cursor');
    expect((await page(nextCursor)).items).toEqual([]);
  });

  test.each(['0', '201', '-1', '1.5', 'x', '', 'NaN', '1e9', 'Infinity', '9'.repeat(400)])(
    'with a limit of "%s" is rejected',
    async (limit) => {
      await refused(`?limit=${limit}`, '?limit');
    },
  );

  test('and a limit that are both invalid are reported together', async () => {
    const answer = await ask(`?limit=0&cursor=${'x'.repeat(200)}`);
    expect(answer.json().error.details.map((detail: { pointer: string }) => detail.pointer)).toEqual([
      '?cursor',
      '?limit',
    ]);
  });

  test('of another partner is rejected, and no page shows another partner’s events', async () => {
    await create();
    const mine = await page();
    const other = await database.addPartner();
    const otherToken = await api.issuer.token(other);
    expect((await ask('', otherToken)).json().value.items).toEqual([]);
    const foreign = await ask(`?cursor=${mine.nextCursor}`, otherToken);
    expect([foreign.statusCode, foreign.json().error.details[0].pointer]).toEqual([400, '?cursor']);
    expect(new Set(mine.items.map((item) => item.partnerId))).toEqual(new Set([partner.partnerId]));
  });

  test('with a transaction id that the server has not reached is rejected, with the advice to start again', async () => {
    const { fromCursor, toCursor } = await import('../../../packages/domain/src/events/change-feed.ts');
    const position = fromCursor(partner.partnerId, (await page()).nextCursor);
    if (position === undefined) throw new Error('the cursor could not be read');
    const after = { ...position.after, transactionId: position.after.transactionId + 1_000_000n };
    const answer = await ask(`?cursor=${toCursor(partner.partnerId, { ...position, after })}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toContain('Start again without a cursor');
    const last = { ...position, after: { ...after, transactionId: 2n ** 64n - 1n } };
    expect((await ask(`?cursor=${toCursor(partner.partnerId, last)}`)).statusCode).toBe(400);
  });
});

test('the feed requires the scope partner.read', async () => {
  const answer = await ask('', await api.issuer.token(partner, 'partner.write'));
  expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'Partner.ScopeMissing']);
  expect(answer.json()).not.toHaveProperty('value');
});
