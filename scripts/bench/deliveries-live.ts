// Live traffic: changes committed at a set rate, one transaction each as in the API, and the time from commit to the
// last byte at the receiver.
import { setTimeout as delay } from 'node:timers/promises';
import { recordPartnerEvent } from '@onboarding/domain/events';
import { enterPartner } from '@onboarding/domain/partners';
import { WORK_CHANNEL } from '@onboarding/domain/waking';
import { createLogger } from '@onboarding/platform/logger';
import { createNotifier } from '@onboarding/platform/postgres';
import type { Receivers, Scene } from './deliveries-scene.ts';
import { percentiles } from './load.ts';
import { type BenchDatabase, openAppDatabase } from './servers.ts';

const CONNECTIONS = 8;
/** Events that have not arrived by then count as lost. */
const PATIENCE_MS = 30_000;
/** The one type that is not about a customer, as long as the usual ones. */
const EVENT = { type: 'webhook.test', data: { message: 'A change of a business profile. '.repeat(7) } } as const;

interface LiveResult {
  p50: number;
  p95: number;
  p99: number;
  /** Commits per second, which is below the requested rate if the machine cannot keep up. */
  perSecond: number;
}

export interface Live {
  run(load: { perSecond: number; seconds: number; partnerIds: readonly string[] }): Promise<LiveResult>;
  close(): Promise<void>;
}

const wallClock = () => performance.timeOrigin + performance.now();

/** A worker and live traffic, for the time of this work. */
export async function withLive<T>(scene: Scene, database: BenchDatabase, work: (live: Live) => Promise<T>): Promise<T> {
  const worker = await scene.startWorker(database);
  const live = openLive(database, scene.receivers);
  try {
    return await work(live);
  } finally {
    await live.close();
    await worker.stop();
  }
}

function openLive(database: BenchDatabase, receivers: Receivers): Live {
  const db = openAppDatabase(database, CONNECTIONS);
  const logger = createLogger({ service: 'bench', level: 'error' });
  const notifier = createNotifier({ url: database.appUrl, channel: WORK_CHANNEL, logger });

  /** Returns the event's id. */
  async function change(partnerId: string): Promise<string> {
    const eventId = await db.transaction(async (tx) => {
      const [, id] = await Promise.all([
        enterPartner(tx, partnerId),
        recordPartnerEvent(tx, { partnerId, requestId: 'bench' }, EVENT, new Date()),
      ]);
      return id;
    });
    notifier.notify();
    return eventId;
  }

  return {
    async run({ perSecond, seconds, partnerIds }) {
      await receivers.ask('begin');
      const committed = new Map<string, number>();
      const total = Math.round(perSecond * seconds);
      const changes: Promise<void>[] = [];
      const started = performance.now();
      while (changes.length < total) {
        const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * perSecond));
        while (changes.length < due) {
          const partnerId = partnerIds[Math.floor(Math.random() * partnerIds.length)] ?? '';
          changes.push(change(partnerId).then((eventId) => void committed.set(eventId, wallClock())));
        }
        await delay(1);
      }
      await Promise.all(changes);
      const took = (performance.now() - started) / 1000;
      const latencies = await latenciesOf(receivers, committed);
      return { ...percentiles(latencies), perSecond: total / took };
    },
    async close() {
      await notifier.close();
      await db.close();
    },
  };
}

async function latenciesOf(receivers: Receivers, committed: ReadonlyMap<string, number>): Promise<number[]> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const { ids, at } = await receivers.ask('take');
    const latencies: number[] = [];
    // Other events are sent at the same time, and none counts twice.
    const open = new Map(committed);
    for (const [index, id] of ids.entries()) {
      const commit = open.get(id);
      if (commit === undefined) continue;
      open.delete(id);
      // A polling dispatcher may see a commit before the committer gets the response.
      latencies.push(Math.max(0, (at[index] ?? 0) - commit));
    }
    if (open.size === 0) return latencies;
    if (performance.now() > deadline) throw new Error(`${open.size} of ${committed.size} deliveries never came`);
    await delay(200);
  }
}
