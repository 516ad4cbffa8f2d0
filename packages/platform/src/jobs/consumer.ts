import { setTimeout as delay } from 'node:timers/promises';
import { type JobResult, PgBoss } from 'pg-boss';
import { describeError, type Logger } from '../logger/index.ts';
import { Counter, Histogram, type Registry, readGauge } from '../metrics/index.ts';
import { type ConnectionPool, openConnectionPool } from '../postgres/index.ts';

export interface Job {
  id: string;
  payload: unknown;
  /** 1 for the first try. */
  attempt: number;
  /** Aborted when the job's time is over or the process stops without waiting any longer. */
  signal: AbortSignal;
}

/** Must bear being run twice for one job: a worker that dies after its work and before saying so leaves it to the next. */
export type JobHandler = (job: Job) => Promise<void>;

export interface JobRunner {
  /** Of each of the `concurrency` takers `atATime` jobs are under way at most. They are taken and noted as done together, which
   * costs the database as much as one; a taker takes the next when all of its own have ended. */
  work(queue: string, handler: JobHandler, options?: { concurrency?: number; atATime?: number }): Promise<void>;
  /** Looks for jobs of the queue now, instead of when it would have looked by itself. */
  wake(queue: string): void;
  /** When jobs of the queue were last looked for with success, in milliseconds; undefined before the first time. */
  lastPollAt(queue: string): number | undefined;
  /** Whether all who look for jobs of the queue are at work on some. */
  isBusy(queue: string): boolean;
  /** One job for the queue at each time of the cron expression (UTC), however many processes run. */
  schedule(queue: string, cron: string): Promise<void>;
  /** Takes no more jobs and waits for those under way; what is not done in time is given to another worker. */
  stop(): Promise<void>;
}

export interface RunnerOptions {
  url: string;
  logger: Logger;
  registry: Registry;
  poolSize?: number;
  /** How often to look for jobs. */
  pollSeconds?: number;
  /** How often to look for jobs whose worker died. */
  superviseSeconds?: number;
}

const STOP_WITHIN_MS = 15_000;
/** Several of them may be lost before a job is taken away, see the declaration of the queues. */
const HEARTBEAT_EVERY_SECONDS = 5;
/** For noting what was not done; a database that is away does not get longer. */
const NOTE_WITHIN_MS = 2_000;

