// PDFs, each read by pdf.js in a separate worker, so that content of one document cannot appear in another.
import { getDocument, InvalidPDFException, PasswordException, PDFWorker, version } from 'pdfjs-dist';
import { ASK_AGAIN, canvasFor, type Drawing, type Paper, Unreadable } from './paper.ts';

const FILES = `${import.meta.env.BASE_URL}assets/pdf-${version}`;
/** Font hinting for small letters; without it they look the same at our sizes. */
const HARMLESS = /^Warning: TT: /;

export async function openPdf(bytes: Uint8Array, onWarning: (words: string) => void): Promise<Paper> {
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
    return { pages: file.numPages, close, draw: (drawing) => draw(file, drawing) };
  } catch (error) {
    close();
    throw explained(error);
  }
}

async function draw(
  file: Awaited<ReturnType<typeof getDocument>['promise']>,
  { page: number, width, rotation: added, signal }: Drawing,
): Promise<HTMLCanvasElement> {
  const page = await file.getPage(number);
  signal.throwIfAborted();
  const rotation = (page.rotate + added) % 360;
  const natural = page.getViewport({ scale: 1, rotation });
  const canvas = canvasFor(natural, width);
  const viewport = page.getViewport({ scale: canvas.width / natural.width, rotation });
  const task = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  await task.promise;
  page.cleanup();
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
