// Page navigation, zoom and rotation of a document.
import type { Rotation } from './paper.ts';

/** 1 is the available width. */
const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3, 4] as const;

export const larger = (zoom: number): number => ZOOMS.find((one) => one > zoom) ?? zoom;
export const smaller = (zoom: number): number => ZOOMS.findLast((one) => one < zoom) ?? zoom;
export const rotated = (rotation: Rotation): Rotation => ((rotation + 90) % 360) as Rotation;

/** Clamps to an existing page. */
export const pageWithin = (page: number, pages: number): number => Math.min(Math.max(page, 1), pages);

/** Scrolling past the end of a page goes to the next one, past its start to the previous one; undefined elsewhere. */
export function pageAfterKey(
  key: string,
  page: number,
  { scrollTop, scrollHeight, clientHeight }: { scrollTop: number; scrollHeight: number; clientHeight: number },
): number | undefined {
  const atEnd = scrollTop + clientHeight >= scrollHeight - 1;
  if (key === 'PageDown' && atEnd) return page + 1;
  return key === 'PageUp' && scrollTop === 0 ? page - 1 : undefined;
}

/** The page number that was typed; undefined if it is invalid or already shown. */
export const pageTyped = (text: string, shown: number): number | undefined =>
  /^\d+$/.test(text) && Number(text) !== shown ? Number(text) : undefined;
