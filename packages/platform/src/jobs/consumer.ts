import { setTimeout as delay } from 'node:timers/promises';
import { type JobResult, PgBoss } from 'pg-boss';
import { describeError, type Logger } from '../logger/index.ts';
import { Counter, Histogram, type Registry, readGauges } from '../metrics/index.ts';
import { type ConnectionPool, openConnectionPool } from '../postgres/index.ts';

interface Job {
  id: string;
  payload: unknown;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborted when the job times out or the process stops waiting for it. */
  signal: AbortSignal;
}

/** Must be idempotent: if a worker dies after its work and before the job is completed, another runs it again. */
export type JobHandler = (job: Job) => Promise<void>;

interface WorkOptions {
  /** How many takers this process has; defaults to one. */
  concurrency?: number;
  /**
   * How many jobs a taker runs at a time; defaults to one. They are fetched and completed together, which costs the database as
   * much as one job; a taker fetches more when all of its jobs have finished.
   */
  atATime?: number;
  /** Whether this process runs the jobs of an owner one by one, so that other takers stay free; defaults to false. */
  oneOfEach?: boolean;
}

export interface JobRunner {
  work(queue: string, handler: JobHandler, options?: WorkOptions): Promise<void>;
  /** Polls the queue now, instead of at the next interval. */
  wake(queue: string): void;
  /** When the queue was last polled successfully, in milliseconds; undefined before the first time. */
  lastPollAt(queue: string): number | undefined;
  /** Whether all takers of the queue have jobs. */
  isBusy(queue: string): boolean;
  /** Adds one job at each time of the cron expression (UTC), regardless of the number of processes. */
  schedule(queue: string, cron: string): Promise<void>;
  /** Returns one dead letter to the queue it came from; false if there is none with this id. */
  retryDeadLetter(jobId: string): Promise<boolean>;
  /** Deletes one dead letter, if it still exists. */
  discardDeadLetter(jobId: string): Promise<void>;
  /** Takes no more jobs and waits for the running ones; another worker takes those that do not finish in time. */
  stop(): Promise<void>;
}

interface RunnerOptions {
  url: string;
  logger: Logger;
  registry: Registry;
  poolSize?: number;
  /** Gets the pool of the queue, for the metrics. */
  onPool?(name: string, pool: ConnectionPool['pool']): void;
  /** How often to poll for jobs. */
  pollSeconds?: number;
  /** How often to check for jobs whose worker died. */
  superviseSeconds?: number;
}

const DEAD_LETTERS = 'dead-letters';
const STOP_WITHIN_MS = 15_000;
/** A job may miss several heartbeats before another worker gets it; see the declaration of the queues. */
const HEARTBEAT_EVERY_SECONDS = 5;
/** How long recording unfinished jobs may take, even if the database is unavailable. */
const NOTE_WITHIN_MS = 2_000;

interface Taker {
  queue: string;
  id: string;
  busy: boolean;
  /** Whether it was woken once, or more than once, since it last fetched jobs. */
  woken: boolean;
  wokenAgain: boolean;
}

/** What the takers of all queues share. */
interface Consumer {
  boss: PgBoss;
  logger: Logger;
  metrics: ReturnType<typeof jobMetrics>;
  pollSeconds: number;
  takers: Taker[];
}

export async function startJobs(options: RunnerOptions): Promise<JobRunner> {
  const { logger, superviseSeconds = 15, pollSeconds = 1 } = options;
  const connections = openConnections(options);
  const boss = await startBoss(connections, superviseSeconds, logger);
  const metrics = jobMetrics(options, connections, superviseSeconds);
  const consumer: Consumer = { boss, logger, metrics, pollSeconds, takers: [] };
  const takersOf = (queue: string) => boss.getWipData().filter(({ name }) => name === queue);
  return {
    async work(queue, handler, options = {}) {
      const { concurrency = 1 } = options;
      // One by one, because pg-boss cannot wake workers individually if they are created together.
      for (let count = 0; count < concurrency; count++) await addTaker(consumer, queue, handler, options);
    },
    wake: (queue) => wakeIdleTaker(consumer, queue),
    lastPollAt: (queue) =>
      takersOf(queue).reduce<number | undefined>(
        (latest, { lastFetchedOn }) => (lastFetchedOn === null ? latest : Math.max(lastFetchedOn, latest ?? 0)),
        undefined,
      ),
    isBusy: (queue) => takersOf(queue).every(({ count }) => count > 0),
    schedule: (queue, cron) => boss.schedule(queue, cron, null, { tz: 'UTC' }),
    retryDeadLetter: async (jobId) => (await boss.redrive(DEAD_LETTERS, { ids: [jobId] })) === 1,
    async discardDeadLetter(jobId) {
      await boss.deleteJob(DEAD_LETTERS, jobId);
    },
    async stop() {
      const stopped = boss.stop({ graceful: true, timeout: STOP_WITHIN_MS });
      const late = delay(STOP_WITHIN_MS + NOTE_WITHIN_MS, 'late', { ref: false });
      // A missing heartbeat reveals any job that is not recorded now.
      if ((await Promise.race([stopped, late])) === 'late') logger.warn('job queue did not stop in time; closing it');
      await connections.close();
    },
  };
}

