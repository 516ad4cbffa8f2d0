// The cost of a change from the request to the recorded delivery, including everything that follows it; compared in the same run
// with the least that such a change can cost, so that the figure is meaningful on any machine.
import { setTimeout as delay } from 'node:timers/promises';
import { toldCpu } from './cpu.ts';
import { openDrain } from './deliveries-drain.ts';
import { openScene, type Scene } from './deliveries-scene.ts';
import { type Floor, openFloors, sumOf } from './floor.ts';
import { median, percentiles, scaled, together, withCaller } from './load.ts';
import { type Kind, type Market, openMarket, ours, type Spent } from './market.ts';
import { openStatementCosts, STATEMENT_SETTINGS } from './statement-costs.ts';

const CALLERS = 32;
/** Enough active customers that callers rarely change the same one at once. */
const SIZE = { partners: 20, customers: 10_000, active: scaled(2_000) };
const ROUNDS = 3;
const CHANGES = scaled(3_000);
const KINDS = ['update', 'create'] as const;
const GOALS = { update: '2.0 times the floor and 4.5 ms', create: '6.5 ms' };

interface Round {
  /** Until the last delivery is recorded and the last package is examined. */
  perSecond: number;
  /** From the response to the receiver, in milliseconds. */
  latencies: number[];
  /** Milliseconds per change. */
  cpu: Spent;
}

/** With "statements", also what each statement costs. */
export async function benchEndToEnd(parts: readonly string[]): Promise<void> {
  const asksStatements = parts.includes('statements');
  const scene = await openScene(asksStatements ? STATEMENT_SETTINGS : []);
  try {
    const drain = await openDrain(scene);
    const floors = await openFloors(scene, drain, {
      ...SIZE,
      connections: CALLERS,
      rounds: ROUNDS,
      changes: Math.ceil(CHANGES / 2),
    });
    const market = await openMarket(scene, SIZE);
    const costs = asksStatements ? await openStatementCosts(market.database.owner) : undefined;
    console.log(`${CHANGES} changes by ${CALLERS} callers for ${SIZE.partners} partners, ${ROUNDS} rounds each`);
    for (const kind of KINDS) await change(scene, market, kind, Math.ceil(CHANGES / 2));
    for (const kind of KINDS) {
      const rounds: Round[] = [];
      const floor: Floor[] = [];
      await costs?.reset();
      for (let round = 1; round <= ROUNDS; round++) {
        const measured = await change(scene, market, kind, CHANGES);
        rounds.push(measured);
        report(`round ${round}, ${kind}`, measured);
        const least = await floors.measure(kind);
        floor.push(least);
        console.log(`  floor: ${toldCpu({ ...least })}; sum ${sumOf(least).toFixed(2)}`);
      }
      conclude(kind, rounds, floor, floors.roundTrips[kind]);
      if (costs !== undefined) console.log(await costs.tell(CHANGES * ROUNDS));
    }
    await floors.close();
  } finally {
    await scene.stop();
  }
}

function conclude(kind: Kind, rounds: readonly Round[], floor: readonly Floor[], roundTrips: number): void {
  const cost = median(rounds.map(({ cpu }) => ours(cpu)));
  const least = median(floor.map(sumOf));
  const behind = median(rounds.map(({ cpu }) => cpu.worker));
  const rate = median(rounds.map(({ perSecond }) => perSecond));
  console.log(
    `${kind}: ${cost.toFixed(2)} ms of CPU (worker ${behind.toFixed(2)}), ${(cost / least).toFixed(2)} times the floor of ${least.toFixed(2)} ms (goal: at most ${GOALS[kind]}); ${rate.toFixed(0)}/s; ${roundTrips} round trips to PostgreSQL in the request`,
  );
}

function report(title: string, { perSecond, latencies, cpu }: Round): void {
  const { p50, p95 } = percentiles(latencies);
  console.log(
    `${title}: ${perSecond.toFixed(0)}/s, to the receiver p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms; CPU in ms: ${toldCpu(cpu)}; ours ${ours(cpu).toFixed(2)}`,
  );
}

async function change({ receivers }: Scene, market: Market, kind: Kind, count: number): Promise<Round> {
  await market.renewTokens();
  await receivers.ask('begin');
  const spent = market.measure();
  /** When each request was answered, by its id. */
  const answeredAt = new Map<string, number>();
  const started = performance.now();
  await withCaller(market.api.url, CALLERS, undefined, (call) =>
    together(CALLERS, count, async () => {
      const { requestId } = await call(market.request(kind));
      answeredAt.set(requestId, performance.timeOrigin + performance.now());
    }),
  );
  await market.untilDone();
  const seconds = (performance.now() - started) / 1000;
  const cpu = spent(count);
  return { perSecond: count / seconds, latencies: await latenciesOf(receivers, market, answeredAt), cpu };
}

/** From the response of a request to the arrival of each of its events. */
async function latenciesOf(
  receivers: Scene['receivers'],
  { database }: Market,
  answeredAt: ReadonlyMap<string, number>,
): Promise<number[]> {
  // The last responses of the receivers may not have reached this process yet.
  await delay(200);
  const { ids, at } = await receivers.ask('take');
  const { rows } = await database.owner.query<{ event_id: string; request_id: string }>(
    `select event_id, body::json #>> '{correlation,requestId}' as request_id from events where event_id = any($1::uuid[])`,
    [ids],
  );
  const requestOf = new Map(rows.map(({ event_id, request_id }) => [event_id, request_id]));
  return ids.flatMap((id, index) => {
    const answered = answeredAt.get(requestOf.get(id) ?? '');
    return answered === undefined ? [] : [Math.max(0, (at[index] ?? 0) - answered)];
  });
}
