// Scans bytes with clamd over its INSTREAM protocol: length-prefixed chunks, a zero length, one line of answer.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

type Verdict = { clean: true } | { clean: false; signature: string };

export interface Scanner {
  /** Throws ScannerUnavailable unless the scanner gave a definite verdict: unscanned bytes never count as clean. */
  scan(chunks: AsyncIterable<Uint8Array>): Promise<Verdict>;
}

export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable';
}

/** Used when no scanner is configured: nothing counts as clean. */
export const noScanner: Scanner = {
  async scan() {
    throw new ScannerUnavailable('There is no virus scanner here');
  },
};

export interface ScannerOptions {
  host: string;
  port: number;
  /** For the whole conversation. */
  timeoutMs?: number;
}

const VERSION_WITHIN_MS = 2_000;

export function createScanner({ host, port, timeoutMs = 30_000 }: ScannerOptions): Scanner {
  return {
    async scan(chunks) {
      return understand(await converse({ host, port, timeoutMs }, (socket) => sendStream(socket, chunks)));
    },
  };
}

export interface ScannerVersion {
  /** Such as `ClamAV 1.4.3`. */
  engine: string;
  /** When its signatures were made, to within the scanner's time zone; undefined without those of ClamAV itself. */
  signaturesAt: Date | undefined;
}

/** Throws ScannerUnavailable if the scanner does not answer. */
export async function askScannerVersion({
  host,
  port,
  timeoutMs = VERSION_WITHIN_MS,
}: ScannerOptions): Promise<ScannerVersion> {
  const answer = await converse({ host, port, timeoutMs }, async (socket) => void socket.write('zVERSION\0'));
  // ClamAV 1.4.3/27450/Thu Nov 12 09:40:12 2026; without signatures of its own only the first part.
  const [engine = '', , made = ''] = answer.split('/');
  if (!engine.startsWith('ClamAV ')) throw new ScannerUnavailable('The virus scanner does not say its version');
  const time = Date.parse(`${made} UTC`);
  return { engine, signaturesAt: Number.isNaN(time) ? undefined : new Date(time) };
}

/** Sends a command and returns the whole answer. */
async function converse(
  { host, port, timeoutMs }: Required<ScannerOptions>,
  send: (socket: Socket) => Promise<void>,
): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  const socket = connect({ host, port });
  // The awaits below see every failure; an error without a listener would end the process.
  socket.on('error', () => {});
  const abort = () => socket.destroy(new ScannerUnavailable('The virus scanner did not answer in time'));
  signal.addEventListener('abort', abort);
  try {
    await once(socket, 'connect');
    const answer = readAnswer(socket);
    // The scanner may answer and close the connection before it has read everything.
    await Promise.race([send(socket), answer]);
    return await answer;
  } catch (error) {
    throw error instanceof ScannerUnavailable
      ? error
      : new ScannerUnavailable('The virus scanner is unavailable', { cause: error });
  } finally {
    signal.removeEventListener('abort', abort);
    socket.destroy();
  }
}

async function sendStream(socket: Socket, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  // Sends the length in one write with its chunk.
  socket.cork();
  socket.write('zINSTREAM\0');
  for await (const chunk of chunks) {
    // A length of zero ends the stream, so the scanner would never see the rest.
    if (chunk.byteLength === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.byteLength);
    socket.write(length);
    const roomLeft = socket.write(chunk);
    socket.uncork();
    if (!roomLeft) await once(socket, 'drain');
    socket.cork();
  }
  socket.write(Buffer.alloc(4));
  socket.uncork();
}

async function readAnswer(socket: Socket): Promise<string> {
  let text = '';
  for await (const part of socket) text += String(part);
  return text.replace(/\0.*$/s, '').trim();
}

function understand(answer: string): Verdict {
  if (answer === 'stream: OK') return { clean: true };
  const [, signature] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (signature !== undefined) return { clean: false, signature };
  // The stream exceeds the scanner's limit, or the scanner is reloading: an answer, but no verdict.
  throw new ScannerUnavailable(`The virus scanner gave no verdict: ${answer.slice(0, 100)}`);
}
