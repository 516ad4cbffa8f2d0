// HTTP as no client library would send it: text over a socket, and hand-made HTTP/2 frames.
import { once } from 'node:events';
import type { TLSSocket } from 'node:tls';

const UNANSWERED_MS = 2_000;
const QUIET_MS = 100;

/** Returns the response to this text, until the other side closes, stops sending or waits for more. */
export async function speak(socket: TLSSocket, text: string): Promise<string> {
  const frames = socket.alpnProtocol === 'h2';
  let heard = '';
  const silence = new AbortController();
  const waitFor = (milliseconds: number) => setTimeout(() => silence.abort(), milliseconds);
  let quiet = waitFor(UNANSWERED_MS);
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1');
    if (frames && !isOver(heard)) return;
    clearTimeout(quiet);
    quiet = waitFor(frames ? 0 : QUIET_MS);
  });
  socket.write(Buffer.from(text, 'latin1'));
  await once(socket, 'close', { signal: silence.signal }).catch(() => {});
  clearTimeout(quiet);
  socket.destroy();
  return heard;
}

/** Whether HTTP/2 frames end a response, its stream or the connection. */
function isOver(frames: string): boolean {
  const bytes = Buffer.from(frames, 'latin1');
  for (let at = 0; at + 9 <= bytes.length; at += 9 + bytes.readUIntBE(at, 3)) {
    const [type = 0, flags = 0] = bytes.subarray(at + 3);
    if (type === 3 || type === 7 || (type < 2 && (flags & 1) === 1)) return true;
  }
  return false;
}

export type Field = [name: string, value: string];

/** A request in HTTP/2. Values are not encoded, and no table is used. */
export function toFrames(fields: readonly Field[], body: string): string {
  const text = (value: string) => lengthOf(value.length) + value;
  const lengthOf = (length: number): string => {
    if (length < 127) return String.fromCharCode(length);
    let rest = '';
    for (let left = length - 127; ; left >>= 7) {
      if (left < 128) return `\x7f${rest}${String.fromCharCode(left)}`;
      rest += String.fromCharCode((left & 127) | 128);
    }
  };
  const frame = (type: number, flags: number, stream: number, payload: string) => {
    const { length } = payload;
    return String.fromCharCode(length >> 16, (length >> 8) & 255, length & 255, type, flags, 0, 0, 0, stream) + payload;
  };
  const head = fields.map(([name, value]) => `\x10${text(name)}${text(value)}`).join('');
  return `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${frame(4, 0, 0, '')}${frame(1, 4, 1, head)}${frame(0, 1, 1, body)}`;
}
