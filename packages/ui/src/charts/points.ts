// Converts figures to the points of a chart and the cells of the table beside it.

/** One line or one set of bars: its name, its theme colour, and its values in the order of the points. */
interface Series {
  label: string;
  color: string;
  values: readonly (number | null)[];
}

export interface DrawingProps {
  kind: 'bars' | 'stacked' | 'lines';
  /** The label below each point. */
  labels: readonly string[];
  series: readonly Series[];
  height?: number;
  format?: (value: number) => string;
  /** Called with the index of the clicked point. */
  onChoose?: (at: number) => void;
}

type Figures = Pick<DrawingProps, 'labels' | 'series'>;

const NUMBER = new Intl.NumberFormat();
export const plain = (value: number): string => NUMBER.format(value);

/** A missing value is not zero, such as the median of a day without decisions. */
export function cellWords(value: number | null | undefined, format: (value: number) => string = plain): string {
  return value === null || value === undefined ? '–' : format(value);
}

/** One point per label, with its value in each series. */
export const pointsOf = ({ labels, series }: Figures) =>
  labels.map((label, at) => ({
    label,
    ...Object.fromEntries(series.map((one) => [one.label, one.values[at]])),
  }));

/** Up to this many points, each has space for its label. */
const FEW = 7;
export const ticksOf = (labels: readonly string[]) => (labels.length > FEW ? { minTickGap: 32 } : { interval: 0 });

/** More dots than this would hide the line. */
const MOST_DOTS = 14;
export const hasDots = (labels: readonly string[]): boolean => labels.length <= MOST_DOTS;

/** The index of the clicked point; undefined if none. The library passes it as text or number. */
export const placeOf = (at: unknown): number | undefined =>
  at === null || at === undefined || at === '' ? undefined : Number(at);
