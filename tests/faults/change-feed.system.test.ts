// Many writers, one reader: the reader of the change feed ends up with exactly the committed events.
import '@onboarding/domain/events';
import type { EventEnvelope } from '@onboarding/contract';
import { declaredStatements } from '@onboarding/platform/postgres';
import pg from 'pg';
import { Client, request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilTransactionsEnd } from '../harness/checks/transactions-ended.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { insistWithKey, newDiary } from '../harness/insist.ts';
import { openCaller, planCreates } from '../harness/load.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';

const SECONDS = Number(process.env.FEED_SECONDS ?? 8);
const WRITERS = 20;

let database: TestDatabase;
let issuer: RunningIssuer;
let apis: RunningApi[] = [];
let partner: TestPartner;

beforeAll(async () => {
  database = await cloneDatabase();
  issuer = await runIssuer();
  const options = { databaseUrl: database.appUrl, issuerUrl: issuer.url };
  apis = [await runApi(options), await runApi(options)];
  partner = await database.addPartner();
});
afterAll(async () => {
  for (const api of apis) await api.kill();
  await issuer.close();
  await database.close();
});

interface Page {
  items: EventEnvelope[];
  nextCursor: string;
  hasMore: boolean;
}

function openReader(url: string) {
  const client = new Client(url);
  return {
    async page(cursor: string | undefined): Promise<Page> {
      for (;;) {
        const answer = await client.request({
          method: 'GET',
          path: `/api/partner/v1/changes?limit=200${cursor === undefined ? '' : `&cursor=${cursor}`}`,
          headers: { authorization: `Bearer ${await issuer.issuer.token(partner)}` },
        });
        const text = await answer.body.text();
        if (answer.statusCode === 503) continue;
        expect(answer.statusCode, text).toBe(200);
        return JSON.parse(text).value;
      }
    },
    close: () => client.destroy(),
  };
}

