// A document that was opened, whatever its type: pages that can be drawn.
/** How far it is turned clockwise, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

export interface Drawing {
  /** From 1. */
  page: number;
  /** In pixels of the page that shows it. */
  width: number;
  turn: Turn;
  signal: AbortSignal;
}

export interface Paper {
  pages: number;
  /** Draws on a canvas of its own, so that nothing half-drawn or outdated is ever shown. */
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

/** How high a page is that is so wide, and how many pixels that takes: as sharp as the screen, if the browser allows it. */
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
