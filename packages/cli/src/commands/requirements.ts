import type { Command } from 'commander';
import { explained } from '../explained.ts';
import { toTable } from '../output/layout.ts';
import type { Perform } from '../task.ts';

export function addRequirements(program: Command, perform: Perform): void {
  explained(
    program
      .command('requirements')
      .description('list the identity documents that are accepted from residents of a country')
      .argument('<country>', 'ISO 3166-1 alpha-3, such as NGA')
      .action(
        perform(async (task, country: string) => {
          const client = await task.client();
          const countryCode = country.toUpperCase();
          const { signal } = task;
          const requirements = await client.listIdentityRequirements({ countryCode }, { signal });
          const rows = requirements.map((one) => [
            one.identityTypeCode,
            one.isRequired ? 'yes' : 'no',
            datesOf(one),
            one.placeholder,
            one.label,
          ]);
          const columns = ['TYPE', 'REQUIRED', 'DATES', 'EXAMPLE', 'NAME'];
          task.answer(requirements, toTable(task.page, columns, rows));
        }),
      ),
    { examples: ['NGA', 'GBR --json'] },
  );
}

function datesOf({
  requiresIssueDate,
  requiresExpiryDate,
}: {
  requiresIssueDate: boolean;
  requiresExpiryDate: boolean;
}): string {
  const dates = [...(requiresIssueDate ? ['issue'] : []), ...(requiresExpiryDate ? ['expiry'] : [])];
  return dates.length === 0 ? '-' : dates.join(', ');
}
