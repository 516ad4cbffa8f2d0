// Reads a PDF beside the page. What the library only warns of, such as a scan that it cannot decode, it would print and go on
// with a white page; here the page hears of it.
import 'pdfjs-dist/build/pdf.worker.min.mjs';

console.warn = (...words: unknown[]) => self.postMessage({ warning: words.map(String).join(' ') });
