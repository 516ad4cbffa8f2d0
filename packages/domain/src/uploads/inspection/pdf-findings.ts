// Active content of a document: scripts, program launches, embedded files, or XFA forms. It is reported to analysts, and
// never a reason to refuse. Found by PDF names, plain or escaped, wherever they are in the file, and in its object streams; what
// cannot be inspected is reported as well. Keeps no more than the largest document, and does not block the event loop for long.
import { setImmediate as letOthersWork } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflate, type ZlibOptions } from 'node:zlib';
import { DOCUMENT_LIMITS, type DocumentFinding } from '@onboarding/contract';
import { latin1 } from './markup.ts';
import { lengthOf, type PdfStream, packingOf, readObject } from './pdf-objects.ts';

const END = '(?=[\\0\\t\\n\\f\\r ()<>[\\]{}/%])';
const GAP = '(?:[\\0\\t\\n\\f\\r ]|%[^\\r\\n]{0,80}[\\r\\n]){0,20}';
const REFERENCE = `\\d{1,10}${GAP}\\d{1,5}${GAP}R`;

/** A name, any letter of which may be escaped. */
const named = (name: string) => `/${[...name].map((letter) => `(?:${letter}|${escaped(letter)})`).join('')}`;
const escaped = (letter: string) =>
  `#${letter
    .charCodeAt(0)
    .toString(16)
    .replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)}`;

// Three letters occur by chance in compressed pictures, so short names count only before a value.
const SIGNS: readonly (readonly [DocumentFinding, RegExp])[] = [
  ['JavaScript', new RegExp(`(?:${named('JavaScript')}|${named('OnInstantiate')})${END}`)],
  [
    'JavaScript',
    new RegExp(`${named('JS')}${GAP}(?:\\((?:\\xfe\\xff|[\\t\\n\\r\\x20-\\x7e]{4})|<[0-9A-Fa-f\\s]{4}|${REFERENCE})`),
  ],
  ['Launch', new RegExp(`${named('Launch')}${END}`)],
  ['EmbeddedFile', new RegExp(`(?:${named('EmbeddedFile')}(?:s|${escaped('s')})?|${named('FileAttachment')})${END}`)],
  ['EmbeddedFile', new RegExp(`${named('EF')}${GAP}<<`)],
  ['Xfa', new RegExp(`${named('XFA')}${GAP}(?:\\[|\\(|${REFERENCE})`)],
  ['Encrypted', new RegExp(`${named('Encrypt')}${END}`)],
];
/** Where nothing is there by chance, the names are enough, however far away their values are. */
const SURE_SIGNS: typeof SIGNS = [
  ['JavaScript', new RegExp(`${named('JS')}${END}`)],
  ['Xfa', new RegExp(`${named('XFA')}${END}`)],
];
const SURE_NAMES: readonly (readonly [DocumentFinding, string])[] = [
  ['JavaScript', '/JS'],
  ['Xfa', '/XFA'],
];

/** How much is searched at once, and how far back a name may start. */
const BLOCK = 64 * 1024;
const BACK = 4 * 1024;
const OBJECT_MOST = 1024 * 1024;
/** Of all objects together, which may be in each other; and of object streams, compressed and decompressed. */
const READ_MOST = 32 * 1024 * 1024;
const PACKED_MOST = 64 * 1024 * 1024;
const UNPACKED_MOST = 16 * 1024 * 1024;
/** No ordinary document has more streams that may contain objects, and each one costs time. */
const STREAMS_MOST = 5_000;
/** How much is read without letting others work. */
const AT_A_STRETCH = 256 * 1024;

/** With how much of the input was used, of which the types do not know. */
const unpack = promisify(inflate) as unknown as (
  packed: Uint8Array,
  options: ZlibOptions,
) => Promise<{ buffer: Buffer; engine: { bytesWritten: number } }>;

export interface FindingSearch {
  look(chunk: Uint8Array): Promise<void>;
  /** Call after the last byte: each finding once. */
  findings(): Promise<DocumentFinding[]>;
}

