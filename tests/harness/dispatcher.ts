// A dispatcher inside the test's own process.
import { RECEIVER_SECONDS } from '@onboarding/contract';
import type { Clock } from '@onboarding/platform/ids';
import { createMetrics, type Registry } from '@onboarding/platform/metrics';
import { createGuard, createSender, type GuardOptions, type Sender } from '@onboarding/platform/safe-http';
import { type Dispatcher, startDispatcher } from '../../apps/worker/src/dispatcher/dispatcher.ts';
import { dispatcherMetrics } from '../../apps/worker/src/dispatcher/metrics.ts';
import {
  type FaultPoint,
  SLOTS,
  type Slots,
  type Timings,
  timingsFor,
} from '../../apps/worker/src/dispatcher/tuning.ts';
import { keep } from './artefacts.ts';
import type { TestDatabase } from './database.ts';
import { openWorkerDb, workerContext } from './dispatching.ts';
import type { Receiver } from './servers/receiver.ts';

export interface TestDispatcher {
  dispatcher: Dispatcher;
  registry: Registry;
  context: ReturnType<typeof workerContext>;
  stop(): Promise<void>;
}

export interface TestDispatcherOptions {
  database: TestDatabase;
  receiver: Pick<Receiver, 'allowed' | 'ca'>;
  clock?: Clock;
  faultPoint?: (name: FaultPoint) => Promise<void>;
  timings?: Partial<Timings>;
  slots?: Slots;
  guard?: Partial<GuardOptions>;
  sender?: Sender;
  beforeStatement?: (name: string) => void;
}

export const TIMINGS = timingsFor(RECEIVER_SECONDS * 1_000);
/** Short sleeps and rare sweeps, so that a test never waits and no sweep hides a fault. */
const TEST_TIMINGS: Partial<Timings> = { pollMs: 20, sweepMs: 3_600_000 };

export function openDispatcher(options: TestDispatcherOptions): TestDispatcher {
  const { database, receiver } = options;
  const registry = createMetrics('worker');
  const db = openWorkerDb(database, registry, options.beforeStatement);
  const context = workerContext(database, db, options.clock);
  const guard = createGuard({ ports: [443, 8443], allowed: receiver.allowed, ...options.guard });
  const sender = options.sender ?? createSender({ guard, ca: [receiver.ca], timeoutMs: RECEIVER_SECONDS * 1_000 });
  const dispatcher = startDispatcher({
    context,
    sender,
    metrics: dispatcherMetrics(registry),
    portalUrl: 'https://portal.example',
    schedule: {},
    timings: { ...TIMINGS, ...TEST_TIMINGS, ...options.timings },
    slots: options.slots ?? SLOTS,
    faultPoint: options.faultPoint ?? (async () => {}),
  });
  return {
    dispatcher,
    registry,
    context,
    async stop() {
      await dispatcher.stop();
      await sender.close();
      await db.close();
      keep('metrics', `${database.name}.txt`, await registry.metrics());
    },
  };
}
