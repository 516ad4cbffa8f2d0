import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { holdWrites, socketOf } from './socket.ts';

/** Records which writes are sent together. */
function noted() {
  const packets: string[] = [];
  const stream = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      packets.push(String(chunk));
      done();
    },
    writev(chunks, done) {
      packets.push(chunks.map(({ chunk }) => String(chunk)).join(' '));
      done();
    },
  });
  return { client: Object.assign(new pg.Client(), { connection: { stream } }), stream, packets };
}

test('finds the socket of a node-postgres client', () => {
  expect(socketOf(new pg.Client())).toBeInstanceOf(Duplex);
});

test('writes of one event-loop turn are sent together at its end', async () => {
  const { client, stream, packets } = noted();
  for (const text of ['begin', 'select', 'insert']) {
    holdWrites(client);
    stream.write(text);
  }
  expect(packets).toEqual([]);
  await nextTurn();
  expect(packets).toEqual(['begin select insert']);
  stream.write('commit');
  expect(packets).toEqual(['begin select insert', 'commit']);
});

test.each([
  ['no connection', {}],
  ['no socket', { connection: {} }],
  ['an unknown stream', { connection: { stream: { write() {} } } }],
])('with %s, holdWrites does nothing and does not throw', (_what, parts) => {
  const client = Object.assign(Object.create(null), parts);
  expect(socketOf(client)).toBeUndefined();
  expect(() => holdWrites(client)).not.toThrow();
});
