// Checks settings before a service starts.
import { addNoun } from '@onboarding/command';
import { checkSettings, type Finding } from '@onboarding/settings';
import type { Command } from 'commander';
import { explained } from '../explained.ts';
import { joined, type Laid, toCount, toTable } from '../output.ts';
import { readServices, SERVICE_NOTES, type ServiceOptions, withServices } from '../services.ts';
import type { Perform } from '../task.ts';

export function addConfig(program: Command, perform: Perform): void {
  const config = addNoun(program, 'config', 'settings of the services');
  explained(
    withServices(config.command('check'))
      .description(
        'check that the settings of all services, and of this command, are valid and consistent, without starting anything',
      )
      .action(
        perform(async (task, options: ServiceOptions) => {
          const given = readServices(options, task.environment);
          const findings = checkSettings(given);
          const faults = findings.filter(({ kind }) => kind === 'fault').length;
          const warnings = findings.length - faults;
          const services = given.map(({ service }) => service);
          const counted = `${toCount(faults, 'fault')} and ${toCount(warnings, 'warning')} in the settings of ${services.join(', ')}.`;
          const told = findings.length === 0 ? counted : joined('\n\n', toFindings(findings), counted);
          task.answer({ services, faults, warnings, findings }, told);
          if (faults > 0) task.fail();
        }),
      ),
    {
      notes: `${SERVICE_NOTES} An unknown setting is reported as a warning, with the closest known name. Values are never printed. The exit code is 1 if there is a fault.`,
      examples: [
        '',
        '--service api --from /etc/onboarding/api.env',
        '--from shared.env --from api=api.env --from identity=identity.env --from worker=worker.env --from ctl=ctl.env',
      ],
    },
  );
}

function toFindings(findings: readonly Finding[]): Laid {
  const rows = findings.map(({ kind, services, name, problem, cure }) => [
    kind,
    services.join(', '),
    `${name} ${problem}. ${cure}`,
  ]);
  return toTable(['KIND', 'SERVICES', 'PROBLEM AND REMEDY'], rows);
}