export function searchFindings(): FindingSearch {
  const found = new Set<DocumentFinding>();
  let kept: Uint8Array[] = [];
  let keptBytes = 0;
  let waiting: string[] = [];
  let waitingLength = 0;
  /** The end of the text searched before. */
  let before = '';

  function note(text: string, signs = SIGNS): void {
    for (const [finding, sign] of signs) if (!found.has(finding) && sign.test(text)) found.add(finding);
  }

  async function lookAtAll(more = ''): Promise<void> {
    const text = waiting.join('') + more;
    waiting = [];
    waitingLength = 0;
    for (let at = 0; at < text.length; at += BLOCK) {
      const block = before + text.slice(at, at + BLOCK);
      note(block);
      before = block.slice(-BACK);
      await letOthersWork();
    }
  }

  return {
    async look(chunk) {
      keptBytes += chunk.byteLength;
      if (keptBytes <= DOCUMENT_LIMITS.maxSizeBytes) kept.push(chunk);
      waiting.push(latin1(chunk));
      waitingLength += chunk.byteLength;
      if (waitingLength >= BLOCK) await lookAtAll();
    },
    async findings() {
      await lookAtAll(' ');
      const bytes = Buffer.concat(kept);
      kept = [];
      if (bytes.length < keptBytes) found.add('Unchecked');
      await lookIntoObjects(bytes, found, note);
      // Encrypted implies unchecked.
      if (found.has('Encrypted')) found.delete('Unchecked');
      return [...found].sort();
    },
  };
}

type Note = (text: string, signs?: typeof SIGNS) => void;

/** Goes from one object to the next, wherever they are. */
async function lookIntoObjects(bytes: Buffer, found: Set<DocumentFinding>, note: Note): Promise<void> {
  const open = createStreamReader(bytes);
  let readLeft = READ_MOST;
  let stretch = AT_A_STRETCH;
  for (let at = bytes.indexOf('obj'); at !== -1; at = bytes.indexOf('obj', at + 3)) {
    if (!mayBegin(bytes, at)) continue;
    const { object, end } = readObject(bytes, at + 3, at + OBJECT_MOST);
    readLeft -= end - at;
    stretch -= end - at;
    if (object === undefined || readLeft < 0) found.add('Unchecked');
    if (readLeft < 0) return;
    for (const [finding, name] of SURE_NAMES) if (object?.names.has(name)) found.add(finding);
    if (object?.stream !== undefined) {
      const content = await open(object.stream);
      if (content === undefined) found.add('Unchecked');
      else await noteAll(content, note);
    }
    if (stretch < 0) {
      stretch = AT_A_STRETCH;
      await letOthersWork();
    }
  }
}

async function noteAll(content: Buffer, note: Note): Promise<void> {
  for (let at = 0; at < content.length; at += BLOCK) {
    const text = `${latin1(content.subarray(Math.max(0, at - BACK), at + BLOCK))} `;
    note(text);
    note(text, SURE_SIGNS);
    await letOthersWork();
  }
}

const [LESS, BRACKET, PERCENT] = [0x3c, 0x5b, 0x25];
const BLANKS = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const BEFORE = new Set([...BLANKS, ...Buffer.from('0123456789+-.')]);

/** A number or a blank comes before the word, and a dictionary, an array or a remark after it. */
function mayBegin(bytes: Buffer, at: number): boolean {
  if (!BEFORE.has(bytes[at - 1] ?? -1)) return false;
  let next = at + 3;
  while (BLANKS.has(bytes[next] ?? -1)) next++;
  return bytes[next] === BRACKET || bytes[next] === PERCENT || (bytes[next] === LESS && bytes[next + 1] === LESS);
}

/** The content of a stream; undefined if not all of it can be read. */
function createStreamReader(bytes: Buffer): (stream: PdfStream) => Promise<Buffer | undefined> {
  let streamsLeft = STREAMS_MOST;
  let packedLeft = PACKED_MOST;
  let unpackedLeft = UNPACKED_MOST;

  /** A packed stream says itself where it ends, and is read up to there: its words and its length may be lies. */
  async function unpacked(packed: Buffer): Promise<Buffer | undefined> {
    if (packedLeft < 0 || unpackedLeft <= 0) return undefined;
    try {
      const { buffer, engine } = await unpack(packed, { info: true, maxOutputLength: unpackedLeft, chunkSize: BLOCK });
      packedLeft -= engine.bytesWritten;
      unpackedLeft -= buffer.length;
      return buffer;
    } catch {
      packedLeft -= packed.length;
      return undefined;
    }
  }

  return async (stream) => {
    const packing = packingOf(stream);
    if (packing === 'Other' || streamsLeft-- <= 0) return undefined;
    if (packing === 'Flate') return unpacked(bytes.subarray(stream.at));
    const length = lengthOf(stream) ?? Number.POSITIVE_INFINITY;
    const after = latin1(bytes.subarray(stream.at + length, stream.at + length + AFTER_MOST));
    return ENDS.test(after) ? bytes.subarray(stream.at, stream.at + length) : undefined;
  };
}

const ENDS = /^[\0\t\n\f\r ]*endstream/;
const AFTER_MOST = 40;
