import { Paper, Stack, Text, Title } from '@mantine/core';
import { PageLink } from '@onboarding/ui/shell';
import { Loaded } from '@onboarding/ui/states';
import { DataTable } from '@onboarding/ui/table';
import { useCall } from '../../api/client.ts';
import { number } from './figures-shown.ts';
import { firstDay, RANGE_DAYS, type Range } from './ranges.ts';

const LOOK_MS = 60_000;

export function AnalystWork({ range }: { range: Range }) {
  const work = useCall('listAnalystWork', { query: { from: firstDay(range) } }, { poll: LOOK_MS, keep: true });
  return (
    <Paper withBorder p="lg" component="section" aria-label="Work by analyst">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Work by analyst, {RANGE_DAYS[range]} days
        </Title>
        <Loaded query={work} height={160}>
          {({ items }) =>
            items.length === 0 ? (
              <Text size="sm" c="dimmed">
                Nobody claimed or decided anything in this period.
              </Text>
            ) : (
              <DataTable
                label="Work by analyst"
                rows={items}
                rowKey={({ analyst }) => analyst.accountId}
                columns={[
                  { header: 'Who', cell: ({ analyst }) => analyst.name ?? 'A former colleague' },
                  { header: 'Claimed', numeric: true, cell: ({ claims }) => number(claims) },
                  { header: 'Proposed', numeric: true, cell: ({ proposals }) => number(proposals) },
                  { header: 'Confirmed', numeric: true, cell: ({ confirmations }) => number(confirmations) },
                  { header: 'Changes requested', numeric: true, cell: (row) => number(row.changesRequested) },
                  {
                    header: 'Reading trail',
                    cell: ({ analyst }) => (
                      <PageLink to="/reads" search={{ person: analyst.accountId }} size="sm">
                        What they read
                      </PageLink>
                    ),
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Stack>
    </Paper>
  );
}
