// Documents that partners upload.
import { addNoun } from '@onboarding/command';
import { askForReconciliation, recordAction } from '@onboarding/domain/operations';
import { countDocumentsToMove, type MoveOutcome, moveDocuments } from '@onboarding/domain/uploads';
import { openObjectStore, StorageUnavailable } from '@onboarding/platform/s3';
import { storageOptions } from '@onboarding/settings';
import type { Command } from 'commander';
import { readStorage, refuseInRehearsal } from '../config.ts';
import { explained, S3_READS } from '../explained.ts';
import { ServerUnavailable } from '../failure.ts';
import { toCount } from '../output.ts';
import type { Perform, Task } from '../task.ts';

const PROGRESS_MS = 5_000;

export function addDocuments(program: Command, perform: Perform): void {
  const documents = addNoun(program, 'documents', 'uploaded documents');
  const reconcile = documents
    .command('reconcile')
    .description('have a worker find uploaded files and check all due documents now')
    .action(
      perform(async (task) => {
        await task.transaction('operations', (tx) => askForReconciliation(tx, task, task.operator()));
        task.answer({ asked: true }, 'A worker checks all due documents within seconds.');
      }),
    );
  explained(reconcile, {
    notes:
      'Use it after an outage of the storage or the scanner, instead of waiting for the worker, which does the same every minute. The metric onboarding_documents_waiting shows how many are left.',
    reads: 'OPERATIONS_DATABASE_URL (role onboarding_operations)',
    examples: [''],
  });
  addMove(documents, perform);
}

function addMove(documents: Command, perform: Perform): void {
  const move = documents
    .command('move')
    .description('move documents confirmed by earlier releases to S3_KEPT_BUCKET')
    .option('--dry-run', 'only count them')
    .action(
      perform(async (task, { dryRun }: { dryRun?: boolean }) => {
        await task.database('owner', async (db) => {
          const left = await countDocumentsToMove({ db });
          if (dryRun === true) {
            task.answer({ left }, `${toCount(left, 'document')} to move. Nothing was changed.`);
            return;
          }
          refuseInRehearsal(task.environment);
          await db.transaction((tx) =>
            recordAction(tx, task, task.operator(), {
              action: 'DocumentsMoved',
              subject: { kind: 'Documents', id: 'confirmed by earlier releases' },
              details: { left },
            }),
          );
          const storage = openObjectStore(storageOptions(readStorage(task.environment)));
          try {
            await moving(task, { db, clock: task.clock, storage }, left);
          } finally {
            storage.close();
          }
        });
      }),
    );
  explained(move, {
    notes:
      'Run it once after the upgrade to the release that requires S3_KEPT_BUCKET, when every process runs that release. Every copy is read and compared with the hash recorded at confirmation. Until a document is moved, it is read from its old location; five minutes after the move, the worker deletes the old object. Progress is reported every few seconds. The service can keep running, and you can interrupt the command and run it again: it continues with the remaining documents. Documents that are missing from the storage, or that differ from what was confirmed, are named and left as they are, and the exit code is 1.',
    reads: `MIGRATION_DATABASE_URL (role onboarding_owner), ${S3_READS}`,
    examples: ['--dry-run', ''],
  });
}

async function moving(task: Task, context: Parameters<typeof moveDocuments>[0], left: number): Promise<void> {
  const count: Record<MoveOutcome, number> = { Moved: 0, Missing: 0, Differs: 0, Left: 0 };
  const faults: { partnerId: string; documentId: string; outcome: MoveOutcome }[] = [];
  let nextWord = performance.now() + PROGRESS_MS;
  try {
    for await (const one of moveDocuments(context)) {
      count[one.outcome]++;
      if (one.outcome === 'Missing' || one.outcome === 'Differs') faults.push(one);
      if (performance.now() < nextWord) continue;
      nextWord = performance.now() + PROGRESS_MS;
      task.note(`${count.Moved} of ${left} moved; last document ${one.documentId}`);
    }
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    throw new ServerUnavailable(`${error.message}. ${count.Moved} of ${left} were moved. Run this again to continue.`);
  }
  const lines = faults.map(
    ({ partnerId, documentId, outcome }) =>
      `Partner ${partnerId}, document ${documentId}: ${outcome === 'Missing' ? 'it is missing from the storage' : 'its content differs from what was confirmed'}.`,
  );
  const moved = { moved: count.Moved, missing: count.Missing, different: count.Differs };
  task.answer({ ...moved, faults }, [...lines, `${toCount(count.Moved, 'document')} moved.`].join('\n'));
  if (faults.length > 0) task.fail();
}
