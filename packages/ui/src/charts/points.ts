// How figures become points of a chart and cells of the table beside it.
import type { DrawingProps } from './shape.ts';

type Figures = Pick<DrawingProps, 'labels' | 'series'>;

const NUMBER = new Intl.NumberFormat();
export const plain = (value: number): string => NUMBER.format(value);

/** A value that is missing, as a day without decisions has no median, is no zero. */
export function cellWords(value: number | null | undefined, format: (value: number) => string = plain): string {
  return value === null || value === undefined ? '–' : format(value);
}

/** One point for each label, with its value of each series. */
export const pointsOf = ({ labels, series }: Figures) =>
  labels.map((label, at) => ({
    label,
    ...Object.fromEntries(series.map((one) => [one.label, one.values[at]])),
  }));

/** So few that each has room for its name. */
const FEW = 7;
export const ticksOf = (labels: readonly string[]) => (labels.length > FEW ? { minTickGap: 32 } : { interval: 0 });

/** More dots than this would hide the line. */
const MOST_DOTS = 14;
export const hasDots = (labels: readonly string[]): boolean => labels.length <= MOST_DOTS;

/** The place of the point that was clicked; undefined beside the points. The library says it as text or number. */
export const placeOf = (at: unknown): number | undefined =>
  at === null || at === undefined || at === '' ? undefined : Number(at);
