// Background jobs: the state of the queues, and dead letters.
import { addNoun } from '@onboarding/command';
import { type DeadLetter, type JobHealth, reasonSchema } from '@onboarding/contract';
import { askForDiscard, askForRetry, listDeadLetters, readJobHealth } from '@onboarding/domain/operations';
import type { Command } from 'commander';
import { explained } from '../explained.ts';
import { WrongUsage } from '../failure.ts';
import { joined, type Laid, toCount, toFacts, toTable, toTime } from '../output.ts';
import { type PageOptions, readPages, toMore, withPages } from '../pages.ts';
import { accept, type Perform } from '../task.ts';

const READS = 'OPERATIONS_DATABASE_URL (role onboarding_operations)';

export function addJobs(program: Command, perform: Perform): void {
  const jobs = addNoun(program, 'jobs', 'background work and dead letters');
  addList(jobs, perform);
  addDeadLetters(jobs, perform);
  addRetry(jobs, perform);
  addDiscard(jobs, perform);
}

function toHealth({ queues, deadLetters, processes, dispatchers, webhooks }: JobHealth): Laid {
  const alive = dispatchers.filter((one) => one.alive).length;
  return joined(
    '\n\n',
    toTable(
      ['QUEUE', 'WAITING', 'DELAYED', 'RUNNING', 'OLDEST SINCE'],
      queues.map((one) => [
        one.queue,
        String(one.waiting),
        String(one.delayed),
        String(one.running),
        toTime(one.oldestWaitingSince),
      ]),
    ),
    toTable(
      ['SERVICE', 'READY IN LAST 5 MIN', 'LAST READY'],
      processes.map((one) => [one.service, String(one.processes), toTime(one.lastReadyAt)]),
    ),
    toFacts([
      // All queues are counted at the same time.
      ['Counted at', toTime(queues[0]?.countedAt)],
      ['Dead letters', String(deadLetters)],
      ['Dispatchers alive', String(alive)],
      ['Receivers due', `${webhooks.due}, the oldest since ${toTime(webhooks.oldestDueSince)}`],
    ]),
  );
}

function addList(jobs: Command, perform: Perform): void {
  const list = jobs
    .command('list')
    .description('show queues, processes and webhook dispatchers')
    .action(
      perform(async (task) => {
        const health = await task.transaction('operations', (tx) => readJobHealth(tx, task));
        task.answer(health, toHealth(health));
      }),
    );
  explained(list, {
    notes:
      'A worker counts the queues several times a minute. A process that was killed still counts as ready for five minutes; LAST READY shows that it no longer reports.',
    reads: READS,
    examples: [''],
  });
}

function toLetters(letters: readonly DeadLetter[]): Laid {
  const rows = letters.map((one) => [
    one.jobId,
    one.queue ?? '-',
    toTime(one.failedAt),
    one.attempts === null ? '-' : String(one.attempts),
    toTime(one.retryAskedAt),
    one.error,
  ]);
  return toTable(['JOB', 'QUEUE', 'FAILED AT', 'ATTEMPTS', 'RETRY REQUESTED', 'ERROR'], rows);
}

function addDeadLetters(jobs: Command, perform: Perform): void {
  const list = withPages(jobs.command('dead-letters').description('list jobs that ran out of retries')).action(
    perform(async (task, pages: PageOptions) => {
      const keys = task.keys();
      const page = await task.transaction('operations', (tx) =>
        readPages(pages, (query) => listDeadLetters(tx, { keys }, { limit: PER_PAGE, ...query })),
      );
      const text =
        page.items.length === 0
          ? 'There are no dead letters.'
          : joined('', toLetters(page.items), toMore(page.nextCursor));
      task.answer(page, text);
    }),
  );
  explained(list, {
    notes: 'Only the type of the failure is shown, never the content of a job.',
    reads: `${READS} and KEY_RING`,
    examples: ['', '--all --json'],
  });
}

const PER_PAGE = 50;

function addRetry(jobs: Command, perform: Perform): void {
  const retry = jobs
    .command('retry')
    .description('return dead letters to their original queues, once the cause is fixed')
    .argument('[job...]', 'ids, as shown by "dead-letters"')
    .option('--all', 'all dead letters')
    .option('--queue <queue>', 'all dead letters of this queue')
    .action(
      perform(async (task, named: string[], { all, queue }: { all?: boolean; queue?: string }) => {
        const many = all === true || queue !== undefined;
        if (many === named.length > 0) throw new WrongUsage('Name jobs, or use --all or --queue.');
        const operator = task.operator();
        const keys = task.keys();
        const asked = await task.transaction('operations', async (tx) => {
          const letters = many
            ? (await readPages({ all: true }, (query) => listDeadLetters(tx, { keys }, { limit: PER_PAGE, ...query })))
                .items
            : [];
          const ids = many
            ? letters.filter((one) => queue === undefined || one.queue === queue).map(({ jobId }) => jobId)
            : named;
          for (const id of ids) await askForRetry(tx, task, operator, id);
          return ids;
        });
        const whose = asked.length === 1 ? 'its queue' : 'their queues';
        const text = `A worker returns ${toCount(asked.length, 'dead letter')} to ${whose} within seconds.`;
        task.answer({ asked }, asked.length === 0 ? 'There are no such dead letters.' : text);
      }),
    );
  explained(retry, {
    reads: `${READS} and KEY_RING`,
    examples: [ID, '--queue mail.send', '--all'],
  });
}

function addDiscard(jobs: Command, perform: Perform): void {
  const discard = jobs
    .command('discard')
    .description('delete dead letters that would only fail again')
    .argument('<job...>', 'ids, as shown by "dead-letters"')
    .requiredOption('--reason <text>', 'reason, recorded in the log')
    .action(
      perform(async (task, ids: string[], options: { reason: string }) => {
        const { reason } = accept(reasonSchema, options);
        const operator = task.operator();
        await task.transaction('operations', async (tx) => {
          for (const jobId of ids) await askForDiscard(tx, task, operator, { jobId, reason });
        });
        task.answer({ asked: ids }, `A worker deletes ${toCount(ids.length, 'dead letter')} within seconds.`);
      }),
    );
  explained(discard, { reads: READS, examples: [`${ID} --reason 'the address does not exist'`] });
}

const ID = '0193a2b4-7c16-7d3e-9f53-2a6b8c0d1e2f';
