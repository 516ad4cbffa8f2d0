// Documents that partners upload.
import { askForReconciliation, recordAction } from '@onboarding/domain/operations';
import { countDocumentsToMove, type MoveOutcome, moveDocuments } from '@onboarding/domain/uploads';
import { openObjectStore, StorageUnavailable } from '@onboarding/platform/s3';
import { storageOptions } from '@onboarding/settings';
import type { Command } from 'commander';
import { readStorage } from '../config.ts';
import { addNoun, explained, S3_READS } from '../explained.ts';
import { ServerUnavailable } from '../failure.ts';
import { toCount } from '../output.ts';
import type { Perform, Task } from '../task.ts';

const PROGRESS_MS = 5_000;

export function addDocuments(program: Command, perform: Perform): void {
  const documents = addNoun(program, 'documents', 'uploaded documents');
  const reconcile = documents
    .command('reconcile')
    .description('let a worker look for uploaded files and check all documents that are due, now')
    .action(
      perform(async (task) => {
        await task.transaction('operations', (tx) => askForReconciliation(tx, task, task.operator()));
        task.answer({ asked: true }, 'A worker checks all due documents within seconds.');
      }),
    );
  explained(reconcile, {
    notes:
      'For after an outage of storage or scanner: a worker does the same every minute. documents_waiting shows how many are left.',
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
      'Run it once after the upgrade to the release that needs S3_KEPT_BUCKET, when every process is of that release. Every copy is read and compared with the hash that was recorded at the confirmation. Until a document is moved it is read where it is; five minutes later the worker removes it there. Progress is reported every few seconds. Safe beside running processes, and safe to interrupt and run again: it continues with what is left. Documents that the storage lacks, or that are not what was confirmed, are named and stay as they are: exit code 1.',
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
      `Partner ${partnerId}, document ${documentId}: ${outcome === 'Missing' ? 'the storage does not have it' : 'the bytes are not those that were confirmed'}.`,
  );
  const moved = { moved: count.Moved, missing: count.Missing, different: count.Differs };
  task.answer({ ...moved, faults }, [...lines, `${toCount(count.Moved, 'document')} moved.`].join('\n'));
  if (faults.length > 0) task.fail();
}
