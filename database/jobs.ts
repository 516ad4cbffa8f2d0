// The tables of the job queue (pg-boss), in their own schema. Only this file creates and upgrades them, as the owner:
// the processes that send and run jobs may not change tables.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { DEAD_LETTERS, HEARTBEAT_SECONDS, QUEUES } from './queues.ts';

// A sender adds jobs and reads their ids, because pg-boss's own statement does so; it reads no job. Operators see how jobs
// are doing and why some failed, and never what is in them.
const GRANTS = `
  grant usage on schema pgboss
    to onboarding_app, onboarding_staff, onboarding_operations, onboarding_identity, onboarding_worker;
  grant select on pgboss.version, pgboss.queue
    to onboarding_app, onboarding_staff, onboarding_operations, onboarding_identity;
  grant insert, select (id) on pgboss.job_common
    to onboarding_app, onboarding_staff, onboarding_operations, onboarding_identity;
  grant select (name, state, priority, created_on, start_after, source_name, source_created_on, source_retry_count,
    source_output) on pgboss.job_common to onboarding_operations;
  grant select, insert, update, delete on all tables in schema pgboss to onboarding_worker;
`;

// A job is a row that is inserted, updated twice and deleted, and the index of waiting jobs is read every second: vacuumed often, at
// full speed, and without giving pages back, which would need the whole table.
const VACUUM = `
  alter table pgboss.job_common set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_cost_delay = 0, vacuum_truncate = false);
`;

export async function migrateJobs(client: pg.Client): Promise<void> {
  const faults: Error[] = [];
  const boss = new PgBoss({
    db: {
      // Without values the text may contain several statements.
      executeSql: (text, values) =>
        values === undefined || values.length === 0 ? client.query(text) : client.query(text, values),
    },
    // The bootstrap creates the schema: the owner of the tables may not own the database.
    createSchema: false,
    migrate: true,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => faults.push(error));
  await boss.start();
  try {
    await finishIndexes(boss, faults);
    await declareQueues(boss);
    await client.query(GRANTS + VACUUM);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** An upgrade of pg-boss builds indexes in the background after its migration; a release starts once they exist. */
async function finishIndexes(boss: PgBoss, faults: readonly Error[]): Promise<void> {
  for (;;) {
    const [fault] = faults;
    if (fault !== undefined) throw fault;
    const open = (await boss.getBamStatus()).filter(({ status }) => status !== 'completed');
    if (open.some(({ status }) => status === 'failed')) {
      throw new Error('An index of the job queue could not be built: see the table pgboss.bam for the reason.');
    }
    if (open.length === 0) return;
    await delay(200);
  }
}

/** Idempotent: an existing queue gets the declared limits, which apply to new jobs. */
async function declareQueues(boss: PgBoss): Promise<void> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  // Dead letters wait for an operator, so they are stored for long and never retried automatically.
  const dead = { retentionSeconds: 90 * 24 * 3_600, retryLimit: 0 };
  if (!known.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS, dead);
  for (const { name, policy, dropped, ...limits } of QUEUES) {
    const options = {
      ...limits,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryBackoff: true,
      ...(dropped === true ? {} : { deadLetter: DEAD_LETTERS }),
    };
    if (known.has(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, { ...options, policy: policy ?? 'standard' });
  }
}
