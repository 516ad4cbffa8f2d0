// Statistics of the reviews: packages received and decided, the queue and its age, and each analyst's work.
import { Paper, SegmentedControl, SimpleGrid, Stack, Title } from '@mantine/core';
import type { ReviewFigures } from '@onboarding/contract';
import { Page, PageLink } from '@onboarding/ui/shell';
import { Empty, EmptyPart, Loaded } from '@onboarding/ui/states';
import { DataTable } from '@onboarding/ui/table';
import { relative, Tile, When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { AgeChart, DayCharts } from './day-charts.tsx';
import { daysOf, hours, number } from './figures-shown.ts';
import { firstDay, RANGE_DAYS, RANGES, type Range } from './ranges.ts';
import { FlagsTable, ReasonsTable } from './top-tables.tsx';

const LOOK_MS = 60_000;
const route = getRouteApi('/frame/lead');

export function Statistics() {
  const { range = '7d' } = route.useSearch();
  const navigate = route.useNavigate();
  const statistics = useCall('readReviewStatistics', {}, { poll: LOOK_MS });
  const takenAt = statistics.data?.takenAt ?? null;
  return (
    <Page
      title="Statistics"
      about={
        takenAt === null ? (
          'Counted every minute. Days are in UTC.'
        ) : (
          <>
            Counted at <When at={takenAt} />, and again every minute. Days are in UTC.
          </>
        )
      }
      actions={
        <SegmentedControl
          aria-label="Days shown"
          value={range}
          onChange={(chosen) =>
            void navigate({ search: { range: RANGES.find((one) => one === chosen) }, replace: true })
          }
          data={RANGES.map((value) => ({ value, label: `${RANGE_DAYS[value]} days` }))}
        />
      }
    >
      <Loaded query={statistics} height={720}>
        {({ figures }) =>
          figures === null ? (
            <Empty title="Nothing counted yet">The worker counts every minute. The figures will appear here.</Empty>
          ) : (
            <Figures figures={figures} range={range} />
          )
        }
      </Loaded>
      <AnalystWork range={range} />
    </Page>
  );
}

function Figures({ figures, range }: { figures: ReviewFigures; range: Range }) {
  const days = daysOf(figures.days, range);
  return (
    <Stack gap="lg">
      <Now figures={figures} oldest={figures.oldestQueuedAt === null ? '–' : relative(figures.oldestQueuedAt)} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <DayCharts days={days} />
        <AgeChart ages={figures.waitingByAge} />
        <ReasonsTable days={days} />
        <FlagsTable flags={figures.waitingByFlag} />
      </SimpleGrid>
    </Stack>
  );
}

/** The current figures. */
function Now({ figures, oldest }: { figures: ReviewFigures; oldest: string }) {
  const { waiting, claimed, proposals, hoursToDecision } = figures;
  return (
    <Paper withBorder p="lg" component="section" aria-label="Now">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }}>
        <Tile name="Waiting" value={number(waiting)} />
        <Tile name="Oldest came in" value={oldest} />
        <Tile name="Claimed" value={number(claimed)} />
        <Tile name="To confirm" value={number(proposals)} />
        <Tile name="Median, last 7 days" value={hoursToDecision ? hours(hoursToDecision.median) : '–'} />
        <Tile name="95th percentile, last 7 days" value={hoursToDecision ? hours(hoursToDecision.p95) : '–'} />
      </SimpleGrid>
    </Paper>
  );
}

function AnalystWork({ range }: { range: Range }) {
  const work = useCall('listAnalystWork', { query: { from: firstDay(range) } }, { poll: LOOK_MS, keep: true });
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Work by analyst, {RANGE_DAYS[range]} days
        </Title>
        <Loaded query={work} height={160}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyPart>
                Nobody claimed or decided anything in this period. Choose a longer one, or wait for the first claim.
              </EmptyPart>
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
