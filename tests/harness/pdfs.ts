// PDFs as programs and scanners make them, whole enough that a strict reader has nothing to say about them.
export interface PdfOptions {
  /** Drawing instructions, page by page. */
  pages: readonly string[];
  /** The picture /Im of the pages: a scan. */
  scan?: { bytes: Buffer; filter: 'DCTDecode' | 'JPXDecode'; width: number; height: number };
  /** More entries of the trailer. */
  trailer?: string;
}

/** Upright pages of 300 by 400 points, with /F1 as a font that they do not hold. */
export function pdfWithPages({ pages, scan, trailer = '' }: PdfOptions): Buffer {
  const numbers = pages.map((_, index) => 5 + 2 * index);
  const objects: Buffer[] = [
    text('<</Type/Catalog/Pages 2 0 R>>'),
    text(`<</Type/Pages/Count ${pages.length}/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]>>`),
    text('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'),
    scan === undefined ? text('null') : pictureOf(scan),
    ...pages.flatMap((content, index) => [
      text(
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents ${6 + 2 * index} 0 R/Resources<</Font<</F1 3 0 R>>/XObject<</Im 4 0 R>>>>>>`,
      ),
      text(`<</Length ${content.length}>>stream\n${content}\nendstream`),
    ]),
  ];
  const parts = [text('%PDF-1.5\n')];
  const places: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    places.push(length);
    const part = Buffer.concat([text(`${index + 1} 0 obj\n`), object, text('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer<</Size ${count}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, text(table)]);
}

const text = (words: string) => Buffer.from(words, 'latin1');

function pictureOf({ bytes, filter, width, height }: NonNullable<PdfOptions['scan']>): Buffer {
  const facts = `/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/${filter}`;
  const head = text(`<</Type/XObject/Subtype/Image${facts}/Length ${bytes.length}>>stream\n`);
  return Buffer.concat([head, bytes, text('\nendstream')]);
}

/** The whole page in one colour, each part from 0 to 255. */
export const filled = (color: readonly number[]) =>
  `${color.map((part) => (part / 255).toFixed(4)).join(' ')} rg 0 0 300 400 re f`;

export const SCANNED_PAGE = '300 0 0 400 0 0 cm /Im Do';

/** Encrypted with a password that nobody knows. */
export const LOCKED = `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'4f'.repeat(32)}>/U<${'55'.repeat(32)}>>>/ID[<00><00>]`;
