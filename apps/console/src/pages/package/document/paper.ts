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

/** As sharp as the screen. */
export function canvasFor(natural: { width: number; height: number }, width: number): HTMLCanvasElement {
  const height = (width * natural.height) / natural.width;
  const sharpness = Math.min(window.devicePixelRatio, Math.sqrt(MOST_PIXELS / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(width * sharpness));
  canvas.height = Math.max(1, Math.floor(height * sharpness));
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  return canvas;
}
