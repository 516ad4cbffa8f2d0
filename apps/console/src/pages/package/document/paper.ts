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

export interface Size {
  width: number;
  height: number;
}

export interface Paper {
  /** The size of each page, as far as it is known at once; only the proportions matter. */
  sizes: readonly Size[];
  /** Draws on a separate canvas, so that nothing half-drawn or outdated is ever shown. */
  draw(drawing: Drawing): Promise<HTMLCanvasElement>;
  close(): void;
}

export interface PaperEvents {
  /** Something may be missing from a page. */
  onWarning(words: string): void;
  /** The size of a page that was only assumed before. */
  onSize(page: number, size: Size): void;
}

/** The same list if the size was right, so that nothing is laid out again. */
export function withSize(sizes: readonly Size[], page: number, { width, height }: Size): readonly Size[] {
  const before = sizes[page - 1];
  if (before === undefined || (before.width === width && before.height === height)) return sizes;
  return sizes.with(page - 1, { width, height });
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

/** The pixels of a page of the given width: at the screen's pixel ratio, up to the browser's limit. */
export function pixelsFor(natural: Size, width: number, perPixel: number): Size {
  const height = (width * natural.height) / natural.width;
  const sharpness = Math.min(perPixel, Math.sqrt(MOST_PIXELS / (width * height)));
  const inPixels = (length: number) => Math.max(1, Math.floor(length * sharpness));
  return { width: inPixels(width), height: inPixels(height) };
}

export function canvasFor(natural: Size, width: number): HTMLCanvasElement {
  const pixels = pixelsFor(natural, width, window.devicePixelRatio);
  const canvas = document.createElement('canvas');
  canvas.width = pixels.width;
  canvas.height = pixels.height;
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

/** The page number that was typed; undefined if it is invalid or already shown. */
export const pageTyped = (text: string, shown: number): number | undefined =>
  /^\d+$/.test(text) && Number(text) !== shown ? Number(text) : undefined;

// Messages about a document that cannot be shown, or perhaps not in full.

interface BarWords {
  title: string;
  words: string[];
}

/** `page`: the only one concerned. */
export function failedWords(error: Error, page?: number): BarWords {
  if (error instanceof Unreadable) return { title: error.title, words: [error.message] };
  const what = page === undefined ? 'This document' : `Page ${page} of this document`;
  return { title: `${what} could not be shown`, words: [error.message, 'Open it again, or reload the page.'] };
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
