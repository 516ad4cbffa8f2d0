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