test(`${WRITERS} writers for ${SECONDS} s: the reader gets every committed event once, in order for each customer`, {
  // Includes waiting for transactions of other tests.
  timeout: (SECONDS + 600) * 1000,
}, async () => {
  const urls = apis.map((api) => api.url);
  const urlOf = (index: number) => urls[index % urls.length] ?? '';
  let created = 0;
  let updated = 0;
  let unknown = 0;
  let pagesWhileWriting = 0;
  const shared = await createShared(urlOf(0));
  // Starts after the first creates, which can be slow. On a slow machine, writing continues until there is enough to follow.
  const started = performance.now();
  const continues = () => {
    const seconds = (performance.now() - started) / 1000;
    return seconds < SECONDS || (seconds < 240 && (created <= WRITERS || pagesWhileWriting <= SECONDS));
  };

  /** Writers alternate between the two processes, so that both produce events. */
  async function write(index: number): Promise<void> {
    while (continues()) {
      const caller = openCaller(urlOf(index), await issuer.issuer.token(partner));
      for (const planned of planCreates(25)) {
        if (!continues()) break;
        const { status, code } = await caller.create(planned, index % 3 === 0);
        // On a busy machine some requests are refused or have an unknown outcome.
        if (status === 503) continue;
        expect([status, code]).toEqual([200, undefined]);
        created++;
        await update(urlOf(index + 1), shared[created % shared.length] ?? '', created);
      }
      await caller.close();
    }
  }

  /** All writers change the same few customers, whose events must arrive in the order of the changes. */
  async function update(url: string, customerId: string, count: number): Promise<void> {
    const answer = await request(`${url}/api/partner/v1/business-profiles/${customerId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${await issuer.issuer.token(partner)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ description: `Changed ${count}` }),
    });
    const text = await answer.body.text();
    if (answer.statusCode === 503) {
      if (text.includes('Service.OutcomeUnknown')) unknown++;
      return;
    }
    expect(answer.statusCode, text).toBe(200);
    updated++;
  }

  const seen: EventEnvelope[] = [];
  let writing = true;
  async function follow(): Promise<void> {
    const readers = urls.map(openReader);
    let cursor: string | undefined;
    // The last page is read after all writers have finished and all transactions have ended.
    for (let done = false; !done; ) {
      const last = !writing;
      const one: Page | undefined = await readers[pagesWhileWriting % readers.length]?.page(cursor);
      if (one === undefined) throw new Error('There is no reader');
      seen.push(...one.items);
      cursor = one.nextCursor;
      if (writing) pagesWhileWriting++;
      done = last && !one.hasMore;
    }
    for (const reader of readers) await reader.close();
  }

  const following = follow();
  // Awaited below; until then a rejection must not count as unhandled.
  following.catch(() => {});
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index)));
  await untilTransactionsEnd(database.owner);
  writing = false;
  await following;

  const { rows } = await database.owner.query('select event_id, body from events where partner_id = $1', [
    partner.partnerId,
  ]);
  console.log('change feed:', { created, updated, events: rows.length, pagesWhileWriting });
  expect(created).toBeGreaterThan(WRITERS);
  const updates = seen.filter((event) => event.eventType === 'business.profile.updated').length;
  expect(updates).toBeGreaterThanOrEqual(updated);
  expect(updates).toBeLessThanOrEqual(updated + unknown);
  expect(pagesWhileWriting, 'the reader followed while they wrote').toBeGreaterThan(SECONDS);
  expect(new Set(seen.map((event) => event.eventId)).size, 'none twice').toBe(seen.length);
  const committed = new Map<string, string>(rows.map((row) => [row.event_id, row.body]));
  expect(seen.filter((event) => committed.get(event.eventId) !== JSON.stringify(event))).toEqual([]);
  expect(seen.length, 'none missing').toBe(committed.size);
  expect(outOfOrder(seen)).toEqual([]);
});

async function createShared(url: string): Promise<string[]> {
  const caller = openCaller(url, await issuer.issuer.token(partner));
  const ids: string[] = [];
  const diary = newDiary();
  for (const planned of planCreates(3)) {
    await insistWithKey(caller, planned, diary);
    ids.push(diary.acknowledged.get(planned.reference) ?? '');
  }
  await caller.close();
  return ids;
}

/** Events whose sequence does not follow the previous one of their customer. */
function outOfOrder(events: EventEnvelope[]): string[] {
  const last = new Map<string, number>();
  return events
    .filter(({ correlation, sequence }) => {
      const customer = correlation.customerId ?? '';
      const expected = (last.get(customer) ?? 0) + 1;
      last.set(customer, sequence ?? 0);
      return sequence !== expected;
    })
    .map(({ eventId }) => eventId);
}

test("reads a page in index order, without sorting, and only from the partitions of the cursor's time", async () => {
  const page = declaredStatements().find(({ name }) => name === 'change_feed_page');
  if (page === undefined) throw new Error('The statement has another name');
  const today = new Date().toISOString().slice(0, 10);
  // Enough rows to make a sequential scan and sort more expensive.
  await database.owner.query(
    `insert into events (partner_id, event_id, event_type, event_version, occurred_at, body)
     select $1, overlay(uuid_floor($2)::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, 'test.event', 1, now(), '{}'
     from generate_series(1, 20000) n`,
    [partner.partnerId, `${today}T23:30:00Z`],
  );
  await database.owner.query('analyze events');
  const app = new pg.Client({ connectionString: database.appUrl });
  await app.connect();
  try {
    await app.query('begin');
    await app.query('select enter_partner($1)', [partner.partnerId]);
    const { rows } = await app.query('select uuid_floor($1) as floor', [`${today}T22:30:00Z`]);
    const values = [partner.partnerId, rows[0].floor, '3', '00000000-0000-0000-0000-000000000000', 51];
    const explained = await app.query(`explain (analyze, costs off, timing off, summary off) ${page.text}`, values);
    const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using \w+_partner_id_transaction_id_event_id_idx/);
    expect(plan).toMatch(/Index Cond: .*transaction_id/);
    expect(plan).not.toMatch(/Sort Method|Seq Scan/);
    const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
    expect(plan).not.toContain(`events_${yesterday}`);
  } finally {
    await app.end();
  }
});
