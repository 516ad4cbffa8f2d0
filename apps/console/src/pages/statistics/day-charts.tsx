import type { ReviewFigures } from '@onboarding/contract';
import { Chart } from '@onboarding/ui/charts';
import { ageLabel, hours, percent, shareWithinTarget, totalOf } from './figures-shown.ts';
import { dayLabel } from './ranges.ts';

type Days = ReviewFigures['days'];

const HEIGHT = 220;

export function DayCharts({ days }: { days: Days }) {
  const labels = days.map(({ day }) => dayLabel(day));
  const shared = { labels, pointHeader: 'Day (UTC)', height: HEIGHT };
  return (
    <>
      <Chart
        {...shared}
        title="In and out"
        about="packages per day"
        kind="bars"
        series={[
          { label: 'Came in', color: 'neutral', values: days.map(({ entered }) => entered) },
          { label: 'Decided', color: 'brand', values: days.map(({ decisions }) => totalOf(decisions)) },
        ]}
      />
      <Chart
        {...shared}
        title="Outcomes"
        about="decisions in effect per day"
        kind="stacked"
        series={[
          { label: 'Approved', color: 'success', values: days.map(({ decisions }) => decisions.Approve) },
          {
            label: 'Changes requested',
            color: 'warning',
            values: days.map(({ decisions }) => decisions.RequestChanges),
          },
          { label: 'Rejected', color: 'danger', values: days.map(({ decisions }) => decisions.Reject) },
        ]}
      />
      <Chart
        {...shared}
        title="Time to decision"
        about="from submission, by day of decision"
        kind="lines"
        format={hours}
        series={[
          { label: 'Median', color: 'brand', values: days.map((day) => day.hoursToDecision?.median ?? null) },
          { label: '95th percentile', color: 'neutral', values: days.map((day) => day.hoursToDecision?.p95 ?? null) },
        ]}
      />
      <Chart
        {...shared}
        title="Within target"
        about="share of decisions, by day of decision"
        kind="lines"
        // In whole percent, because the axis has only whole numbers.
        format={(value) => percent(value / 100)}
        series={[{ label: 'Within target', color: 'teal.6', values: days.map(percentWithinTarget) }]}
      />
    </>
  );
}

function percentWithinTarget(day: Days[number]): number | null {
  const share = shareWithinTarget([day]);
  return share === undefined ? null : share * 100;
}

export function AgeChart({ ages }: { ages: ReviewFigures['waitingByAge'] }) {
  return (
    <Chart
      title="Waiting by age"
      about="unclaimed packages, now"
      pointHeader="In the queue for (hours, days)"
      kind="bars"
      height={HEIGHT}
      labels={ages.map(ageLabel)}
      series={[{ label: 'Packages', color: 'brand', values: ages.map(({ packages }) => packages) }]}
    />
  );
}
