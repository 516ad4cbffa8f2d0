import '@mantine/charts/styles.css';
import '@mantine/core/styles/ColorSwatch.css';
import { BarChart, LineChart } from '@mantine/charts';
import type { DrawingProps } from './shape.ts';

const NUMBER = new Intl.NumberFormat();
/** So few that each has room for its name. */
const FEW = 7;

export function Drawn({ kind, labels, series, height = 260, format, onChoose }: DrawingProps) {
  const shared = {
    h: height,
    data: labels.map((label, at) => ({
      label,
      ...Object.fromEntries(series.map((one) => [one.label, one.values[at]])),
    })),
    dataKey: 'label',
    series: series.map(({ label, color }) => ({ name: label, color })),
    withLegend: series.length > 1,
    legendProps: { verticalAlign: 'top' },
    valueFormatter: format ?? ((value: number) => NUMBER.format(value)),
    xAxisProps: labels.length > FEW ? { minTickGap: 32 } : { interval: 0 },
    yAxisProps: { allowDecimals: false, width: format === undefined ? 44 : 60 },
  } as const;
  const onClick = ({ activeTooltipIndex: at }: { activeTooltipIndex?: unknown }) => {
    if (at !== null && at !== undefined && at !== '') onChoose?.(Number(at));
  };
  return (
    // Drawn to its width afterwards: until then it must not widen a page that became narrower.
    <div aria-hidden style={{ overflow: 'hidden' }}>
      {kind === 'lines' ? (
        <LineChart
          {...shared}
          curveType="linear"
          withDots={labels.length < 15}
          // Numbers that are polled must not move each time.
          lineProps={{ isAnimationActive: false }}
          lineChartProps={{ accessibilityLayer: false }}
        />
      ) : (
        <BarChart
          {...shared}
          type={kind === 'stacked' ? 'stacked' : 'default'}
          maxBarWidth={40}
          barProps={{ isAnimationActive: false, ...(onChoose && { style: { cursor: 'pointer' } }) }}
          barChartProps={{ accessibilityLayer: false, ...(onChoose && { onClick }) }}
        />
      )}
    </div>
  );
}
