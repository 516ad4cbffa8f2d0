// Active content of a PDF: scripts, program launches, embedded files, forms that send data, or XFA forms. It is reported to
// analysts, but never a reason to refuse. Found by PDF names, plain or escaped, anywhere in the file and in its object
// streams; parts that cannot be inspected are reported too. The work is bounded by the size of the document.
import { type InputType, inflateSync, type ZlibOptions } from 'node:zlib';
import type { DocumentFinding } from '@onboarding/contract';
import { DOCUMENT_MIB, MIB_BYTES } from '@onboarding/contract/limits';
import { BLANK, CLASSES, type PdfName } from './pdf-names.ts';
import { endsAt, objectReaderOf, type PdfStream } from './pdf-objects.ts';
import { FINDINGS, nextOf, searchSigns } from './pdf-signs.ts';

const OBJECT_MOST = MIB_BYTES;
/** How many times the document may be read in total, because objects and streams may be nested. */
const READINGS_MOST = 2;
const UNPACKED_MOST = 16 * MIB_BYTES;
/** The cost of a failed decompression is unknown, so it counts as this much. */
const FAILED_COSTS = 2 * MIB_BYTES;
const UNPACKED_AT_ONCE = 64 * 1024;
/** No ordinary document has more streams that may contain objects, and each one takes time. */
const STREAMS_MOST = 5_000;

/** Also returns how much of the input was consumed, which the types of Node omit. */
const unpack = inflateSync as unknown as (
  packed: InputType,
  options: ZlibOptions,
) => { buffer: Buffer; engine: { bytesWritten: number } };

export interface FindingSearch {
  look(chunk: Uint8Array): void;
  /** Call after the last byte. Returns each finding once. */
  findings(): DocumentFinding[];
}

export function searchFindings(): FindingSearch {
  const kept: Uint8Array[] = [];
  let sizeBytes = 0;
  return {
    look(chunk) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes <= DOCUMENT_MIB * MIB_BYTES) kept.push(chunk);
    },
    findings() {
      const bytes = Buffer.concat(kept.splice(0));
      const found = new Set<DocumentFinding>();
      if (bytes.length < sizeBytes) found.add('Unchecked');
      searchSigns(bytes, false, (finding) => found.add(finding));
      lookIntoObjects(bytes, found);
      // Encrypted implies unchecked.
      if (found.has('Encrypted')) found.delete('Unchecked');
      return [...found].sort();
    },
  };
}

/** Visits all objects, wherever they are; a trailer may contain some too. */
function lookIntoObjects(bytes: Buffer, found: Set<DocumentFinding>): void {
  const objects = objectReaderOf(bytes);
  const open = createStreamReader(bytes);
  const note = (finding: DocumentFinding) => found.add(finding);
  const noteName = (name: PdfName) => {
    const finding = FINDINGS[name];
    if (finding !== undefined) found.add(finding);
  };
  let left = READINGS_MOST * bytes.length + OBJECT_MOST;
  let streamsLeft = STREAMS_MOST;
  for (const at of startsIn(bytes)) {
    const { whole, end, stream } = objects.read(at, at + OBJECT_MOST, noteName);
    // The dictionary of a stream is read twice.
    left -= stream === undefined ? end - at : 2 * (end - at);
    if (!whole || left < 0) found.add('Unchecked');
    if (left < 0) return;
    if (stream === undefined) continue;
    if (streamsLeft-- <= 0) {
      found.add('Unchecked');
      return;
    }
    const content = open(stream);
    if (content === undefined) found.add('Unchecked');
    else searchSigns(content, true, note);
  }
}

function* startsIn(bytes: Buffer): Generator<number> {
  for (let at = nextTrailer(bytes, 0); at !== -1; at = nextTrailer(bytes, at)) yield at;
  for (let at = nextObject(bytes, 0); at !== -1; at = nextObject(bytes, at)) yield at;
}

const [O, B, J, LESS, BRACKET, PERCENT] = [0x6f, 0x62, 0x6a, 0x3c, 0x5b, 0x25];
const BEFORE = new Uint8Array(256);
for (const byte of Buffer.from('\0\t\n\f\r 0123456789+-.')) BEFORE[byte] = 1;
const TRAILER = Buffer.from('trailer');

function nextTrailer(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(TRAILER, from); at !== -1; at = bytes.indexOf(TRAILER, at + TRAILER.length))
    if (mayFollow(bytes, at + TRAILER.length)) return at + TRAILER.length;
  return -1;
}

/** The position after the next "obj" keyword; -1 if there is none. */
function nextObject(bytes: Buffer, from: number): number {
  for (let at = nextOf(bytes, J, from); at < bytes.length; at = nextOf(bytes, J, at + 1)) {
    const isWord = bytes[at - 1] === B && bytes[at - 2] === O && BEFORE[bytes[at - 3] ?? 0] === 1;
    if (isWord && mayFollow(bytes, at + 1)) return at + 1;
  }
  return -1;
}

/** Whether a dictionary, an array or a comment follows. */
function mayFollow(bytes: Buffer, from: number): boolean {
  let at = from;
  while (at < bytes.length && CLASSES[bytes[at] ?? 0] === BLANK) at++;
  return bytes[at] === BRACKET || bytes[at] === PERCENT || (bytes[at] === LESS && bytes[at + 1] === LESS);
}

/** Reads the content of a stream; undefined if it cannot be read completely. */
function createStreamReader(bytes: Buffer): (stream: PdfStream) => Buffer | undefined {
  let packedLeft = READINGS_MOST * bytes.length;
  let unpackedLeft = UNPACKED_MOST;

  /** Compressed data itself determines where it ends: the stream's keywords and declared length may be false. */
  function unpacked(packed: Buffer): Buffer | undefined {
    if (packedLeft < 0 || unpackedLeft <= 0) return undefined;
    try {
      const options = { info: true, maxOutputLength: unpackedLeft, chunkSize: UNPACKED_AT_ONCE };
      const { buffer, engine } = unpack(packed, options);
      packedLeft -= engine.bytesWritten;
      unpackedLeft -= buffer.length;
      return buffer;
    } catch {
      packedLeft -= packed.length;
      unpackedLeft -= FAILED_COSTS;
      return undefined;
    }
  }

  return ({ at, packing, length }) => {
    if (packing === 'Other') return undefined;
    if (packing === 'Flate') return unpacked(bytes.subarray(at));
    if (length === undefined || !endsAt(bytes, at + length)) return undefined;
    packedLeft -= length;
    return packedLeft < 0 ? undefined : bytes.subarray(at, at + length);
  };
}
