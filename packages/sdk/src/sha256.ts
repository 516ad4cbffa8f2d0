// SHA-256 (FIPS 180-4) and HMAC (RFC 2104). WebCrypto has both, but only asynchronously, and a receiver must be able to verify
// a delivery in a plain function: see docs/decisions/0056-one-client-without-dependencies.md.

const BLOCK = 64;

/** The first 32 bits of the fractional parts of a root of each of the first primes. */
function fractions(count: number, root: (prime: number) => number): Int32Array {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) isPrime = false;
    if (isPrime) found.push((root(number) % 1) * 2 ** 32);
  }
  return Int32Array.from(found);
}

const ROUND_CONSTANTS = fractions(64, Math.cbrt);
const START = fractions(8, Math.sqrt);

export function sha256(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const state = START.slice();
  const padded = pad(parts);
  const view = new DataView(padded.buffer);
  const schedule = new Int32Array(64);
  for (let offset = 0; offset < padded.length; offset += BLOCK) {
    for (let at = 0; at < 16; at++) schedule[at] = view.getInt32(offset + at * 4);
    mix(state, schedule);
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (const [at, word] of state.entries()) out.setInt32(at * 4, word);
  return digest;
}

export function hmacSha256(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const short = key.length > BLOCK ? sha256(key) : key;
  const inner = new Uint8Array(BLOCK).fill(0x36);
  const outer = new Uint8Array(BLOCK).fill(0x5c);
  for (const [at, byte] of short.entries()) {
    inner[at] = 0x36 ^ byte;
    outer[at] = 0x5c ^ byte;
  }
  return sha256(outer, sha256(inner, ...parts));
}

/** The content, a single bit, zeros, and the length in bits, up to a whole number of blocks. */
function pad(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const padded = new Uint8Array(Math.ceil((length + 9) / BLOCK) * BLOCK);
  let at = 0;
  for (const part of parts) {
    padded.set(part, at);
    at += part.length;
  }
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, (length * 8) >>> 0);
  return padded;
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** Processes one block; names as in the standard. Plain variables instead of arrays, for speed. */
function mix(state: Int32Array, w: Int32Array): void {
  for (let t = 16; t < 64; t++) {
    const early = w[t - 15] as number;
    const late = w[t - 2] as number;
    const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    w[t] = (w[t - 16] as number) + s0 + (w[t - 7] as number) + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const sum1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + sum1 + ((e & f) ^ (~e & g)) + (ROUND_CONSTANTS[t] as number) + (w[t] as number)) | 0;
    const sum0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const added = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at++) state[at] = (state[at] as number) + (added[at] as number);
}
