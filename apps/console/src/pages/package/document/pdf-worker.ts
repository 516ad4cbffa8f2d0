// Reads a PDF in a worker. The library would only log warnings, such as a scan that it cannot decode, and show a white page; this
// reports them to the page.
import 'pdfjs-dist/build/pdf.worker.min.mjs';

console.warn = (...words: unknown[]) => self.postMessage({ warning: words.map(String).join(' ') });
