// How a page of a document is turned to, enlarged and rotated.
import type { Turn } from './paper.ts';

/** 1 is as wide as there is room. */
const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3, 4] as const;

export const larger = (zoom: number): number => ZOOMS.find((one) => one > zoom) ?? zoom;
export const smaller = (zoom: number): number => ZOOMS.findLast((one) => one < zoom) ?? zoom;
export const turned = (turn: Turn): Turn => ((turn + 90) % 360) as Turn;

/** A page that there is. */
export const pageWithin = (page: number, pages: number): number => Math.min(Math.max(page, 1), pages);

/** Scrolling on at the end of a page leads to the next one, and at its beginning to the one before; undefined elsewhere. */
export function pageAfterKey(
  key: string,
  page: number,
  { scrollTop, scrollHeight, clientHeight }: { scrollTop: number; scrollHeight: number; clientHeight: number },
): number | undefined {
  const atEnd = scrollTop + clientHeight >= scrollHeight - 1;
  if (key === 'PageDown' && atEnd) return page + 1;
  return key === 'PageUp' && scrollTop === 0 ? page - 1 : undefined;
}

/** The page that somebody has typed; undefined if it is none, or the one that is shown. */
export const pageTyped = (text: string, shown: number): number | undefined =>
  /^\d+$/.test(text) && Number(text) !== shown ? Number(text) : undefined;
