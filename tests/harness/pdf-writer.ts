// Assembles objects into a document in every way the format has: with tables and streams of references, object streams,
// updates, and encryption.
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

export const latin = (text: string) => Buffer.from(text, 'latin1');

export interface PdfPart {
  number: number;
  /** A value, or the entries of a stream's dictionary without its length. */
  body: string;
  content?: Buffer;
  /** The object stream that contains it. */
  within?: number;
}

/** How an object stream is written. `dictionary` gets its entries and returns the complete dictionary. */
export interface Packing {
  pack(content: Buffer): { content: Buffer; filter: string };
  dictionary(entries: string[]): string;
  length(bytes: number): string;
  keyword: string;
  /** Bytes around the object in the file. */
  around(object: Buffer): { before: Buffer; after: Buffer };
}

export interface Layout {
  references: 'table' | 'stream' | 'both' | 'none';
  packings: ReadonlyMap<number, Packing>;
  encrypted: boolean;
  /** Bytes before everything else. */
  junk: string;
}

export const PLAIN: Packing = {
  pack: (content) => ({ content: deflateSync(content), filter: '/Filter/FlateDecode' }),
  dictionary: (entries) => `<<${entries.join('')}>>`,
  length: (bytes) => `/Length ${bytes}`,
  keyword: 'stream\n',
  around: () => ({ before: Buffer.alloc(0), after: Buffer.alloc(0) }),
};

const FILE_ID = '00112233445566778899aabbccddeeff';
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (one: number, other: number) => {
    [state[one & 255], state[other & 255]] = [at(other), at(one)];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return data.map((byte) => {
    i = (i + 1) & 255;
    j = (j + at(i)) & 255;
    swap(i, j);
    return byte ^ at(at(i) + at(j));
  }) as Buffer;
}

const FILE_KEY = (() => {
  const owner = rc4(md5(PADDING).subarray(0, 5), PADDING);
  const rights = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  return { owner, key: md5(PADDING, owner, rights, Buffer.from(FILE_ID, 'hex')).subarray(0, 5) };
})();

/** Anyone can read it: the password is empty. */
const ENCRYPT = `<</Filter/Standard/V 1/R 2/P -4/O<${FILE_KEY.owner.toString('hex')}>/U<${rc4(FILE_KEY.key, PADDING).toString('hex')}>>>`;

const encrypt = (number: number, data: Buffer) =>
  rc4(md5(FILE_KEY.key, Buffer.from([number, number >> 8, number >> 16, 0, 0])).subarray(0, 10), data);

interface Place {
  number: number;
  offset?: number;
  within?: { stream: number; index: number };
}

export function writePdf(parts: readonly PdfPart[], layout: Layout, before?: Buffer): Buffer {
  const chunks: Buffer[] = [before ?? latin(`${layout.junk}%PDF-1.7\n%\xe2\xe3\xcf\xd3\n`)];
  let length = chunks[0]?.length ?? 0;
  const places: Place[] = [];
  const origin = layout.junk.length;
  const add = (bytes: Buffer) => {
    chunks.push(bytes);
    length += bytes.length;
  };
  const addObject = (number: number, bytes: Buffer) => {
    places.push({ number, offset: length - origin });
    add(Buffer.concat([latin(`${number} 0 obj`), bytes, latin('\nendobj\n')]));
  };
  const sealed = (number: number, content: Buffer) => (layout.encrypted ? encrypt(number, content) : content);

  for (const { number, body, content, within } of parts) {
    if (within !== undefined) continue;
    if (content === undefined) addObject(number, latin(`\n${body}`));
    else {
      const data = sealed(number, content);
      const head = latin(`<<${body}/Length ${data.length}>>stream\n`);
      addObject(number, Buffer.concat([head, data, latin('\nendstream')]));
    }
  }
  for (const [number, packing] of layout.packings) {
    const held = parts.filter(({ within }) => within === number);
    const { bytes, head } = objectStreamOf(number, held, packing, sealed);
    const { before, after } = packing.around(bytes);
    add(before);
    places.push({ number, offset: length - origin });
    add(Buffer.concat([latin(`${number} 0 obj`), bytes, latin('\nendobj\n')]));
    add(after);
    places.push(...held.map((part, index) => ({ number: part.number, within: { stream: number, index } })));
    for (const { number: extra, body } of head) addObject(extra, latin(` ${body}`));
  }
  add(referencesOf(places, layout, length - origin, previousOf(before)));
  return Buffer.concat(chunks);
}

