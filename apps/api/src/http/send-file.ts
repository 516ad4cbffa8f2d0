// Sends the bytes of a file so that the record of it is true. The first bytes leave, then their sending is recorded, and only then
// do the others follow: nothing is recorded as opened before bytes were sent, and nobody gets all of a file without a record.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { OPENING_KIB } from '@onboarding/contract';
import { StorageUnavailable } from '@onboarding/platform/s3';

export const FIRST_BYTES = OPENING_KIB * 1024;

/** The bytes of one response, in the order in which they are sent. */
export interface ByteSource {
  /** What is sent before the record: at least one byte, and never the last one unless there is only one. */
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
 * `record` hears whether the first bytes have left for certain: of a caller who goes while they are sent, nobody knows. Never holds more than one piece: the storage is read as fast as the other side reads. Throws
 * CallerGone, or what `record` and the storage throw; then the response is incomplete, and the connection must be closed.
 */
export async function sendBytes(
  response: ServerResponse,
  { first, rest }: ByteSource,
  record: (isCertain: boolean) => Promise<void>,
): Promise<void> {
  const isCertain = await handedOver(response, first);
  await record(isCertain);
  for await (const piece of rest) {
    if (isGone(response)) throw new CallerGone();
    if (!response.write(piece)) await drained(response);
  }
  response.end();
}

export const isGone = (response: ServerResponse) => response.destroyed || response.closed;

/**
 * True once the operating system has taken them all: from then on they are on their way, and no server learns more. False if the
 * connection closed meanwhile, when some of them may have left.
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
