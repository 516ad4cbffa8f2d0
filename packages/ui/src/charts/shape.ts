/** One line or one set of bars: its name, its colour of the theme, and its values, in the order of the points. */
interface Series {
  label: string;
  color: string;
  values: readonly (number | null)[];
}

export interface DrawingProps {
  kind: 'bars' | 'stacked' | 'lines';
  /** What stands below each point. */
  labels: readonly string[];
  series: readonly Series[];
  height?: number;
  format?: (value: number) => string;
  /** A click on the point at this place. */
  onChoose?: (at: number) => void;
}