/** Closes the connections if it cannot start. */
async function startBoss(connections: ConnectionPool, superviseSeconds: number, logger: Logger): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => connections.pool.query(text, values) },
    migrate: false,
    createSchema: false,
    supervise: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    queueCacheIntervalSeconds: 30,
    schedule: true,
    // Both require ownership of the tables.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => logger.warn(faultOf(error), 'job queue fault; it recovers automatically'));
  boss.on('warning', ({ message }) => logger.warn({ message }, 'job queue warning'));
  try {
    await boss.start();
  } catch (error) {
    // Stops the parts that have already started.
    await boss.stop({ graceful: false });
    await connections.close();
    throw error;
  }
  return boss;
}

function wakeIdleTaker({ boss, takers }: Consumer, queue: string): void {
  const idle = takers.find((taker) => taker.queue === queue && !taker.busy);
  if (idle === undefined) return;
  // It may already be polling and miss the new job.
  idle.wokenAgain = idle.woken;
  idle.woken = true;
  boss.notifyWorker(idle.id);
}

async function addTaker(
  consumer: Consumer,
  queue: string,
  handler: JobHandler,
  { atATime = 1, oneOfEach = false }: WorkOptions,
): Promise<void> {
  const { boss, takers, pollSeconds } = consumer;
  const taker: Taker = { queue, id: '', busy: false, woken: false, wokenAgain: false };
  taker.id = await boss.work<unknown>(
    queue,
    {
      batchSize: atATime,
      ...(oneOfEach ? { localGroupConcurrency: 1 } : {}),
      perJobResults: true,
      pollingIntervalSeconds: pollSeconds,
      heartbeatRefreshSeconds: HEARTBEAT_EVERY_SECONDS,
    },
    async (jobs) => {
      const mayBeMore = jobs.length === atATime || taker.wokenAgain;
      Object.assign(taker, { busy: true, woken: false, wokenAgain: false });
      // Only if there may be more, so that few jobs cost few polls.
      if (mayBeMore) wakeIdleTaker(consumer, queue);
      try {
        return await Promise.all(
          jobs.map(({ id, data, retryCount, signal }) =>
            runJob(consumer, queue, handler, { id, payload: data, attempt: retryCount + 1, signal }),
          ),
        );
      } finally {
        taker.busy = false;
        // There may be more jobs: poll again without a pause.
        boss.notifyWorker(taker.id);
      }
    },
  );
  takers.push(taker);
}

async function runJob({ logger, metrics }: Consumer, queue: string, handler: JobHandler, job: Job): Promise<JobResult> {
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
    // The error is stored in the job's row, so it contains only the kind of failure.
    const { type, code } = describeError(error);
    return { id: job.id, status: 'failed', output: new Error(code === undefined ? type : `${type} ${code}`) };
  } finally {
    metrics.seconds.observe({ queue }, (performance.now() - started) / 1000);
  }
}

/**
 * A pool of our own, because pg-boss would set no time limit, and one dead connection would stop a queue permanently.
 * The limit is generous because counting and deleting many jobs takes a while, and longer than the worker's
 * statement_timeout (database/bootstrap.ts).
 */
function openConnections({ url, logger, poolSize = 4, onPool }: RunnerOptions): ConnectionPool {
  const connections = openConnectionPool({
    url,
    applicationName: 'onboarding-jobs',
    size: poolSize,
    onIdleError: (error) => logger.warn({ err: error }, 'idle connection of the job queue lost'),
    settings: { query_timeout: 10_000, connectionTimeoutMillis: 5_000 },
  });
  onPool?.('jobs', connections.pool);
  return connections;
}

/** pg-boss reports some errors as copies; only their code is safe to log. */
function faultOf(error: unknown): object {
  if (error instanceof Error) return { err: error };
  return { code: typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'none' };
}

// The process that supervises the queue updates the counts; without a supervisor they are stale and ignored.
const COUNTS = `select name, ready_count from pgboss.queue
  where name not like '\\_\\_%' and monitor_on > now() - $1 * interval '1 second'`;

function jobMetrics({ registry, logger }: RunnerOptions, { pool }: ConnectionPool, superviseSeconds: number) {
  const registers = [registry];
  const queues = ['queue'] as const;
  readGauges({
    registry,
    gauges: {
      onboarding_jobs_waiting: {
        help: 'Jobs waiting for a worker; dead letters are waiting for an operator',
        label: 'queue',
      },
    },
    async read() {
      const { rows } = await pool.query<{ name: string; ready_count: number }>(COUNTS, [4 * superviseSeconds + 30]);
      return { onboarding_jobs_waiting: Object.fromEntries(rows.map(({ name, ready_count }) => [name, ready_count])) };
    },
    onFailure: (error) => logger.warn({ err: error }, 'waiting jobs could not be counted'),
  });
  return {
    jobs: new Counter({
      name: 'onboarding_jobs_total',
      help: 'Job attempts by outcome',
      labelNames: ['queue', 'outcome'],
      registers,
    }),
    seconds: new Histogram({
      name: 'onboarding_job_seconds',
      help: 'Duration of a job attempt',
      labelNames: queues,
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300],
      registers,
    }),
  };
}
