// Checks everything that the services depend on, the way they use it.
import type { Command } from 'commander';
import type { Verdict } from '../doctor/check.ts';
import { runChecks } from '../doctor/check.ts';
import { checksFor } from '../doctor/plan.ts';
import { explained } from '../explained.ts';
import { joined, type Laid, toCount, toTable } from '../output.ts';
import { readServices, SERVICE_NOTES, type ServiceOptions, withServices } from '../services.ts';
import type { Perform } from '../task.ts';

export function addDoctor(program: Command, perform: Perform): void {
  explained(
    withServices(program.command('doctor'))
      .description('connect to every dependency as the services would, and report problems')
      .action(
        perform(async (task, options: ServiceOptions) => {
          const verdicts = await runChecks(checksFor(readServices(options, task.environment), task.environment));
          const count = (state: Verdict['state']) => verdicts.filter((verdict) => verdict.state === state).length;
          const counts = { faults: count('fault'), warnings: count('warning'), good: count('good') };
          const told = `${toCount(counts.faults, 'fault')}, ${toCount(counts.warnings, 'warning')}, ${toCount(counts.good, 'check')} passed.`;
          task.answer({ ...counts, verdicts }, joined('\n\n', toVerdicts(verdicts), told));
          if (counts.faults > 0) task.fail();
        }),
      ),
    {
      notes: `Checks PostgreSQL (roles, row-level security, migrations, clock), the storage (buckets, versioning, policies, the link key), the virus scanner (age of its signatures), the mail server, Redis, the issuer and the screening provider. The checks run in parallel, each for at most 15 seconds, and change nothing. ${SERVICE_NOTES} The exit code is 1 if there is a fault.`,
      reads: 'the settings of the services and, to see whether the database is migrated, MIGRATION_DATABASE_URL',
      examples: ['', '--service worker --from /etc/onboarding/worker.env', '--json'],
    },
  );
}

const ORDER: readonly Verdict['state'][] = ['fault', 'warning', 'good'];

function toVerdicts(verdicts: readonly Verdict[]): Laid {
  const rows = ORDER.flatMap((state) => verdicts.filter((verdict) => verdict.state === state)).map(
    ({ state, about, found, cure }) => [state, about, cure === '' ? found : `${found}. ${cure}`],
  );
  return toTable(['STATE', 'CHECK', 'FINDING AND REMEDY'], rows);
}
