// The API process is killed, or stopped with SIGTERM, under load.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findBroken, findUnaccounted } from '../harness/checks/wholeness.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import {
  type Answer,
  type Caller,
  NoAnswer,
  openCaller,
  type PlannedCreate,
  planCreates,
  share,
  tally,
} from '../harness/load.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';

const CALLERS = 8;

let database: TestDatabase;
let issuer: RunningIssuer;
let api: RunningApi | undefined;
let callers: Caller[] = [];

beforeAll(async () => {
  issuer = await runIssuer();
});
afterEach(async () => {
  for (const caller of callers) await caller.close();
  await api?.kill();
  await database.close();
});
afterAll(async () => {
  await issuer.close();
});

async function start(environment: Record<string, string> = {}): Promise<RunningApi> {
  database = await cloneDatabase();
  const started = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url, environment });
  const partner = await database.addPartner();
  callers = Array.from({ length: CALLERS }, () => openCaller(started.url, () => issuer.issuer.token(partner)));
  return started;
}

test('kill -9 loses nothing acknowledged and leaves nothing partial or duplicated', async () => {
  const TOTAL = 2_000;
  const KILL_EVERY = 300;
  const planned = planCreates(TOTAL);
  api = await start();
  const port = Number(new URL(api.url).port);
  const acknowledged = new Map<string, string>();
  const outcomes: string[] = [];
  const pids = new Set([api.process.pid]);
  let back: Promise<void> = Promise.resolve();

  async function killAndRestart(): Promise<void> {
    await api?.kill();
    expect(await findBroken(database.owner), 'right after the kill').toEqual([]);
    api = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url, port });
    pids.add(api.process.pid);
  }

  await share(callers, planned, async (caller, create) => {
    for (;;) {
      await back;
      const answer = await answerOrNothing(caller, create);
      if (answer === undefined) outcomes.push('interrupted');
      else if (answer.status === 200) {
        outcomes.push(answer.replayed ? 'found again' : 'created');
        acknowledged.set(create.reference, answer.customerId ?? '');
        break;
      } else {
        // The transaction may outlive the killed process for a moment, and the machine may be busy.
        expect(['Idempotency.InProgress', 'Service.Unavailable', 'Service.OutcomeUnknown']).toContain(answer.code);
        outcomes.push(answer.code ?? '');
      }
    }
    if (acknowledged.size % KILL_EVERY === 0) back = killAndRestart();
  });

  expect(pids.size, 'killed and started again').toBe(1 + Math.floor(TOTAL / KILL_EVERY));
  const counts = tally(outcomes);
  console.log('kill -9 of the API:', { kills: pids.size - 1, ...counts });
  expect(counts.interrupted).toBeGreaterThanOrEqual(pids.size - 1);
  expect(await findUnaccounted(database.owner, planned, acknowledged)).toEqual([]);
  expect(acknowledged.size).toBe(TOTAL);
});

async function answerOrNothing(caller: Caller, create: PlannedCreate): Promise<Answer | undefined> {
  try {
    return await caller.create(create, true);
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

test('on SIGTERM under load, readiness turns to 503, every accepted request is answered, and the process exits with 0', async () => {
  // Long enough to observe draining even on a machine that stalls.
  api = await start({ DRAIN_SECONDS: '15' });
  const { url } = api;
  const planned: PlannedCreate[] = [];
  /** Endless, because the number needed depends on the machine. */
  function* plan(): Generator<PlannedCreate> {
    for (;;) {
      const more = planCreates(100);
      planned.push(...more);
      yield* more;
    }
  }
  const acknowledged = new Map<string, string>();
  const failures: NoAnswer[] = [];
  let stopping: Promise<number | null> | undefined;
  let notReady: Promise<void> | undefined;
  let answeredWhileDraining = 0;
  let draining = false;

  async function untilDraining(): Promise<void> {
    await until(async () => {
      const answer = await fetch(`${url}/health/ready`, { headers: { connection: 'close' } });
      draining = answer.status === 503;
      return draining;
    }, 'readiness falls');
    expect((await fetch(`${url}/health/live`, { headers: { connection: 'close' } })).status).toBe(200);
  }

  await Promise.all(
    callers.map(async (caller) => {
      // Each caller has its own plan, because it stops at the first refused connection.
      for (const create of plan()) {
        try {
          const answer = await caller.create(create, false);
          // A 503 is an answer too: the database may be too busy for a moment.
          if (answer.code === 'Service.Unavailable') continue;
          expect([answer.status, answer.code]).toEqual([200, undefined]);
          acknowledged.set(create.reference, answer.customerId ?? '');
          if (draining) answeredWhileDraining++;
        } catch (error) {
          if (!(error instanceof NoAnswer)) throw error;
          failures.push(error);
          return;
        }
        if (acknowledged.size >= 200 && stopping === undefined) {
          stopping = api?.stop();
          notReady = untilDraining();
          // Awaited below; until then a rejection must not count as unhandled.
          notReady.catch(() => {});
        }
      }
    }),
  );
  await notReady;
  expect(await stopping).toBe(0);
  const kinds = tally(failures.map(({ code, reused }) => `${code} on a ${reused ? 'used' : 'new'} connection`));
  console.log('SIGTERM of the API:', { acknowledged: acknowledged.size, answeredWhileDraining, ...kinds });
  expect(draining).toBe(true);
  expect(answeredWhileDraining, 'it continues serving while balancers take notice').toBeGreaterThan(0);
  expect(
    failures.filter((failure) => failure.reused),
    'a connection in use is never cut',
  ).toEqual([]);
  expect(await findUnaccounted(database.owner, planned, acknowledged)).toEqual([]);
});
