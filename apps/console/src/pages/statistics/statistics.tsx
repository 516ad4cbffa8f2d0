// Statistics of the reviews: packages received and decided, the queue and its age, and each analyst's work.
import { Paper, SegmentedControl, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import type { ReviewFigures } from '@onboarding/contract';
import { Page, PageLink } from '@onboarding/ui/shell';
import { Empty, EmptyPart, Loaded } from '@onboarding/ui/states';
import { DataTable } from '@onboarding/ui/table';
import { relative, Tile, When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { AgeChart, DayCharts } from './day-charts.tsx';
import { daysOf, hours, number, percent, shareWithinTarget } from './figures-shown.ts';
import { listedPeriod, type Period, periodOf, periodWords, RANGE_DAYS, RANGES, utcDay, workQuery } from './ranges.ts';
import { FlagsTable, ReasonsTable } from './top-tables.tsx';

const LOOK_MS = 60_000;
const route = getRouteApi('/frame/lead');

export function Statistics() {
  const search = route.useSearch();
  const period = periodOf(search, Date.now());
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
      actions={<PeriodFields />}
    >
      <Loaded query={statistics} height={720}>
        {({ figures }) =>
          figures === null ? (
            <Empty title="Nothing counted yet">The worker counts every minute. The figures will appear here.</Empty>
          ) : (
            <Figures figures={figures} period={period} words={periodWords(search, period)} />
          )
        }
      </Loaded>
      <AnalystWork period={period} words={periodWords(search, period)} />
    </Page>
  );
}

/** A fixed range that ends today, or two dates. */
function PeriodFields() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { from, to } = periodOf(search, Date.now());
  const listed = listedPeriod(Date.now());
  const hasDates = search.from !== undefined || search.to !== undefined;
  const change = (changed: Partial<Period>) => void navigate({ search: { from, to, ...changed }, replace: true });
  return (
    <>
      <SegmentedControl
        aria-label="Days shown"
        value={hasDates ? '' : (search.range ?? '7d')}
        onChange={(chosen) => void navigate({ search: { range: RANGES.find((one) => one === chosen) }, replace: true })}
        data={RANGES.map((value) => ({ value, label: `${RANGE_DAYS[value]} days` }))}
      />
      <DayField label="From" day={from} min={listed.from} max={to} onChange={(day) => change({ from: day })} />
      <DayField label="To" day={to} min={from} max={listed.to} onChange={(day) => change({ to: day })} />
    </>
  );
}

/** Keeps what is being typed until it is a day. */
function DayField({
  label,
  day,
  min,
  max,
  onChange,
}: {
  label: string;
  day: string;
  min: string;
  max: string;
  onChange: (day: string) => void;
}) {
  return (
    <TextInput
      key={day}
      type="date"
      aria-label={`${label} (UTC)`}
      title={`${label} (UTC)`}
      defaultValue={day}
      min={min}
      max={max}
      onBlur={({ currentTarget }) => {
        const typed = utcDay(currentTarget.value);
        if (typed === undefined) currentTarget.value = day;
        else if (typed !== day) onChange(typed);
      }}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  );
}

function Figures({ figures, period, words }: { figures: ReviewFigures; period: Period; words: string }) {
  const days = daysOf(figures.days, period);
  const share = shareWithinTarget(days);
  return (
    <Stack gap="lg">
      <Now figures={figures} />
      <Paper withBorder p="lg" component="section" aria-label="Time to decision in short">
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <Tile name={`Within target, ${words}`} value={share === undefined ? '–' : percent(share)} />
          <Tile name="Median, last 7 days" value={inHours(figures.hoursToDecision?.median)} />
          <Tile name="95th percentile, last 7 days" value={inHours(figures.hoursToDecision?.p95)} />
        </SimpleGrid>
      </Paper>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <DayCharts days={days} />
        <AgeChart ages={figures.waitingByAge} />
        <ReasonsTable days={days} />
        <FlagsTable flags={figures.waitingByFlag} />
      </SimpleGrid>
    </Stack>
  );
}

const inHours = (value: number | undefined) => (value === undefined ? '–' : hours(value));

/** The current figures. */
function Now({ figures: { waiting, claimed, proposals, oldestQueuedAt } }: { figures: ReviewFigures }) {
  return (
    <Paper withBorder p="lg" component="section" aria-label="Now">
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        <Tile name="Waiting" value={number(waiting)} />
        <Tile name="Oldest came in" value={oldestQueuedAt === null ? '–' : relative(oldestQueuedAt)} />
        <Tile name="Claimed" value={number(claimed)} />
        <Tile name="To confirm" value={number(proposals)} />
      </SimpleGrid>
    </Paper>
  );
}

function AnalystWork({ period, words }: { period: Period; words: string }) {
  const work = useCall('listAnalystWork', { query: workQuery(period) }, { poll: LOOK_MS, keep: true });
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Work by analyst, {words}
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
