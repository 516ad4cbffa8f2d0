// Statistics per analyst: counted with each action, read by supervisors.
import { ANALYST_WORK_DAYS, DAY_MS } from '@onboarding/contract';
import { listAnalystWork } from '@onboarding/domain/review-work';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { type Analyst, type Team, useTeam } from '../../harness/analysts.ts';
import { sameDayFor } from '../../harness/checks/midnight.ts';
import { explaining } from '../../harness/checks/plans.ts';
import { createCustomer } from '../../harness/scenes/updates.ts';

let team: Team;
useTeam((made) => {
  team = made;
});

const REJECTION = { outcome: 'Reject', reasons: [{ code: 'Business.NotAcceptable' }] };
const REQUEST = { outcome: 'RequestChanges', reasons: [{ code: 'Business.NameMismatch' }] };

const read = async (query = '') => {
  const answer = await team.supervisor.call('GET', `/statistics/analysts${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().value;
};

async function done(person: Analyst, customerId: string, operation: string, body?: unknown): Promise<string> {
  const answer = await person.on(customerId, operation, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().value.decisionId;
}

let now: number;
beforeAll(async () => {
  await sameDayFor(60_000);
  now = team.api.context.clock.now().getTime();
});
const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10);

test('counts claims, proposals, confirmations and requests for changes per analyst and day', async () => {
  const { ada, ben } = team;
  expect(await read()).toMatchObject({ items: [] });
  const [first, second, third] = [
    await createCustomer(team.api),
    await createCustomer(team.api),
    await createCustomer(team.api),
  ].map(({ customerId }) => customerId);
  if (first === undefined || second === undefined || third === undefined) throw new Error('There are three');
  await done(ada, first, 'claim');
  const proposal = await done(ada, first, 'decisions', REJECTION);
  await done(ben, first, `decisions/${proposal}/confirm`);
  await done(ada, second, 'claim');
  await done(ada, second, 'decisions', REQUEST);
  expect((await ben.call('POST', '/queue/claim-next', {})).json().value.customerId).toBe(third);
  // Refused actions do not count, and a reassigned package does not count as claimed.
  expect((await ada.on(third, 'claim')).statusCode).toBe(409);
  expect((await ben.on(first, `decisions/${proposal}/confirm`)).statusCode).toBe(409);
  await done(team.supervisor, third, 'reassign', { accountId: ada.accountId });
  expect(await read()).toEqual({
    from: dayAt(now - 29 * DAY_MS),
    to: dayAt(now),
    items: [
      {
        analyst: { accountId: ada.accountId, name: 'Ada Lind' },
        ...{ claims: 2, proposals: 1, confirmations: 0, changesRequested: 1 },
      },
      {
        analyst: { accountId: ben.accountId, name: 'Ada Lind' },
        ...{ claims: 1, proposals: 0, confirmations: 1, changesRequested: 0 },
      },
    ],
  });
});

test('a range covers whole days, and an invalid range is rejected with advice', async () => {
  const { owner } = team.database;
  const gone = crypto.randomUUID();
  await owner.query(`insert into analyst_days values ($1, $2, 5, 4, 3, 2)`, [dayAt(now - 40 * DAY_MS), gone]);
  expect((await read()).items).toHaveLength(2);
  const day = dayAt(now - 40 * DAY_MS);
  const next = dayAt(now - 39 * DAY_MS);
  expect(await read(`?from=${day}&to=${next}`)).toEqual({
    from: day,
    to: day,
    items: [
      {
        analyst: { accountId: gone, name: null },
        ...{ claims: 5, proposals: 4, confirmations: 3, changesRequested: 2 },
      },
    ],
  });
  expect((await read(`?from=${next}&to=${next}T00:00:01Z`)).items).toEqual([]);
  for (const query of [`?from=${next}&to=${day}`, `?from=${day}&to=${day}`]) {
    const answer = await team.supervisor.call('GET', `/statistics/analysts${query}`);
    expect(answer.json().error).toMatchObject({
      code: 'ValidationControl.Error',
      description: 'to must be later than from.',
    });
  }
  const long = await team.supervisor.call(
    'GET',
    `/statistics/analysts?from=${dayAt(now - (ANALYST_WORK_DAYS + 2) * DAY_MS)}`,
  );
  expect(long.statusCode).toBe(400);
  expect(long.json().error.description).toContain(`${ANALYST_WORK_DAYS} days`);
});

/** Runs queries as the staff role of the database, with the account that a request of this person would set. */
async function as<T>(person: Analyst | undefined, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: team.database.staffUrl });
  await client.connect();
  try {
    await client.query('begin');
    if (person !== undefined) await client.query(`select set_config('app.account_id', $1, true)`, [person.accountId]);
    return await work(client);
  } finally {
    await client.end();
  }
}

test('row-level security lets analysts read and write only their own counts', async () => {
  const seen = (client: pg.Client) => client.query('select distinct account_id from analyst_days');
  expect((await as(team.ada, seen)).rows).toEqual([{ account_id: team.ada.accountId }]);
  expect((await as(undefined, seen)).rows).toEqual([]);
  expect((await as(team.supervisor, seen)).rows).toHaveLength(3);
  const forge = (client: pg.Client) =>
    client.query(`insert into analyst_days values (current_date, $1, 9, 9, 9, 9)`, [team.operator.accountId]);
  await expect(as(team.ada, forge)).rejects.toThrow(/row-level security/);
  const meddle = (client: pg.Client) =>
    client.query('update analyst_days set claims = 99 where account_id <> $1', [team.supervisor.accountId]);
  expect((await as(team.supervisor, meddle)).rowCount).toBe(0);
  const remove = (client: pg.Client) => client.query('delete from analyst_days');
  await expect(as(team.supervisor, remove)).rejects.toThrow(/permission denied/);
});

test('a range is read by the primary key, without a sequential scan', async () => {
  await team.database.owner.query(
    `insert into analyst_days select '2020-01-01'::date + n % 1000, gen_random_uuid(), 1, 1, 1, 1 from generate_series(1, 30000) n`,
  );
  await team.database.owner.query('vacuum analyze analyst_days');
  await as(team.supervisor, async (client) => {
    const { result, plans } = await explaining(client, team.api.partner.partnerId, /^analyst_work_sum$/, (tx) =>
      listAnalystWork(tx, team.api.context, { from: new Date('2020-02-01'), to: new Date('2020-02-04') }),
    );
    expect(result.items).toHaveLength(90);
    const scans = plans.flatMap(({ nodes }) => nodes).filter((node) => node['Relation Name'] === 'analyst_days');
    expect(scans.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  });
});
