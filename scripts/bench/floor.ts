// What a change costs at least: the statements of its request, sent by plain clients over the same number of connections, and one
// delivery drained from a database that holds nothing else.
import { familyCpuMilliseconds, inThisProcess, measureCpu } from './cpu.ts';
import type { openDrain } from './deliveries-drain.ts';
import type { Scene } from './deliveries-scene.ts';
import { median } from './load.ts';
import { type Kind, loadPartners, type MarketSize, partnerAt, requestOf } from './market.ts';
import { openReplayers, type RecordedTransaction, recordTransactions } from './recorded.ts';

export interface Floor {
  /** Milliseconds of CPU of the statements, the plain clients included. */
  statements: number;
  delivery: number;
}

export const sumOf = ({ statements, delivery }: Floor) => statements + delivery;

export interface Floors {
  /** Per change, the COMMIT included. */
  roundTrips: Record<Kind, number>;
  measure(kind: Kind): Promise<Floor>;
  close(): Promise<void>;
}

interface FloorSize extends MarketSize {
  connections: number;
  /** How often it is measured, and how many changes each time. */
  rounds: number;
  changes: number;
}

export async function openFloors(
  { servers, makeDatabase }: Scene,
  drain: Awaited<ReturnType<typeof openDrain>>,
  { connections, rounds, changes, ...size }: FloorSize,
): Promise<Floors> {
  const database = await makeDatabase('floor');
  const partners = await loadPartners(database, servers.partnerId, size);
  await database.owner.end();
  const recording = await servers.copyDatabase('floor', 'floor_recorded');
  const callers = new Map(partners.map((partner) => [partner.partnerId, partner]));
  for (const partner of partners) partner.token = partner.partnerId;
  const record = (kind: Kind, transactions: number) => {
    let next = 0;
    let caller = partnerAt(partners, next);
    return recordTransactions(recording, {
      transactions,
      callerOf(token) {
        const partner = callers.get(token);
        if (partner === undefined) throw new Error('No partner has this token');
        return partner;
      },
      next() {
        caller = partnerAt(partners, next++);
        return requestOf(caller, kind);
      },
      onAnswer(body) {
        if (kind === 'create') caller.active.push(JSON.parse(body).value.customerId);
      },
    });
  };
  const active = await record('create', size.active);
  // Only of those, so that no update comes before its create.
  const update = await record('update', changes * (rounds + 1));
  const recorded = { update, create: await record('create', changes * rounds) };
  const replayers = await openReplayers(database, connections);
  // Also warms up the connections.
  await replayers.replay(active);
  await replayers.replay(update.splice(0, changes));
  return {
    roundTrips: { create: roundTripsOf(recorded.create), update: roundTripsOf(recorded.update) },
    close: () => replayers.close(),
    async measure(kind) {
      const spent = measureCpu({
        postgres: () => familyCpuMilliseconds(servers.postgresPid),
        clients: inThisProcess,
      });
      await replayers.replay(recorded[kind].splice(0, changes));
      const { postgres, clients } = spent(changes);
      const { cpu } = await drain.again();
      return { statements: postgres + clients, delivery: cpu.worker + cpu.postgres };
    },
  };
}

/** The BEGIN travels with the first group of statements. */
const roundTripsOf = (transactions: readonly RecordedTransaction[]): number =>
  median(transactions.map(({ groups }) => groups.length)) + 1;
