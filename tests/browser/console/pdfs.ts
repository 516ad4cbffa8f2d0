// PDFs as programs and scanners make them, complete enough for a strict reader.
import { createHash } from 'node:crypto';

export interface PdfOptions {
  /** Drawing instructions, page by page. */
  pages: readonly string[];
  /** Turned by 90 degrees, so that they are 400 by 300 points. */
  landscape?: readonly number[];
  /** The image /Im of the pages: a scan. */
  scan?: { bytes: Buffer; filter: 'DCTDecode' | 'JPXDecode'; width: number; height: number };
  /** Additional entries of the trailer. */
  trailer?: string;
  /** Encrypts the contents of a page, which is the object with this number. */
  encrypt?: (content: Buffer, object: number) => Buffer;
}

/** Pages of 300 by 400 points, with /F1 as a font that is not embedded. */
export function pdfWithPages({
  pages,
  landscape = [],
  scan,
  trailer = '',
  encrypt = (content) => content,
}: PdfOptions): Buffer {
  const numbers = pages.map((_, index) => 5 + 2 * index);
  const objects: Buffer[] = [
    text('<</Type/Catalog/Pages 2 0 R>>'),
    text(`<</Type/Pages/Count ${pages.length}/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]>>`),
    text('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'),
    scan === undefined ? text('null') : pictureOf(scan),
    ...pages.flatMap((content, index) => [
      text(
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Rotate ${landscape.includes(index + 1) ? 90 : 0}/Contents ${6 + 2 * index} 0 R/Resources<</Font<</F1 3 0 R>>/XObject<</Im 4 0 R>>>>>>`,
      ),
      streamOf(encrypt(text(content), 6 + 2 * index)),
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

const streamOf = (content: Buffer) =>
  Buffer.concat([text(`<</Length ${content.length}>>stream\n`), content, text('\nendstream')]);

function pictureOf({ bytes, filter, width, height }: NonNullable<PdfOptions['scan']>): Buffer {
  const facts = `/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/${filter}`;
  const head = text(`<</Type/XObject/Subtype/Image${facts}/Length ${bytes.length}>>stream\n`);
  return Buffer.concat([head, bytes, text('\nendstream')]);
}

/** The whole page in one colour, each part from 0 to 255. */
export const filled = (color: readonly number[]) =>
  `${color.map((part) => (part / 255).toFixed(4)).join(' ')} rg 0 0 300 400 re f`;

export const SCANNED_PAGE = '300 0 0 400 0 0 cm /Im Do';

/** Encrypted with an unknown password. */
export const LOCKED = `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'4f'.repeat(32)}>/U<${'55'.repeat(32)}>>>/ID[<00><00>]`;

/** Encrypted so that anyone may read it, but printing or changing it needs a password: the 40-bit handler of PDF 1.1. */
export function pdfForReadingOnly(pages: readonly string[]): Buffer {
  const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
  const permissions = Buffer.from('c0ffffff', 'hex');
  const id = Buffer.alloc(16, 7);
  const owner = rc4(md5(Buffer.concat([text('secret'), PADDING]).subarray(0, 32)).subarray(0, 5), PADDING);
  const key = md5(PADDING, owner, permissions, id).subarray(0, 5);
  const user = rc4(key, PADDING);
  return pdfWithPages({
    pages,
    trailer: `/Encrypt<</Filter/Standard/V 1/R 2/P ${permissions.readInt32LE()}/O<${owner.toString('hex')}>/U<${user.toString('hex')}>>>/ID[<${id.toString('hex')}><${id.toString('hex')}>]`,
    encrypt: (content, object) => rc4(md5(key, Buffer.of(object & 255, object >> 8, 0, 0, 0)).subarray(0, 10), content),
  });
}

const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();

/** OpenSSL no longer includes it. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (one: number, other: number) => {
    [state[one & 255], state[other & 255]] = [at(other), at(one)];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j += at(i) + (key[i % key.length] ?? 0);
    swap(i, j);
  }
  let j = 0;
  return Buffer.from(
    data.map((byte, index) => {
      j += at(index + 1);
      swap(index + 1, j);
      return byte ^ at(at(index + 1) + at(j));
    }),
  );
}
