// The tables of the job queue (pg-boss), in a schema of their own. They are made and upgraded here, as the owner, and
// nowhere else: the processes that send and do jobs may not change tables.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { DEAD_LETTERS, HEARTBEAT_SECONDS, QUEUES } from './queues.ts';

// A sender adds jobs and learns their ids, because that is what pg-boss's own statement does; it reads no job.
const GRANTS = `
  grant usage on schema pgboss to onboarding_app, onboarding_staff, onboarding_identity, onboarding_worker;
  grant select on pgboss.version, pgboss.queue to onboarding_app, onboarding_staff, onboarding_identity;
  grant insert, select (id) on pgboss.job_common to onboarding_app, onboarding_staff, onboarding_identity;
  grant select, insert, update, delete on all tables in schema pgboss to onboarding_worker;
`;

export async function migrateJobs(client: pg.Client): Promise<void> {
  const faults: Error[] = [];
  const boss = new PgBoss({
    db: {
      // Without values the text may hold several statements.
      executeSql: (text, values) =>
        values === undefined || values.length === 0 ? client.query(text) : client.query(text, values),
    },
    // The schema itself is made by the bootstrap: the owner of the tables need not own the database.
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
    await client.query(GRANTS);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** An upgrade of pg-boss builds indexes after its migration, beside the work; a release starts when they are there. */
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

/** Safe to repeat: a queue that is there gets the declaration's limits, which then count for new jobs. */
async function declareQueues(boss: PgBoss): Promise<void> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  // Dead letters wait for a person, so they are kept for long and never tried by themselves.
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
