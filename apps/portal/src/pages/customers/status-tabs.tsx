import { Group } from '@mantine/core';
import type { CustomerStatistics } from '@onboarding/contract';
import { ButtonLink } from '@onboarding/ui/shell';
import { tabsOf } from './query.ts';
import type { CustomerSearch } from './search.ts';
import { figure } from './words.ts';

/** The number of customers in each status, with a link to them. */
export function StatusTabs({
  statistics,
  search,
}: {
  statistics: CustomerStatistics | undefined;
  search: CustomerSearch;
}) {
  return (
    <Group component="nav" gap="xs" aria-label="Customers by status">
      {tabsOf(statistics, search).map(({ label, count, isChosen, search: to }) => (
        <ButtonLink
          key={label}
          from="/customers"
          search={to}
          size="compact-md"
          variant={isChosen ? 'filled' : 'default'}
          aria-current={isChosen ? 'page' : undefined}
        >
          {label}
          {count !== undefined && ` ${figure(count)}`}
        </ButtonLink>
      ))}
    </Group>
  );
}
