import { Group, Paper, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { WebhookStatistics } from '@onboarding/contract';
import { Drawing } from '@onboarding/ui/charts';
import { PageLink } from '@onboarding/ui/shell';
import { Loaded } from '@onboarding/ui/states';
import { DataTable } from '@onboarding/ui/table';
import { Tile } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { ERROR_KINDS } from './attempt-words.ts';
import { duration, number } from './numbers.ts';
import { boundsOf, labelOf, queryOf, RANGE_LABELS, RANGES, type Range } from './ranges.ts';
import { rowsOf } from './webhook-words.ts';

const LOOK_MS = 30_000;
const CHART_HEIGHT = 260;
const route = getRouteApi('/frame/webhooks');

export function Statistics() {
  const { range = '24h' } = route.useSearch();
  const navigate = route.useNavigate();
  const statistics = useCall('readWebhookStatistics', { query: queryOf(range) }, { poll: LOOK_MS, keep: true });
  return (
    <Paper withBorder p="lg" component="section" aria-label="Deliveries over time">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} size="h4">
            Deliveries over time
          </Title>
          <SegmentedControl
            aria-label="Period"
            size="xs"
            value={range}
            onChange={(value) =>
              void navigate({ search: (before) => ({ ...before, range: RANGES.find((one) => one === value) }) })
            }
            data={RANGES.map((value) => ({ value, label: RANGE_LABELS[value] }))}
          />
        </Group>
        <Loaded query={statistics} height={CHART_HEIGHT + 120}>
          {(value) => <Shown statistics={value} range={range} />}
        </Loaded>
      </Stack>
    </Paper>
  );
}

function Shown({ statistics, range }: { statistics: WebhookStatistics; range: Range }) {
  const navigate = route.useNavigate();
  const { bucket, items, total } = statistics;
  const openHistory = (at: number) => {
    const item = items[at];
    if (item !== undefined) void navigate({ to: '/webhooks/deliveries', search: boundsOf(bucket, item.from) });
  };
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        <Tile name="Delivered" value={number(total.delivered)} />
        <Tile name="Failed attempts" value={number(total.failed)} />
        <Tile name="Given up" value={number(total.exhausted)} />
        <Tile name="p95 response time" value={total.p95Ms === null ? '–' : duration(total.p95Ms)} />
      </SimpleGrid>
      <Drawing
        kind="stacked"
        height={CHART_HEIGHT}
        labels={items.map(({ from }) => labelOf(range, from))}
        series={[
          { label: 'Delivered', color: 'success', values: items.map(({ delivered }) => delivered) },
          { label: 'Failed attempts', color: 'danger', values: items.map(({ failed }) => failed) },
        ]}
        onChoose={openHistory}
      />
      <Numbers statistics={statistics} range={range} />
      {total.errorKinds.length > 0 && <Reasons kinds={total.errorKinds} />}
    </Stack>
  );
}

/** The figures of the chart as a table, for those who cannot see the chart or want exact numbers. */
function Numbers({ statistics: { bucket, items }, range }: { statistics: WebhookStatistics; range: Range }) {
  const rows = rowsOf(items);
  return (
    <details>
      <summary>Show as a table</summary>
      {rows.length === 0 ? (
        <Text size="sm" mt="xs">
          Nothing was sent in this period.
        </Text>
      ) : (
        <DataTable
          label="Deliveries over time"
          minWidth={520}
          rows={rows}
          rowKey={({ from }) => from}
          columns={[
            {
              header: bucket === 'Hour' ? 'Hour' : 'Day (UTC)',
              cell: ({ from }) => (
                <PageLink to="/webhooks/deliveries" search={boundsOf(bucket, from)} inherit>
                  {labelOf(range === '24h' ? '7d' : range, from)}
                </PageLink>
              ),
            },
            { header: 'Delivered', numeric: true, cell: ({ delivered }) => number(delivered) },
            { header: 'Failed attempts', numeric: true, cell: ({ failed }) => number(failed) },
            { header: 'Given up', numeric: true, cell: ({ exhausted }) => number(exhausted) },
            {
              header: 'p95',
              numeric: true,
              cell: ({ p95Ms }) => (p95Ms === null ? '–' : duration(p95Ms)),
            },
          ]}
        />
      )}
    </details>
  );
}

function Reasons({ kinds }: { kinds: WebhookStatistics['total']['errorKinds'] }) {
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        Why attempts failed
      </Title>
      <DataTable
        label="Why attempts failed"
        rows={kinds}
        rowKey={({ errorKind }) => errorKind}
        columns={[
          { header: 'Reason', cell: ({ errorKind }) => ERROR_KINDS[errorKind].title },
          { header: 'Attempts', numeric: true, width: 90, cell: ({ failed }) => number(failed) },
          { header: 'What to do', cell: ({ errorKind }) => ERROR_KINDS[errorKind].cure },
        ]}
      />
    </div>
  );
}
