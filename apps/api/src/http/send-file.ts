// Sends the bytes of a file so that the record of it is accurate: the first bytes, then the record, then the rest. Nothing is
// recorded as opened before bytes were sent, and no one gets a whole file without a record.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { OPENING_KIB } from '@onboarding/contract';
import { StorageUnavailable } from '@onboarding/platform/s3';

export const FIRST_BYTES = OPENING_KIB * 1024;

/** The bytes of one response, in the order in which they are sent. */
export interface ByteSource {
  /** Sent before the record: at least one byte, and never the last one unless it is the only one. */
  first: Buffer;
  rest: AsyncIterable<Uint8Array>;
}

/** Throws StorageUnavailable if there are fewer than `length`. */
export async function startReading(bytes: AsyncIterable<Uint8Array>, length: number): Promise<ByteSource> {
  const wanted = length === 1 ? 1 : Math.min(FIRST_BYTES, length - 1);
  const source = bytes[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let count = 0;
  while (count < wanted) {
    const { done, value } = await source.next();
    if (done === true) throw tooFew();
    read.push(value);
    count += value.byteLength;
  }
  const begun = Buffer.concat(read);
  return { first: begun.subarray(0, wanted), rest: remaining(begun.subarray(wanted), source, length - wanted) };
}

async function* remaining(
  begun: Uint8Array,
  source: AsyncIterator<Uint8Array>,
  length: number,
): AsyncGenerator<Uint8Array> {
  let left = length;
  for (let next: Uint8Array = begun; left > 0; ) {
    if (next.byteLength > left) throw new StorageUnavailable('The object storage sent more than it had announced');
    if (next.byteLength > 0) yield next;
    left -= next.byteLength;
    if (left === 0) return;
    const { done, value } = await source.next();
    if (done === true) throw tooFew();
    next = value;
  }
}

const tooFew = () => new StorageUnavailable('The object storage did not give all of an object');

/** The other side has closed the connection. */
export class CallerGone extends Error {
  override name = 'CallerGone';
}

/**
 * `record` receives whether the first bytes were certainly sent; that is unknown if the caller disconnects meanwhile. Holds at
 * most one piece, because the storage is read only as fast as the caller reads. Throws CallerGone, or the errors of `record`
 * and the storage; the response is then incomplete and the connection must be closed.
 */
export async function sendBytes(
  response: ServerResponse,
  { first, rest }: ByteSource,
  record: (isCertain: boolean) => Promise<void>,
): Promise<void> {
  const isCertain = await handedOver(response, first);
  await record(isCertain);
  for await (const piece of rest) await sendPiece(response, piece);
  response.end();
}

/** Waits while the caller reads more slowly than we send. Throws CallerGone. */
export async function sendPiece(response: ServerResponse, piece: Uint8Array | string): Promise<void> {
  if (isGone(response)) throw new CallerGone();
  if (!response.write(piece)) await drained(response);
}

export const isGone = (response: ServerResponse) => response.destroyed || response.closed;

/**
 * True once the operating system has accepted all bytes; a server cannot know more. False if the connection closed meanwhile,
 * when some of them may have been sent.
 */
function handedOver(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  if (isGone(response)) throw new CallerGone();
  return new Promise<boolean>((resolve) => {
    const closed = () => resolve(false);
    response.once('close', closed);
    response.write(bytes, 'utf8', (error) => {
      response.off('close', closed);
      resolve(error === null || error === undefined);
    });
  });
}

async function drained(response: ServerResponse): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    waiting.abort();
  }
}
