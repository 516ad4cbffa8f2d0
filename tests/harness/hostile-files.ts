// Files designed to cost as much time or memory as possible, of every accepted kind, and ordinary ones of the same size for
// comparison.
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { DocumentContentType } from '@onboarding/contract';
import { cameraNotes, jpegOf, objectStreamOf, pdfOf, pdfWith, pngChunk, pngOf } from './files.ts';
import { latin } from './pdf-writer.ts';

export interface HostileFile {
  what: string;
  type: DocumentContentType;
  bytes: Buffer;
}

const [PDF, JPEG, PNG] = ['application/pdf', 'image/jpeg', 'image/png'] as const;
/** Close to the maximum size of a document. */
const MOST = 10_000_000;
const MIB = 1024 * 1024;

/** Repeats the part up to this length. */
const filled = (part: Buffer | string, length = MOST) => Buffer.alloc(length, part, 'latin1');
const joined = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin(part) : part)));

const packedWith = (dictionary: string, content: Buffer, number = 9) =>
  joined(`${number} 0 obj<<${dictionary}>>stream\n`, content, '\nendstream endobj\n');
const FLATE = '/Type/ObjStm/N 1/First 4/Filter/FlateDecode';
const packed = (content: Buffer) => packedWith(FLATE, deflateSync(content, { level: 9 }));

/** The file that took 2.7 s for each unpacked MiB: a line of names that each seem to begin a gap. */
export const namesInRemarks = (unpacked = 5 * MIB) => pdfWith(packed(filled(`%${'/EF%'.repeat(19)}\n`, unpacked)));
/** The same uncompressed, with numbers that may belong to a reference. */
export const namesBeforeNumbers = (length = 600_000) =>
  pdfWith(filled(`${`%${'/JS%'.repeat(19)}\n`.repeat(20)}123456`, length));

/** Object streams, each of which contains all later ones in a stored block; all end with the same empty blocks. */
function streamsInEachOther(count: number, emptyBlocks: number): Buffer {
  const head = latin('1 0 obj<</N 1/Filter/Fl>>stream\n');
  const own = head.length + 2 + 5;
  const parts = Array.from({ length: count }, (_, index) => {
    const rest = (count - 1 - index) * own;
    return Buffer.concat([head, Buffer.from([0x78, 0x01, 0, rest, rest >> 8, ~rest, ~rest >> 8])]);
  });
  return Buffer.concat([...parts, filled(Buffer.from([0, 0, 0, 0xff, 0xff]), emptyBlocks)]);
}

/** Each unpacks to almost the maximum size; its end is missing. */
function brokenBombs(count: number): Buffer {
  const bomb = deflateSync(filled(' ', 15 * MIB), { level: 9 });
  const broken = bomb.subarray(0, -20);
  return Buffer.concat(Array.from({ length: count }, () => packedWith(FLATE, broken)));
}

/** Streams without a filter that all extend to the same end. */
function plainInEachOther(count: number, length: number): Buffer {
  const head = (rest: number) => latin(`1 0 obj<</N 1/First 4/Length ${String(rest).padStart(8, '0')}>>stream\n`);
  const own = head(0).length;
  const heads = Array.from({ length: count }, (_, index) => head((count - 1 - index) * own + length));
  return joined(...heads, filled('/JS%', length), '\nendstream');
}

/** Compressed many times with the same filter. */
function packedOften(times: number): Buffer {
  let content = filled(' ', 15 * MIB);
  for (let time = 0; time < times; time++) content = deflateSync(content);
  const filters = '/FlateDecode'.repeat(times);
  return packedWith(`/Type/ObjStm/N 1/First 4/Filter[${filters}]`, content);
}

const segment = (code: number, content: Buffer) =>
  joined(Buffer.from([0xff, code, (content.length + 2) >> 8, (content.length + 2) & 255]), content);
const jpegWith = (content: Buffer) => joined(jpegOf().subarray(0, 20), content, jpegOf().subarray(20));
const pngWith = (content: Buffer) => joined(pngOf().subarray(0, 33), content, pngOf().subarray(33));

const document = (what: string, ...parts: (Buffer | string)[]): HostileFile => ({
  what,
  type: PDF,
  bytes: pdfWith(...parts),
});

