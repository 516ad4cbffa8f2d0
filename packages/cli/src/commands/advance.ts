import type { Command } from 'commander';
import { explained } from '../explained.ts';
import { wrongUsage } from '../failure.ts';
import { BUSINESS, customerIdOf } from '../named-business.ts';
import { paintStatus, toFacts } from '../output/layout.ts';
import type { Perform, Task } from '../task.ts';

export function addAdvance(program: Command, perform: Perform): void {
  explained(
    program
      .command('advance')
      .description('advance time for a business in a sandbox')
      .argument(...BUSINESS)
      .argument('<days>', 'how many days, from 1 to 400')
      .action(perform(advance)),
    { notes: 'Unused upload links of the business expire.', examples: ['$CUSTOMER 60'] },
  );
}

async function advance(task: Task, business: string, count: string): Promise<void> {
  const days = Number(count);
  if (!Number.isInteger(days)) throw wrongUsage(`The days must be a whole number from 1 to 400, not "${count}".`);
  const client = await task.client();
  const customerId = await customerIdOf(task, business);
  const advanced = await client.advanceDays(customerId, { days }, { signal: task.signal });
  const expired = advanced.documentIds.map((id): [string, string] => ['Expired link', id]);
  task.answer(
    advanced,
    toFacts(task.page, [
      ['Customer', advanced.customerId],
      ['Status', paintStatus(task.page.paint, advanced.verificationStatus)],
      ...(expired.length === 0 ? [['Expired link', 'none'] as [string, string]] : expired),
    ]),
  );
}
