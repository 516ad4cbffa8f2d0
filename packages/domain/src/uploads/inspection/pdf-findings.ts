// Active content of a document: scripts, program launches, embedded files, or XFA forms. It is reported to analysts, and
// never a reason to refuse. Found by PDF names, plain or escaped, also in compressed object streams; what cannot be inspected
// is reported as well. One chunk at a time, in bounded memory, without blocking the event loop for long.
import { setImmediate as letOthersWork } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, inflate } from 'node:zlib';
import type { DocumentFinding } from '@onboarding/contract';
import { latin1 } from './markup.ts';

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
  ['JavaScript', new RegExp(`${named('JavaScript')}${END}`)],
  [
    'JavaScript',
    new RegExp(`${named('JS')}${GAP}(?:\\((?:\\xfe\\xff|[\\t\\n\\r\\x20-\\x7e]{4})|<[0-9A-Fa-f\\s]{4}|${REFERENCE})`),
  ],
  ['Launch', new RegExp(`${named('Launch')}${END}`)],
  ['EmbeddedFile', new RegExp(`(?:${named('EmbeddedFile')}(?:s|${escaped('s')})?|${named('FileAttachment')})${END}`)],
  ['EmbeddedFile', new RegExp(`${named('EF')}${GAP}<<`)],
  ['Xfa', new RegExp(`${named('XFA')}${GAP}(?:\\[|\\(|${REFERENCE})`)],
  ['Encrypted', new RegExp(`${named('Encrypt')}${GAP}(?:<<|${REFERENCE})`)],
];

/** How much is searched at once, and how far back a name or a dictionary may start. */
const BLOCK = 64 * 1024;
const BACK = 4 * 1024;
/** Of one object stream, compressed; and of all of them, decompressed. */
const PACKED_MOST = 4 * 1024 * 1024;
const UNPACKED_MOST = 16 * 1024 * 1024;
/** No ordinary document has more streams that may contain objects, and each one costs time. */
const STREAMS_MOST = 5_000;
const AT_A_STRETCH = 20;

const unpack = promisify(inflate);

export interface FindingSearch {
  look(chunk: Uint8Array): Promise<void>;
  /** Call after the last byte: each finding once. */
  findings(): Promise<DocumentFinding[]>;
}

export function searchFindings(): FindingSearch {
  const found = new Set<DocumentFinding>();
  let waiting: string[] = [];
  let waitingLength = 0;
  /** The end of the text searched before. */
  let before = '';
  /** How much of `before` was already searched for object streams. */
  let searched = 0;
  /** An object stream that has started. */
  let packed: string | undefined;
  let unpackedLeft = UNPACKED_MOST;
  let streamsLeft = STREAMS_MOST;

  function note(text: string): void {
    for (const [finding, sign] of SIGNS) if (!found.has(finding) && sign.test(text)) found.add(finding);
  }

  async function unpackAndNote(stream: string): Promise<void> {
    try {
      // A truncated stream is read as far as possible, as readers do.
      const options = { maxOutputLength: unpackedLeft, finishFlush: constants.Z_SYNC_FLUSH };
      const text = latin1(await unpack(Buffer.from(stream, 'latin1'), options));
      unpackedLeft = Math.max(1, unpackedLeft - text.length);
      for (let at = 0; at < text.length; at += BLOCK) {
        note(`${text.slice(Math.max(0, at - BACK), at + BLOCK)} `);
        await letOthersWork();
      }
    } catch {
      found.add('Unchecked');
    }
  }

  /** Follows object streams through the text, from a position. Returns the position up to which the search is complete. */
  async function follow(text: string, from: number): Promise<number> {
    for (let at = from; ; ) {
      if (packed === undefined) {
        const begin = nextObjectStream(text, at, () => streamsLeft-- > 0);
        if (begin === undefined) return Math.max(at, text.length - KEYWORD_LONGEST);
        if (begin.packing === 'Other') found.add('Unchecked');
        if (begin.packing === 'Flate') packed = '';
        at = begin.at;
        if (streamsLeft % AT_A_STRETCH === 0) await letOthersWork();
        continue;
      }
      const known = packed.length;
      packed += text.slice(at);
      const end = packed.indexOf('endstream', Math.max(0, known - 'endstream'.length));
      if (end === -1 && packed.length <= PACKED_MOST) return text.length;
      if (end === -1) found.add('Unchecked');
      else await unpackAndNote(packed.slice(0, end));
      at = end === -1 ? text.length : Math.max(at, at + end - known);
      packed = undefined;
    }
  }

  async function lookAt(block: string): Promise<void> {
    const text = before + block;
    note(text);
    const upTo = await follow(text, searched);
    before = text.slice(-BACK);
    searched = Math.max(0, upTo - (text.length - before.length));
    await letOthersWork();
  }

  async function lookAtAll(): Promise<void> {
    const text = waiting.join('');
    waiting = [];
    waitingLength = 0;
    for (let at = 0; at < text.length; at += BLOCK) await lookAt(text.slice(at, at + BLOCK));
  }

  return {
    async look(chunk) {
      waiting.push(latin1(chunk));
      waitingLength += chunk.byteLength;
      if (waitingLength >= BLOCK) await lookAtAll();
    },
    async findings() {
      await lookAtAll();
      await lookAt(' ');
      // A stream without an end was not inspected.
      if (packed !== undefined) found.add('Unchecked');
      // Encrypted implies unchecked.
      if (found.has('Encrypted')) found.delete('Unchecked');
      return [...found].sort();
    },
  };
}

