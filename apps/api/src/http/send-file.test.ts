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

/** A connection that takes each piece when it is told to. */
function responseOn(take: (done: () => void, size: number) => void) {
  const socket = new Duplex({ read() {}, write: (piece, _encoding, done) => take(done, piece.length) });
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.assignSocket(socket as unknown as Socket);
  // As a server does for its own connections.
  socket.on('drain', () => response.emit('drain'));
  return { response, socket };
}

describe('what is read before the first byte is sent', () => {
  test.each([
    ['of a large file its beginning', [FIRST_BYTES * 3], FIRST_BYTES * 3, [FIRST_BYTES, FIRST_BYTES * 2]],
    ['of small pieces as many as it takes', [10_000, 60_000, 5], 70_005, [FIRST_BYTES, 4464, 5]],
    ['of a small file all but the last byte', [100], 100, [99, 1]],
    ['of a file that comes byte by byte all but the last', [1, 1, 1], 3, [2, 1]],
    ['of a single byte that byte', [1], 1, [1]],
  ])('is %s', async (_name, given, length, expected) => {
    expect(await sizesOf(await startReading(pieces(...given), length))).toEqual(expected);
  });

  test('is refused if the storage gives less, and what is more breaks off', async () => {
    await expect(startReading(pieces(10), 100)).rejects.toThrow('did not give all');
    await expect(startReading(pieces(99), 100).then(sizesOf)).rejects.toThrow('did not give all');
    await expect(startReading(pieces(101), 100).then(sizesOf)).rejects.toThrow('more than');
  });
});

describe('what is recorded', () => {
  const source = () => startReading(pieces(FIRST_BYTES * 2), FIRST_BYTES * 2);

  test('comes after the first bytes were taken and before any other is given', async () => {
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
    // The head is a few bytes more.
    expect(Math.floor(takenBefore / FIRST_BYTES)).toBe(1);
    socket.destroy();
  });

  test('is uncertain if the caller goes while the first bytes are sent, of which some may have left', async () => {
    const { response, socket } = responseOn(() => setImmediate(() => response.destroy()));
    const recorded: boolean[] = [];
    const sent = sendBytes(response, await source(), async (isCertain) => void recorded.push(isCertain));
    await expect(sent).rejects.toThrow(CallerGone);
    expect(recorded).toEqual([false]);
    socket.destroy();
  });

  test('is nothing if the caller has gone before', async () => {
    const { response, socket } = responseOn((done) => done());
    response.destroy();
    const recorded: boolean[] = [];
    const sent = (async () => sendBytes(response, await source(), async (one) => void recorded.push(one)))();
    await expect(sent).rejects.toThrow(CallerGone);
    expect(recorded).toEqual([]);
    socket.destroy();
  });
});
