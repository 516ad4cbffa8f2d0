// Parses an image from its first byte to its last, as its format requires; the file must end where the image does, because
// data after it is meant for another program. Pure, one chunk at a time.

/**
 * What a format needs next: this many bytes; to skip this many; to skip these byte values; or to skip to the first marker
 * that does not belong to the scan.
 */
type Wish = { take: number } | { skip: number } | { over: readonly number[] } | 'marker';
/**
 * `ended`: the image is complete. `foreign`: something after its end does not belong to its format. `pixels`: the declared
 * number, for which programs allocate memory; the largest, if there are several images.
 */
interface State {
  ended: boolean;
  foreign: boolean;
  pixels: number;
}
interface Outcome extends State {
  /** The number of bytes after its end. */
  bytesBehind: number;
}
type Format = (state: State) => Generator<Wish, void, Buffer>;

export interface PictureWalk {
  look(chunk: Uint8Array): void;
  /** Call after the last byte. */
  outcome(): Outcome;
}

/** Images have hundreds of segments or chunks, and each one takes time. An image with more steps than this is malformed. */
const STEPS_MOST = 100_000;

function walk(format: Format): PictureWalk {
  const state = { ended: false, foreign: false, pixels: 0 };
  const steps = format(state);
  let sizeBytes = 0;
  let endsAt = 0;
  let taken: Buffer = NOTHING;
  let left = 0;
  let stepsLeft = STEPS_MOST;
  let wish = wishing(steps.next());

  function wishing(next: IteratorResult<Wish, void>): Wish | undefined {
    taken = NOTHING;
    // A malformed image counts as not ended.
    if (next.done || stepsLeft-- <= 0) {
      state.ended = false;
      return undefined;
    }
    if (typeof next.value === 'object')
      left = 'take' in next.value ? next.value.take : 'skip' in next.value ? next.value.skip : 0;
    return next.value;
  }

  /** Returns where to continue. */
  function serve(bytes: Buffer, at: number, wanted: Wish): number {
    if (wanted === 'marker') {
      const found = markerIn(bytes, at, taken.length > 0);
      if (found.code !== undefined) wish = wishing(steps.next(Buffer.of(found.code)));
      else taken = found.begun ? HALF : NOTHING;
      return found.at;
    }
    if ('over' in wanted) {
      const other = otherThan(wanted.over, bytes, at);
      if (other < bytes.length) wish = wishing(steps.next(bytes.subarray(other, other + 1)));
      return other + 1;
    }
    const part = bytes.subarray(at, at + left);
    if ('take' in wanted) taken = taken.length === 0 ? part : Buffer.concat([taken, part]);
    left -= part.length;
    if (left === 0) wish = wishing(steps.next(taken));
    return at + part.length;
  }

  return {
    look(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      for (let at = 0; at < bytes.length && wish !== undefined; ) {
        const before = state.ended;
        at = serve(bytes, at, wish);
        if (state.ended && !before) endsAt = sizeBytes + at;
      }
      sizeBytes += bytes.length;
    },
    outcome: () => ({ ...state, bytesBehind: sizeBytes - endsAt }),
  };
}

const NOTHING = Buffer.alloc(0);
const HALF = Buffer.of(0xff);

function otherThan(passed: readonly number[], bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && passed.includes(bytes[at] ?? -1)) at++;
  return at;
}

/** In a scan, 0xff is followed by a zero (data), a restart marker or another 0xff. */
function markerIn(bytes: Buffer, from: number, begun: boolean): { at: number; code?: number; begun: boolean } {
  let at = from;
  let half = begun;
  for (;;) {
    if (!half) {
      const next = bytes.indexOf(FILLER, at);
      if (next === -1) return { at: bytes.length, begun: false };
      at = next + 1;
    }
    at = otherThan([FILLER], bytes, at);
    const code = bytes[at];
    if (code === undefined) return { at, begun: true };
    at++;
    half = false;
    if (code !== STUFFED && !isRestart(code)) return { at, code, begun: false };
  }
}

/** Zeros and line breaks that devices and mail programs append. */
const PADDING = [0x00, 0x0a, 0x0d];
const [START, END, SCAN, STUFFED, FIRST_RESTART, LAST_RESTART, FILLER, TEMPORARY] = [
  0xd8, 0xd9, 0xda, 0x00, 0xd0, 0xd7, 0xff, 0x01,
];
const HIGHEST = 0xffff;
/**
 * The start of a frame contains its size. Three other markers are in the same range: two kinds of tables, and a reserved one.
 */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
const isRestart = (code: number) => code >= FIRST_RESTART && code <= LAST_RESTART;

/** Chunks of length, name, content and checksum; the last is IEND. */
export const walkPng = () =>
  walk(function* png(state) {
    yield { skip: 8 };
    for (let name = ''; name !== 'IEND'; ) {
      const head = yield { take: 8 };
      name = head.toString('latin1', 4);
      const length = head.readUInt32BE(0);
      if (name === 'IEND' && length > 0) return;
      const size = name === 'IHDR' && length >= 8 ? yield { take: 8 } : NOTHING;
      if (size.length > 0) notePixels(state, size.readUInt32BE(0), size.readUInt32BE(4));
      yield { skip: length - size.length + 4 };
    }
    state.ended = true;
    yield { over: PADDING };
    yield* passForeign(state);
  });

/**
 * Segments follow markers; a scan continues until a marker that does not belong to it. Images may be nested or follow each
 * other, as when phones append one with another exposure.
 */
export const walkJpeg = () =>
  walk(function* jpeg(state) {
    for (let depth = 0, inScan = false; ; ) {
      const behind = state.ended;
      if (!inScan) {
        const [first] = yield behind ? { over: PADDING } : { take: 1 };
        if (first !== FILLER && behind) break;
        if (first !== FILLER) return;
      }
      const [code = 0]: Buffer = yield inScan ? 'marker' : { over: [FILLER] };
      if (behind && code !== START) break;
      inScan = code === SCAN;
      if (code === START) depth++;
      else if (code === END) depth--;
      else if (code === STUFFED) return;
      else if (code !== TEMPORARY && !isRestart(code)) {
        const length = (yield { take: 2 }).readUInt16BE(0);
        if (length < 2) return;
        const size = isFrame(code) && length >= 7 ? yield { take: 5 } : NOTHING;
        // A height of zero is declared later, or never.
        if (size.length > 0) notePixels(state, size.readUInt16BE(3), size.readUInt16BE(1) || HIGHEST);
        if (length - size.length > 2) yield { skip: length - size.length - 2 };
      }
      state.ended = depth === 0;
    }
    yield* passForeign(state);
  });

function notePixels(state: State, width: number, height: number): void {
  state.pixels = Math.max(state.pixels, width * height);
}

function* passForeign(state: State): Generator<Wish, void, Buffer> {
  state.foreign = true;
  yield { skip: Number.POSITIVE_INFINITY };
}