const previousOf = (before: Buffer | undefined) =>
  before === undefined ? undefined : /startxref\n(\d+)\n%%EOF\n$/.exec(before.toString('latin1'))?.[1];

/** Object numbers for values that an object stream keeps outside itself: after all others. */
export const lengthNumber = (stream: number) => 900 + stream;

function objectStreamOf(
  number: number,
  held: readonly PdfPart[],
  packing: Packing,
  sealed: (number: number, content: Buffer) => Buffer,
): { bytes: Buffer; head: PdfPart[] } {
  let index = '';
  let bodies = '';
  for (const { number: one, body } of held) {
    index += `${one} ${bodies.length} `;
    bodies += `${body}\n`;
  }
  const { content, filter } = packing.pack(latin(index + bodies));
  const data = sealed(number, content);
  const said = packing.length(data.length);
  const entries = ['/Type/ObjStm', `/N ${held.length}`, `/First ${index.length}`, filter, said];
  const dictionary = packing.dictionary(entries);
  const bytes = Buffer.concat([latin(`${dictionary}${packing.keyword}`), data, latin('\nendstream')]);
  return { bytes, head: [{ number: lengthNumber(number), body: String(data.length) }] };
}

function referencesOf(places: readonly Place[], layout: Layout, at: number, previous: string | undefined): Buffer {
  const prev = previous === undefined ? '' : `/Prev ${previous}`;
  const encrypted = layout.encrypted ? `/Encrypt ${ENCRYPT}` : '';
  const trailer = `/Size 2000/Root 1 0 R/ID[<${FILE_ID}><${FILE_ID}>]${encrypted}${prev}`;
  if (layout.references === 'none') return latin(`trailer<<${trailer}>>\nstartxref\n7\n%%EOF\n`);
  if (layout.references === 'stream') {
    return Buffer.concat([referenceStream(places, trailer, at), latin(`startxref\n${at}\n%%EOF\n`)]);
  }
  const packed = places.filter(({ within }) => within !== undefined);
  const hybrid = layout.references === 'both' ? referenceStream(packed, '/Size 2000', at) : Buffer.alloc(0);
  const rows = [...places]
    .filter(({ offset }) => offset !== undefined)
    .map(({ number, offset = 0 }) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
    .join('');
  const also = layout.references === 'both' ? `/XRefStm ${at}` : '';
  const table = `xref\n0 1\n0000000000 65535 f \n${rows}trailer<<${trailer}${also}>>\n`;
  return Buffer.concat([hybrid, latin(`${table}startxref\n${at + hybrid.length}\n%%EOF\n`)]);
}

function referenceStream(places: readonly Place[], trailer: string, at: number): Buffer {
  const all: Place[] = [...places, { number: 1_999, offset: at }];
  const rows = all.map(({ offset, within }) => {
    const row = Buffer.alloc(7);
    row.writeUInt8(within === undefined ? 1 : 2, 0);
    row.writeUInt32BE(within?.stream ?? offset ?? 0, 1);
    row.writeUInt16BE(within?.index ?? 0, 5);
    return row;
  });
  const data = deflateSync(Buffer.concat(rows));
  const index = all.map(({ number }) => `${number} 1`).join(' ');
  const head = `1999 0 obj<</Type/XRef/W[1 4 2]/Index[${index}]/Filter/FlateDecode/Length ${data.length}${trailer}>>stream\n`;
  return Buffer.concat([latin(head), data, latin('\nendstream\nendobj\n')]);
}
