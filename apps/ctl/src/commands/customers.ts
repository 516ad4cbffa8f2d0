// Erases the identifying data of a business, and lists erased businesses.
import { addNoun } from '@onboarding/command';
import { type Erasable, type Erasure, eraseCustomer, inspectErasable, listErasures } from '@onboarding/domain/erasure';
import { isUuid, uuidv7 } from '@onboarding/platform/ids';
import { openObjectStore, StorageReadOnly, StorageUnavailable } from '@onboarding/platform/s3';
import { storageOptions } from '@onboarding/settings';
import type { Command } from 'commander';
import { readStorage } from '../config.ts';
import { withConfirmation } from '../confirm.ts';
import { explained, S3_READS } from '../explained.ts';
import { CommandRefused, ServerUnavailable, WrongUsage } from '../failure.ts';
import { joined, type Laid, toCount, toFacts } from '../output.ts';
import { getPartner, PARTNER } from '../partner.ts';
import type { Perform, Task } from '../task.ts';

const LONGEST_REASON = 200;
const EXAMPLE = `'Acme Marketplace' 0193a2b4-7c16-7d3e-9f53-2a6b8c0d1e2f --reason 'request 4711'`;

export function addCustomers(program: Command, perform: Perform): void {
  const customers = addNoun(program, 'customers', 'erasure of businesses');
  addErase(customers, perform);
  addErased(customers, perform);
}

interface EraseOptions {
  reason: string;
  dryRun?: boolean;
  yes?: boolean;
}

function addErase(customers: Command, perform: Perform): void {
  const erase = withConfirmation(customers.command('erase'))
    .description('erase everything that identifies or describes a customer and its people')
    .argument('<partner>', PARTNER)
    .argument('<customer>', 'the id of the customer')
    .requiredOption(
      '--reason <reason>',
      'recorded permanently in the audit trail: name a ticket or a law, never a person',
    )
    .option('--dry-run', 'only show what would be erased')
    .action(
      perform(async (task, called: string, customerId: string, options: EraseOptions) => {
        const reason = options.reason.trim();
        if (!isUuid(customerId))
          throw new WrongUsage(`The customer id must be a UUID, not ${JSON.stringify(customerId)}.`);
        if (reason === '' || reason.length > LONGEST_REASON)
          throw new WrongUsage(
            `The reason must have 1 to ${LONGEST_REASON} characters, for example --reason 'request 4711'.`,
          );
        await erasing(task, called, { ...options, customerId, reason });
      }),
    );
  explained(erase, {
    notes:
      "Names, addresses, e-mails, numbers, dates, documents with all their versions (quarantined ones too), notes, screening hits and responses stored for an Idempotency-Key are erased, and the customer's data key is deleted. Ids, states, amounts and the audit trail stay. The customer can still be read but no longer changed. This cannot be undone; only older backups still contain the data. It is safe to run again, even after an interruption: it completes the erasure.",
    reads: `MIGRATION_DATABASE_URL (role onboarding_owner, so that no running process needs this permission), KEY_RING, ${S3_READS}`,
    examples: [`${EXAMPLE} --dry-run`, EXAMPLE, `${EXAMPLE} --yes`],
  });
}

async function erasing(task: Task, called: string, given: EraseOptions & { customerId: string }): Promise<void> {
  const { customerId, reason, dryRun, yes } = given;
  const { name: operatorName } = task.operator();
  const [keys, storage] = [task.keys(), openObjectStore(storageOptions(readStorage(task.environment)))];
  try {
    await task.database('owner', async (db) => {
      const { partnerId } = await db.transaction((tx) => getPartner(tx, called));
      const context = { db, clock: task.clock, keys, storage };
      if (dryRun === true || yes !== true) {
        const found = present(await inspectErasable(context, partnerId, customerId));
        if (dryRun === true) return task.answer(found, joined('\n', shown(found), 'Nothing was changed.'));
        task.note(shown(found));
        await task.confirm({ warning: 'Erasing a customer cannot be undone.', word: customerId, yes });
      }
      const requestId = `erase-${uuidv7(task.clock.now())}`;
      const actor = { kind: 'Operator' as const, partnerId, operatorName, requestId };
      const erasure = present(await eraseCustomer(context, actor, { customerId, reason }));
      task.answer(erasure, told(erasure));
    });
  } catch (error) {
    if (error instanceof StorageReadOnly)
      return task.answer({ objects: 0 }, 'Erased in the database. Its documents stay, because this is a rehearsal.');
    if (!(error instanceof StorageUnavailable)) throw error;
    throw new ServerUnavailable(
      `${error.message}. The data in the database is erased; the worker removes the objects as soon as it can. Run this again to make sure.`,
    );
  } finally {
    storage.close();
  }
}

function present<T>(found: T | undefined): T {
  if (found !== undefined) return found;
  throw new CommandRefused(
    'That partner has no such customer, or MIGRATION_DATABASE_URL names a role that cannot see it. Nothing was changed.',
  );
}

function shown({ verificationStatus, version, erased, identities, documents }: Erasable): Laid {
  const all = documents.reduce((sum, one) => sum + one.documents, 0);
  const kinds = documents.map((one) => `${one.documents} ${one.status}`).join(', ');
  return toFacts([
    ['Customer', `${verificationStatus}, version ${version}`],
    ['Data key', erased ? 'already deleted' : 'would be deleted'],
    [
      'Profile',
      erased ? 'already blank' : 'names, addresses and contacts of the business and its people would be blanked',
    ],
    ['Identities', erased ? `${identities}, already blank` : `${identities} would be blanked`],
    ['Documents', all === 0 ? 'none' : `${all} would be erased with their objects (${kinds})`],
  ]);
}

function told({ changed, objects }: Erasure): string {
  const removed = `${toCount(objects, 'object version')} removed`;
  return changed ? `Erased; ${removed}.` : `It had already been erased; ${removed} now.`;
}

function addErased(customers: Command, perform: Perform): void {
  const erased = customers
    .command('erased')
    .description('list every erased customer, one per line: partner, customer, time')
    .action(
      perform(async (task) => {
        const items = await task.database('owner', async (db) => {
          const found: { partnerId: string; customerId: string; erasedAt: string | null }[] = [];
          for await (const one of listErasures({ db })) {
            const { partnerId, customerId, erasedAt: at } = one;
            found.push({ partnerId, customerId, erasedAt: at?.toISOString() ?? null });
          }
          return found;
        });
        const lines = items.map((one) => `${one.partnerId} ${one.customerId} ${one.erasedAt ?? 'incomplete'}`);
        task.answer({ items }, lines.join('\n'));
      }),
    );
  explained(erased, {
    notes:
      'Store the list outside the backups; after restoring a backup, erase these customers again. "incomplete" instead of a time means that an earlier release left names and addresses: erase the customer again.',
    reads: 'MIGRATION_DATABASE_URL (role onboarding_owner)',
    examples: ['> erased.txt'],
  });
}
