// Where the pages of a document stand, one below another, and which of them are near, shown and readable at a scroll position.
// All lengths are in CSS pixels.
import type { Rotation, Size } from './paper.ts';

/** Around each page. */
export const GAP = 12;
/** Enough for reading on; more would only fill memory. Visible pages are drawn even if there are more. */
const MOST_DRAWN = 8;

export interface Sheet extends Size {
  top: number;
}

/** The visible part of the stack. */
export interface View extends Size {
  top: number;
  left: number;
}

/** Every page gets the same width. */
export function stackOf(sizes: readonly Size[], width: number, rotation: Rotation): Sheet[] {
  let top = GAP;
  return sizes.map((size) => {
    const proportion = rotation % 180 === 0 ? size.height / size.width : size.width / size.height;
    const sheet = { top, width, height: width * proportion };
    top += sheet.height + GAP;
    return sheet;
  });
}

/** The size of all pages with the gaps around them. */
export function extentOf(sheets: readonly Sheet[]): Size {
  const last = sheets.at(-1);
  return last === undefined
    ? { width: 0, height: 0 }
    : { width: last.width + 2 * GAP, height: last.top + last.height + GAP };
}

const overlap = (start: number, length: number, otherStart: number, otherLength: number) =>
  Math.max(0, Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart));

const visibleHeight = (sheet: Sheet, view: View) => overlap(sheet.top, sheet.height, view.top, view.height);

/** How far a page is from the visible part; 0 if it is visible. */
const distance = (sheet: Sheet, view: View) =>
  Math.max(0, sheet.top - (view.top + view.height), view.top - (sheet.top + sheet.height));

/** The pages to draw, the most urgent first: the visible ones, then the nearest within one screen. */
export function pagesNear(sheets: readonly Sheet[], view: View): number[] {
  const near = sheets
    .map((sheet, index) => ({ page: index + 1, far: distance(sheet, view) }))
    .filter(({ far }) => far <= view.height)
    .sort((one, other) => one.far - other.far || one.page - other.page);
  const visible = near.filter(({ far }) => far === 0).length;
  return near.slice(0, Math.max(visible, MOST_DRAWN)).map(({ page }) => page);
}

/** The pages that can be read: at least half of the page is visible, or it fills half of the visible part. */
export function pagesInSight(sheets: readonly Sheet[], view: View): number[] {
  return sheets.flatMap((sheet, index) => {
    const visible = visibleHeight(sheet, view) * overlap(GAP, sheet.width, view.left, view.width);
    const isEnough = 2 * visible >= sheet.width * sheet.height || 2 * visible >= view.width * view.height;
    return isEnough ? [index + 1] : [];
  });
}

/** The page that the toolbar names: the first that can be read, or else the one of which most is visible. */
export function pageShown(sheets: readonly Sheet[], view: View): number {
  const [first] = pagesInSight(sheets, { ...view, left: GAP, width: sheets[0]?.width ?? 0 });
  if (first !== undefined) return first;
  const heights = sheets.map((sheet) => visibleHeight(sheet, view));
  return heights.indexOf(Math.max(...heights)) + 1;
}

/** A point of a page, in fractions of its width and height. */
export interface Point {
  page: number;
  x: number;
  y: number;
}

const within = (fraction: number) => Math.min(Math.max(fraction, 0), 1);

/** The point in the middle of the visible part; undefined without pages. */
export function middleOf(sheets: readonly Sheet[], view: View): Point | undefined {
  const middle = view.top + view.height / 2;
  const below = sheets.findIndex((sheet) => sheet.top + sheet.height + GAP / 2 > middle);
  const index = below === -1 ? sheets.length - 1 : below;
  const sheet = sheets[index];
  if (sheet === undefined) return undefined;
  const x = within((view.left + view.width / 2 - GAP) / sheet.width);
  return { page: index + 1, x, y: within((middle - sheet.top) / sheet.height) };
}

/** Where a point is after a page was rotated by 90 degrees. */
export const turned = ({ page, x, y }: Point): Point => ({ page, x: 1 - y, y: x });

/** The scroll position with this point in the middle; the browser limits it to the stack. */
export function positionOf(
  sheets: readonly Sheet[],
  { page, x, y }: Point,
  view: Size,
): { top: number; left: number } | undefined {
  const sheet = sheets[page - 1];
  if (sheet === undefined) return undefined;
  return {
    top: sheet.top + y * sheet.height - view.height / 2,
    left: GAP + x * sheet.width - view.width / 2,
  };
}