const DOCUMENTS = (): HostileFile[] => [
  { what: 'names in comments, compressed', type: PDF, bytes: namesInRemarks() },
  { what: 'names before numbers in comments', type: PDF, bytes: namesBeforeNumbers() },
  document('names in comments', filled(`%${'/EF%'.repeat(19)}\n`)),
  document('names in one comment, before a long number', filled('%/JS', MOST / 2), '\n', filled('0', MOST / 2)),
  document('names in one comment, before a wide gap', filled('%/JS 1', MOST / 2), '\n1', filled(' ', MOST / 2), '0 R'),
  document('only comments', filled('%\n')),
  document('short names', filled('/JS/EF/XFA ')),
  document('long names', filled('/JavaScript/EmbeddedFiles ')),
  document('endless names', filled('/')),
  document('one endless name', '/', filled('#4a')),
  document('escaped names', filled('/#4a#61#76#61#53#63#72#69#70 ')),
  document('a dictionary of empty names', '9 0 obj<<', filled('/ 1', MIB - 40), '>>endobj'),
  document('nested dictionaries', filled('9 0 obj<</A')),
  document('nested arrays', '9 0 obj', filled('[')),
  document('nested arrays, each an object', filled('9 0 obj[')),
  document('objects that begin inside each other', filled('1 0 obj<<(')),
  document('objects that begin inside each other, in 600 KB', filled('1 0 obj<<(', 600_000)),
  document('empty objects', filled('1 0 obj[]')),
  document('beginnings of objects followed by blanks', filled(`1 0 obj${' '.repeat(200)}`)),
  document('trailers', filled('trailer<<>>')),
  document('nested strings', '9 0 obj<</A', filled('(')),
  document('nested strings, each an object', filled('9 0 obj[((((((((')),
  document('a string of escapes', '9 0 obj<</A(', filled('\\)')),
  document('an unterminated hexadecimal string', filled('9 0 obj[<4142')),
  document('nested object streams', streamsInEachOther(1_500, MOST - 100_000)),
  document('nested object streams without a filter', plainInEachOther(4_000, MOST / 2)),
  document('object streams that unpack to more than the limit', brokenBombs(600)),
  document('an object stream that unpacks to a thousand times its size', packed(filled('/JS/EF/XFA ', 15 * MIB))),
  document('an object stream that unpacks to the maximum number of names', packed(filled('%/#4aS ', 15 * MIB))),
  document('many small object streams', ...Array.from({ length: 60_000 }, () => objectStreamOf('<</A 1>>'))),
  document('an object stream compressed thirty times', packedOften(30)),
  document(
    'an object stream with thousands of predictors',
    packedWith(`${FLATE}/DecodeParms[${'<</Predictor 12>>'.repeat(50_000)}]`, deflateSync(filled(' ', MIB))),
  ),
  document('dictionaries that repeat their filter', filled(`9 0 obj<<${'/Filter/Fl/N 1'.repeat(900)}>>stream\n`)),
  document('a huge table of references', 'xref\n0 500000\n', filled('0000000000 65535 f \n')),
  document(
    'a huge stream of references',
    packedWith('/Type/XRef/W[1 4 2]/Filter/FlateDecode', deflateSync(filled('\0'))),
  ),
  document('ends of streams', filled('endstream endobj ')),
];

const PICTURES = (): HostileFile[] => [
  { what: 'a JPEG of start markers', type: JPEG, bytes: joined(filled('\xff\xd8'), jpegOf()) },
  { what: 'a JPEG of markers', type: JPEG, bytes: jpegWith(filled('\xff\x01')) },
  { what: 'a JPEG of empty segments', type: JPEG, bytes: jpegWith(filled('\xff\xe1\0\x02')) },
  { what: 'a JPEG of frames', type: JPEG, bytes: jpegWith(filled('\xff\xc0\0\x07\x08\0\x01\0\x01')) },
  { what: 'a JPEG of fill bytes', type: JPEG, bytes: jpegWith(filled('\xff')) },
  { what: 'a JPEG of scans', type: JPEG, bytes: jpegWith(filled('\xff\xda\0\x02a')) },
  {
    what: 'a JPEG of restart markers',
    type: JPEG,
    bytes: joined(jpegOf().subarray(0, -2), filled('\xff\xd0'), '\xff\xd9'),
  },
  { what: 'concatenated JPEGs', type: JPEG, bytes: filled(jpegOf()) },
  { what: 'a JPEG of incomplete tags', type: JPEG, bytes: jpegWith(segments(filled('<script ', 65_000))) },
  {
    what: 'a JPEG of incomplete tags in UTF-16',
    type: JPEG,
    bytes: jpegWith(segments(filled('<\0o\0b\0', 65_000))),
  },
  { what: 'a JPEG followed by many camera notes', type: JPEG, bytes: joined(jpegOf(), filled('\0'), manyNotes()) },
  { what: 'a JPEG followed by incomplete archives', type: JPEG, bytes: joined(jpegOf(), filled('PK\x05\x06')) },
  { what: 'a PNG of empty chunks', type: PNG, bytes: pngWith(filled(pngChunk('tEXt', Buffer.alloc(0)))) },
  { what: 'a PNG of headers', type: PNG, bytes: pngWith(filled(pngChunk('IHDR', Buffer.alloc(8, 1)))) },
  { what: 'a PNG of incomplete tags', type: PNG, bytes: pngWith(pngChunk('tEXt', filled('<?php <?php'))) },
  { what: 'a PNG followed by zeros', type: PNG, bytes: joined(pngOf(), filled('\0')) },
];

const scanOf = (bytes: Buffer) => Buffer.from(bytes.map((byte) => (byte === 0xff ? 0xfe : byte)));
const segments = (content: Buffer) => filled(segment(0xe1, content));
const manyNotes = () => cameraNotes(Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`n${index}`, 'x'])));

export const hostileFiles = (): HostileFile[] => [...DOCUMENTS(), ...PICTURES()];

/** An ordinary file of this type and about this size: a scan, or a document of many objects. */
export function honestFile(type: DocumentContentType, sizeBytes: number): Buffer {
  if (type === JPEG) return joined(jpegOf().subarray(0, -2), scanOf(randomBytes(sizeBytes)), '\xff\xd9');
  if (type === PNG) return pngWith(pngChunk('IDAT', randomBytes(sizeBytes)));
  const object = (index: number) =>
    `${index} 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 595.28 841.89]/Resources<</Font<</F1 5 0 R>>>>/Contents ${index + 1} 0 R>>\nendobj\n`;
  const content = deflateSync(randomBytes(400));
  const page = (index: number) =>
    joined(
      object(index),
      `${index + 1} 0 obj\n<</Filter/FlateDecode/Length ${content.length}>>\nstream\n`,
      content,
      '\nendstream\nendobj\n',
    );
  const parts: Buffer[] = [];
  for (let length = 0, index = 10; length < sizeBytes; index += 2) {
    const next = page(index);
    parts.push(next);
    length += next.length;
  }
  return sizeBytes < 1_000 ? pdfOf('hello') : pdfWith(...parts);
}
