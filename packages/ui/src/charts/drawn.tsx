import '@mantine/charts/styles.css';
import '@mantine/core/styles/ColorSwatch.css';
import { BarChart, LineChart } from '@mantine/charts';
import { type DrawingProps, hasDots, placeOf, plain, pointsOf, ticksOf } from './points.ts';

/** Half of the last label would otherwise be cut off. */
const ROOM = { right: 24 };

export function Drawn({ kind, labels, series, height = 260, format, onChoose }: DrawingProps) {
  const shared = {
    h: height,
    data: pointsOf({ labels, series }),
    dataKey: 'label',
    series: series.map(({ label, color }) => ({ name: label, color })),
    withLegend: series.length > 1,
    legendProps: { verticalAlign: 'top' },
    valueFormatter: format ?? plain,
    xAxisProps: ticksOf(labels),
    yAxisProps: { allowDecimals: false, width: format === undefined ? 44 : 60 },
  } as const;
  const onClick = ({ activeTooltipIndex }: { activeTooltipIndex?: unknown }) => {
    const at = placeOf(activeTooltipIndex);
    if (at !== undefined) onChoose?.(at);
  };
  return (
    // The library adapts to the width later; until then the chart must not widen a page that became narrower.
    <div aria-hidden style={{ overflow: 'hidden' }}>
      {kind === 'lines' ? (
        <LineChart
          {...shared}
          curveType="linear"
          withDots={hasDots(labels)}
          // Polled figures must not animate on each update.
          lineProps={{ isAnimationActive: false }}
          lineChartProps={{ accessibilityLayer: false, margin: ROOM }}
        />
      ) : (
        <BarChart
          {...shared}
          type={kind === 'stacked' ? 'stacked' : 'default'}
          maxBarWidth={40}
          barProps={{ isAnimationActive: false, ...(onChoose && { style: { cursor: 'pointer' } }) }}
          barChartProps={{ accessibilityLayer: false, margin: ROOM, ...(onChoose && { onClick }) }}
        />
      )}
    </div>
  );
}
