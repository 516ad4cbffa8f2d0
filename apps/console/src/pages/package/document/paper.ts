// An opened document of any type, as pages that can be drawn.
/** Clockwise rotation in degrees. */
export type Rotation = 0 | 90 | 180 | 270;

export interface Drawing {
  /** Starts at 1. */
  page: number;
  /** In CSS pixels. */
  width: number;
  rotation: Rotation;
  signal: AbortSignal;
}

export interface Paper {
  pages: number;
  /** Draws on a separate canvas, so that nothing half-drawn or outdated is ever shown. */
  draw(drawing: Drawing): Promise<HTMLCanvasElement>;
  close(): void;
}

/** Why a document cannot be shown, and what to do. */
export class Unreadable extends Error {
  override name = 'Unreadable';
  readonly title: string;

  constructor(title: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.title = title;
  }
}

export const ASK_AGAIN = 'Request changes with the reason “Unreadable” so that the partner uploads it again.';

/** Browsers refuse larger canvases, or show them empty. */
const MOST_PIXELS = 16_777_216;

interface Size {
  width: number;
  height: number;
}

/** The height of a page of the given width, and its pixels: at the screen's pixel ratio, up to the browser's limit. */
export function sizesFor(natural: Size, width: number, perPixel: number): { height: number; pixels: Size } {
  const height = (width * natural.height) / natural.width;
  const sharpness = Math.min(perPixel, Math.sqrt(MOST_PIXELS / (width * height)));
  const inPixels = (length: number) => Math.max(1, Math.floor(length * sharpness));
  return { height, pixels: { width: inPixels(width), height: inPixels(height) } };
}

export function canvasFor(natural: Size, width: number): HTMLCanvasElement {
  const { height, pixels } = sizesFor(natural, width, window.devicePixelRatio);
  const canvas = document.createElement('canvas');
  canvas.width = pixels.width;
  canvas.height = pixels.height;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  return canvas;
}

// Page navigation, zoom and rotation of a document.

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

// Messages about a document that cannot be shown, or perhaps not in full.

interface BarWords {
  title: string;
  words: string[];
}

export function failedWords(error: Error): BarWords {
  if (error instanceof Unreadable) return { title: error.title, words: [error.message] };
  return { title: 'This document could not be shown', words: [error.message, 'Open it again, or reload the page.'] };
}

/** A broken file may cause thousands of similar warnings. */
export function incompleteWords([first = '', ...more]: readonly string[]): BarWords {
  return {
    title: 'This document may not be shown in full',
    words: [
      'Content that seems to be missing may only be hidden. If you need it, request changes with the reason “Unreadable”.',
      `The PDF reader reports: ${first}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
    ],
  };
}
