// Documents that partners upload.
import { askForReconciliation } from '@onboarding/domain/operations';
import type { Command } from 'commander';
import { addNoun, explained } from '../explained.ts';
import type { Perform } from '../task.ts';

export function addDocuments(program: Command, perform: Perform): void {
  const documents = addNoun(program, 'documents', 'uploaded documents');
  const reconcile = documents
    .command('reconcile')
    .description('let a worker look for uploaded files and check all documents that are due, now')
    .action(
      perform(async (task) => {
        await task.transaction('operations', (tx) => askForReconciliation(tx, task));
        task.answer({ asked: true }, 'A worker checks all due documents within seconds.');
      }),
    );
  explained(reconcile, {
    notes:
      'For after an outage of storage or scanner: a worker does the same every minute. documents_waiting shows how many are left.',
    reads: 'OPERATIONS_DATABASE_URL (role onboarding_operations)',
    examples: [''],
  });
}