const ESCAPED = /#([0-9A-Fa-f]{2})/g;
const unescaped = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));

const OBJECT_STREAM = new RegExp(`/ObjStm${END}`);
const FIRST = new RegExp(`/First${GAP}\\d`);
const COUNT = new RegExp(`/N${GAP}\\d`);
const FILTER = new RegExp(`/Filter${GAP}(\\[[^\\]]{0,200}\\]|/\\w+|${REFERENCE})`);
const PREDICTOR = new RegExp(`/Predictor${END}`);
/** Every object stream contains one of these, however it is escaped. */
const MAY_BE_ONE = /ObjStm|First|#/;
/** The content of strings and comments does not count. */
const SAID = /\((?:\\.|[^\\()])*\)|%[^\r\n]*/gs;
const KEYWORD = /stream[ \t]{0,4}(?:\r\n|\n|\r)/g;
const NEAR = 1024;
const KEYWORD_LONGEST = 'stream    \r\n'.length;

interface Begun {
  /** After its first line. */
  at: number;
  packing: Packing;
}
/** None: already searched as plain text. Other: a filter that is hardly used except to hide something. */
type Packing = 'None' | 'Flate' | 'Other';

/** The next stream that contains objects; also one that does not declare it, if it has the entries that readers need. */
function nextObjectStream(text: string, from: number, mayLook: () => boolean): Begun | undefined {
  for (const match of text.slice(from).matchAll(KEYWORD)) {
    const begin = from + match.index;
    const at = begin + match[0].length;
    // The second half of a line break may still come.
    if (at === text.length && match[0].endsWith('\r')) return undefined;
    const head = text.slice(Math.max(0, begin - NEAR), begin);
    if (head.endsWith('end')) continue;
    // Its dictionary starts after that word, nearly always close by.
    const isFar = !head.includes('obj');
    if (!isFar && !MAY_BE_ONE.test(head)) continue;
    const packing = mayLook() ? packingOf(isFar ? text.slice(Math.max(0, begin - BACK), begin) : head) : 'Other';
    if (packing !== undefined) return { at, packing };
  }
  return undefined;
}

/** Undefined for any other stream. */
function packingOf(head: string): Packing | undefined {
  const silent = head.replace(SAID, '()');
  const dictionary = (silent.split(/\d[\s\0]+obj/).at(-1) ?? '').replace(ESCAPED, unescaped);
  if (!OBJECT_STREAM.test(dictionary) && !(FIRST.test(dictionary) && COUNT.test(dictionary))) return undefined;
  const [, filter] = FILTER.exec(dictionary) ?? [];
  if (filter === undefined) return 'None';
  const names = filter.match(/\/\w+/g) ?? [];
  return names.join() === '/FlateDecode' && !PREDICTOR.test(dictionary) ? 'Flate' : 'Other';
}
