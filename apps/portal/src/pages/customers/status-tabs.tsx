import { Group } from '@mantine/core';
import type { CustomerStatistics, VerificationStatus } from '@onboarding/contract';
import { ButtonLink } from '@onboarding/ui/shell';
import { STATUS_NAMES, STATUSES } from '@onboarding/ui/words';
import type { CustomerSearch } from './search.ts';
import { figure } from './words.ts';

/** How many there are in each status, each a link to those. */
export function StatusTabs({
  statistics,
  search,
}: {
  statistics: CustomerStatistics | undefined;
  search: CustomerSearch;
}) {
  const counts = new Map(statistics?.byStatus.map((one) => [one.verificationStatus, one.customers]));
  const { status: chosen = [], ...others } = search;
  const isChosen = (status: VerificationStatus | undefined) =>
    status === undefined ? chosen.length === 0 : chosen.length === 1 && chosen[0] === status;
  const tabs = [
    { status: undefined, label: 'All', count: statistics?.total },
    ...STATUS_NAMES.map((status) => ({ status, label: STATUSES[status].label, count: counts.get(status) })),
  ].filter(({ status, count }) => status !== 'NotStarted' || chosen.includes(status) || (count ?? 0) > 0);
  return (
    <Group component="nav" gap="xs" aria-label="Customers by status">
      {tabs.map(({ status, label, count }) => (
        <ButtonLink
          key={label}
          from="/customers"
          search={{ ...others, ...(status === undefined ? {} : { status: [status] }) }}
          size="compact-md"
          variant={isChosen(status) ? 'filled' : 'default'}
          aria-current={isChosen(status) ? 'page' : undefined}
        >
          {label}
          {count !== undefined && ` ${figure(count)}`}
        </ButtonLink>
      ))}
    </Group>
  );
}