export async function startJobs(options: RunnerOptions): Promise<JobRunner> {
  const { logger } = options;
  const superviseSeconds = options.superviseSeconds ?? 15;
  const connections = openConnections(options);
  const boss = new PgBoss({
    db: { executeSql: (text, values) => connections.pool.query(text, values) },
    migrate: false,
    createSchema: false,
    supervise: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    queueCacheIntervalSeconds: 30,
    schedule: true,
    // These want to own the tables.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => logger.warn(faultOf(error), 'job queue fault; it goes on by itself'));
  boss.on('warning', ({ message }) => logger.warn({ message }, 'job queue warning'));
  try {
    await boss.start();
  } catch (error) {
    // What it has started until then would go on.
    await boss.stop({ graceful: false });
    await connections.close();
    throw error;
  }
  const metrics = jobMetrics(options, connections, superviseSeconds);

  async function run(queue: string, handler: JobHandler, job: Job): Promise<JobResult> {
    const started = performance.now();
    const facts = { queue, jobId: job.id, attempt: job.attempt };
    try {
      await handler(job);
      metrics.jobs.inc({ queue, outcome: 'done' });
      logger.info({ ...facts, ms: Math.round(performance.now() - started) }, 'job done');
      return { id: job.id, status: 'completed' };
    } catch (error) {
      metrics.jobs.inc({ queue, outcome: 'failed' });
      logger.warn({ ...facts, err: error }, 'job failed');
      // This is kept in the job's row, so only the kind of the failure goes on.
      const { type, code } = describeError(error);
      return { id: job.id, status: 'failed', output: new Error(code === undefined ? type : `${type} ${code}`) };
    } finally {
      metrics.seconds.observe({ queue }, (performance.now() - started) / 1000);
    }
  }

  const takers: Taker[] = [];
  const takersOf = (queue: string) => boss.getWipData().filter(({ name }) => name === queue);

  /** One that has nothing to do. */
  function wake(queue: string): void {
    const idle = takers.find((taker) => taker.queue === queue && !taker.busy);
    if (idle === undefined) return;
    // It may be looking already, and miss what this is about.
    idle.wokenAgain = idle.woken;
    idle.woken = true;
    boss.notifyWorker(idle.id);
  }

  async function addTaker(queue: string, handler: JobHandler, atATime: number): Promise<void> {
    const taker: Taker = { queue, id: '', busy: false, woken: false, wokenAgain: false };
    taker.id = await boss.work<unknown>(
      queue,
      {
        batchSize: atATime,
        perJobResults: true,
        pollingIntervalSeconds: options.pollSeconds ?? 1,
        heartbeatRefreshSeconds: HEARTBEAT_EVERY_SECONDS,
      },
      async (jobs) => {
        const mayBeMore = jobs.length === atATime || taker.wokenAgain;
        Object.assign(taker, { busy: true, woken: false, wokenAgain: false });
        // Only then, so that few jobs cost few looks.
        if (mayBeMore) wake(queue);
        try {
          return await Promise.all(
            jobs.map(({ id, data, retryCount, signal }) =>
              run(queue, handler, { id, payload: data, attempt: retryCount + 1, signal }),
            ),
          );
        } finally {
          taker.busy = false;
          // Where there was one there may be more: the next is looked for without a pause.
          boss.notifyWorker(taker.id);
        }
      },
    );
    takers.push(taker);
  }

  return {
    async work(queue, handler, { concurrency = 1, atATime = 1 } = {}) {
      // One by one, because those that pg-boss makes together cannot be woken each.
      for (let count = 0; count < concurrency; count++) await addTaker(queue, handler, atATime);
    },
    wake,
    lastPollAt: (queue) =>
      takersOf(queue).reduce<number | undefined>(
        (latest, { lastFetchedOn }) => (lastFetchedOn === null ? latest : Math.max(lastFetchedOn, latest ?? 0)),
        undefined,
      ),
    isBusy: (queue) => takersOf(queue).every(({ count }) => count > 0),
    schedule: (queue, cron) => boss.schedule(queue, cron, null, { tz: 'UTC' }),
    async stop() {
      const stopped = boss.stop({ graceful: true, timeout: STOP_WITHIN_MS });
      const late = delay(STOP_WITHIN_MS + NOTE_WITHIN_MS, 'late', { ref: false });
      // Whatever is not noted now is noticed by its missing heartbeat.
      if ((await Promise.race([stopped, late])) === 'late')
        logger.warn('the job queue did not stop in time; it is cut off');
      await connections.close();
    },
  };
}

/**
 * Not those that pg-boss would open by itself: they know no time limit, and a single one that vanishes would stop a queue for
 * good. The limit is generous, because counting and clearing away many jobs takes a while.
 */
function openConnections({ url, logger, poolSize = 4 }: RunnerOptions): ConnectionPool {
  return openConnectionPool({
    url,
    applicationName: 'onboarding-jobs',
    size: poolSize,
    onIdleError: (error) => logger.warn({ err: error }, 'idle connection of the job queue lost'),
    settings: { query_timeout: 10_000, statement_timeout: 9_000, connectionTimeoutMillis: 5_000 },
  });
}

interface Taker {
  queue: string;
  id: string;
  busy: boolean;
  /** Since it last came with jobs: once, and more than once. */
  woken: boolean;
  wokenAgain: boolean;
}

/** Some of what it reports are copies of errors; of those only the code is certain to be harmless. */
function faultOf(error: unknown): object {
  if (error instanceof Error) return { err: error };
  return { code: typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'none' };
}

// The counts are taken by whichever process supervises the queue; when nobody does they grow old, and are as good as none.
const COUNTS = `select name, ready_count from pgboss.queue
  where name not like '\\_\\_%' and monitor_on > now() - $1 * interval '1 second'`;

function jobMetrics({ registry, logger }: RunnerOptions, { pool }: ConnectionPool, superviseSeconds: number) {
  const registers = [registry];
  const queues = ['queue'] as const;
  readGauge({
    name: 'jobs_waiting',
    help: 'Jobs that could be done now and wait for a worker; among the dead letters: for a person',
    label: 'queue',
    registry,
    async read() {
      const { rows } = await pool.query<{ name: string; ready_count: number }>(COUNTS, [4 * superviseSeconds + 30]);
      return Object.fromEntries(rows.map(({ name, ready_count }) => [name, ready_count]));
    },
    onFailure: (error) => logger.warn({ err: error }, 'waiting jobs could not be counted'),
  });
  return {
    jobs: new Counter({
      name: 'jobs_total',
      help: 'Tries of jobs by how they ended',
      labelNames: ['queue', 'outcome'],
      registers,
    }),
    seconds: new Histogram({
      name: 'job_seconds',
      help: 'Time of a try of a job',
      labelNames: queues,
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300],
      registers,
    }),
  };
}
