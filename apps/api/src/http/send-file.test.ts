import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { type ByteSource, CallerGone, FIRST_BYTES, sendBytes, startReading } from './send-file.ts';

async function* pieces(...sizes: number[]): AsyncGenerator<Uint8Array> {
  for (const size of sizes) yield Buffer.alloc(size, 'x');
}

async function sizesOf({ first, rest }: ByteSource): Promise<number[]> {
  const sizes = [first.length];
  for await (const piece of rest) sizes.push(piece.byteLength);
  return sizes;
}

/** A connection whose writes complete when `take` calls `done`. */
function responseOn(take: (done: () => void, size: number) => void) {
  const socket = new Duplex({ read() {}, write: (piece, _encoding, done) => take(done, piece.length) });
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.assignSocket(socket as unknown as Socket);
  // A server does the same for its own connections.
  socket.on('drain', () => response.emit('drain'));
  return { response, socket };
}

describe('startReading', () => {
  test.each([
    ['the beginning of a large file', [FIRST_BYTES * 3], FIRST_BYTES * 3, [FIRST_BYTES, FIRST_BYTES * 2]],
    ['as many small pieces as needed', [10_000, 60_000, 5], 70_005, [FIRST_BYTES, 4464, 5]],
    ['all but the last byte of a small file', [100], 100, [99, 1]],
    ['all but the last byte of a file read byte by byte', [1, 1, 1], 3, [2, 1]],
    ['the only byte of a one-byte file', [1], 1, [1]],
  ])('first reads %s', async (_name, given, length, expected) => {
    expect(await sizesOf(await startReading(pieces(...given), length))).toEqual(expected);
  });

  test('throws if the storage returns fewer or more bytes than expected', async () => {
    await expect(startReading(pieces(10), 100)).rejects.toThrow('did not give all');
    await expect(startReading(pieces(99), 100).then(sizesOf)).rejects.toThrow('did not give all');
    await expect(startReading(pieces(101), 100).then(sizesOf)).rejects.toThrow('more than');
  });
});

describe('sendBytes', () => {
  const source = () => startReading(pieces(FIRST_BYTES * 2), FIRST_BYTES * 2);

  test('records after the first bytes were sent and before the rest', async () => {
    let taken = 0;
    let takenBefore = 0;
    const { response, socket } = responseOn((done, size) => {
      taken += size;
      setImmediate(done);
    });
    await sendBytes(response, await source(), async (isCertain) => {
      expect(isCertain).toBe(true);
      takenBefore = taken;
    });
    // The head adds a few bytes.
    expect(Math.floor(takenBefore / FIRST_BYTES)).toBe(1);
    socket.destroy();
  });

  test('records as uncertain if the caller disconnects while the first bytes are sent', async () => {
    const { response, socket } = responseOn(() => setImmediate(() => response.destroy()));
    const recorded: boolean[] = [];
    const sent = sendBytes(response, await source(), async (isCertain) => void recorded.push(isCertain));
    await expect(sent).rejects.toThrow(CallerGone);
    expect(recorded).toEqual([false]);
    socket.destroy();
  });

  test('records nothing if the caller disconnected before', async () => {
    const { response, socket } = responseOn((done) => done());
    response.destroy();
    const recorded: boolean[] = [];
    const sent = (async () => sendBytes(response, await source(), async (one) => void recorded.push(one)))();
    await expect(sent).rejects.toThrow(CallerGone);
    expect(recorded).toEqual([]);
    socket.destroy();
  });
});
