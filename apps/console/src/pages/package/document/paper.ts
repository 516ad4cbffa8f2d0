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
