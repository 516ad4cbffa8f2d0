// PDFs, each read by pdf.js in a separate worker, so that content of one document cannot appear in another.
import { getDocument, InvalidPDFException, PasswordException, PDFWorker, version } from 'pdfjs-dist';
import { ASK_AGAIN, canvasFor, type Drawing, type Paper, type PaperEvents, type Size, Unreadable } from './paper.ts';

const FILES = `${import.meta.env.BASE_URL}assets/pdf-${version}`;
/** Font hinting for small letters; without it they look the same at our sizes. */
const HARMLESS = /^Warning: TT: /;

export async function openPdf(bytes: Uint8Array, { onWarning, onSize }: PaperEvents): Promise<Paper> {
  const port = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  port.addEventListener('message', ({ data }: MessageEvent<{ warning?: string }>) => {
    if (data.warning !== undefined && !HARMLESS.test(data.warning)) onWarning(data.warning.replace('Warning: ', ''));
  });
  const failed = new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new Error('The PDF reader could not be loaded. Reload the page.')));
  });
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    // The library transfers the buffer, so it gets a copy.
    data: bytes.slice(),
    worker,
    // Without its decoders a JPEG 2000 scan stays white; our policy blocks those in WebAssembly.
    wasmUrl: `${FILES}/wasm/`,
    useWasm: false,
    cMapUrl: `${FILES}/cmaps/`,
    standardFontDataUrl: `${FILES}/standard_fonts/`,
    disableWorkerRendering: true,
  });
  const close = () => {
    // Rejects all pending requests.
    void task.destroy().catch(() => {});
    worker.destroy();
    port.terminate();
  };
  try {
    const file = await Promise.race([task.promise, failed]);
    return { sizes: await sizesOf(file), close, draw: (drawing) => draw(file, drawing, onSize) };
  } catch (error) {
    close();
    throw explained(error);
  }
}

type Pdf = Awaited<ReturnType<typeof getDocument>['promise']>;

const A4 = { width: 595, height: 842 };
/** More would take seconds, because the library looks each page up from the beginning: 5,000 pages took 12 seconds. */
const MOST_MEASURED = 1000;

/**
 * Pages beyond the limit are taken to be like the first one until they are drawn. A page that cannot be read gets a usual size; the
 * error appears in its place once it is drawn.
 */
async function sizesOf(file: Pdf): Promise<Size[]> {
  const sizeOf = async (number: number): Promise<Size> => naturalSize(await file.getPage(number));
  const numbers = Array.from({ length: file.numPages }, (_, index) => index + 1);
  const measured = await Promise.all(numbers.slice(0, MOST_MEASURED).map((number) => sizeOf(number).catch(() => A4)));
  return numbers.map((_, index) => measured[index] ?? measured[0] ?? A4);
}

function naturalSize(page: Awaited<ReturnType<Pdf['getPage']>>): Size {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

async function draw(
  file: Pdf,
  { page: number, width, rotation: added, signal }: Drawing,
  onSize: PaperEvents['onSize'],
): Promise<HTMLCanvasElement> {
  const page = await file.getPage(number);
  signal.throwIfAborted();
  if (number > MOST_MEASURED) onSize(number, naturalSize(page));
  const rotation = (page.rotate + added) % 360;
  const natural = page.getViewport({ scale: 1, rotation });
  const canvas = canvasFor(natural, width);
  const viewport = page.getViewport({ scale: canvas.width / natural.width, rotation });
  const task = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  try {
    await task.promise;
  } finally {
    // Frees its images.
    page.cleanup();
  }
  return canvas;
}

function explained(error: unknown): unknown {
  if (error instanceof PasswordException) {
    return new Unreadable('This PDF is password-protected', `Nobody here can read it. ${ASK_AGAIN}`);
  }
  if (error instanceof InvalidPDFException) {
    return new Unreadable('This PDF is damaged', `It cannot be read. ${ASK_AGAIN}`);
  }
  return error;
}
