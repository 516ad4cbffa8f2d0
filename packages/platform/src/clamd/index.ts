// Scans bytes with clamd over its INSTREAM protocol: length-prefixed chunks, a zero length, a one-line response.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';

type Verdict = { clean: true } | { clean: false; signature: string };

export interface Scanner {
  /**
   * Throws ScannerUnavailable or ScanUnfinished unless the scanner gave a definite verdict: unscanned bytes never count as
   * clean.
   */
  scan(chunks: AsyncIterable<Uint8Array>): Promise<Verdict>;
}

export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable';
}

/** The scanner works, but not on these bytes: it received all of them, timed out, and then scanned other bytes. */
export class ScanUnfinished extends Error {
  override name = 'ScanUnfinished';
}

class TimedOut extends ScannerUnavailable {}

/** Used when no scanner is configured: nothing counts as clean. */
export const noScanner: Scanner = {
  async scan() {
    throw new ScannerUnavailable('There is no virus scanner here');
  },
};

export interface ScannerOptions {
  host: string;
  port: number;
  /** Timeout for the whole exchange. */
  timeoutMs?: number;
}

const VERSION_WITHIN_MS = 2_000;
const FEW_BYTES_WITHIN_MS = 5_000;

export function createScanner({ host, port, timeoutMs = 30_000 }: ScannerOptions): Scanner {
  const scanWithin = async (ms: number, send: (socket: Socket) => Promise<void>) =>
    understand(await converse({ host, port, timeoutMs: ms }, send));

  /** Whether the scanner works at all. */
  async function scansFewBytes(): Promise<boolean> {
    const send = (socket: Socket) => sendStream(socket, Readable.from([Buffer.from('few')]));
    return scanWithin(Math.min(timeoutMs, FEW_BYTES_WITHIN_MS), send).then(
      () => true,
      () => false,
    );
  }

  return {
    async scan(chunks) {
      let isSent = false;
      try {
        return await scanWithin(timeoutMs, async (socket) => {
          await sendStream(socket, chunks);
          isSent = true;
        });
      } catch (error) {
        // Only a problem of this file lets other scans continue. If bytes never arrived, the storage is the cause.
        if (error instanceof TimedOut && isSent && (await scansFewBytes()))
          throw new ScanUnfinished('The virus scanner did not finish a file in time', { cause: error });
        throw error;
      }
    },
  };
}

export interface ScannerVersion {
  /** Such as `ClamAV 1.4.3`. */
  engine: string;
  /** When the signatures were created, give or take the scanner's time zone; undefined without ClamAV's own signatures. */
  signaturesAt: Date | undefined;
}

/** Throws ScannerUnavailable if the scanner does not answer. */
export async function askScannerVersion({
  host,
  port,
  timeoutMs = VERSION_WITHIN_MS,
}: ScannerOptions): Promise<ScannerVersion> {
  const answer = await converse({ host, port, timeoutMs }, async (socket) => void socket.write('zVERSION\0'));
  // ClamAV 1.4.3/27450/Thu Nov 12 09:40:12 2026; only the first part without ClamAV's own signatures.
  const [engine = '', , made = ''] = answer.split('/');
  if (!engine.startsWith('ClamAV ')) throw new ScannerUnavailable('The virus scanner does not say its version');
  const time = Date.parse(`${made} UTC`);
  return { engine, signaturesAt: Number.isNaN(time) ? undefined : new Date(time) };
}

/** Sends a command and returns the complete response. */
async function converse(
  { host, port, timeoutMs }: Required<ScannerOptions>,
  send: (socket: Socket) => Promise<void>,
): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  const socket = connect({ host, port });
  // The awaits below report every failure, but an error event without a listener would end the process.
  socket.on('error', () => {});
  const abort = () => socket.destroy(new TimedOut('The virus scanner did not answer in time'));
  signal.addEventListener('abort', abort);
  try {
    await once(socket, 'connect');
    const answer = readAnswer(socket);
    // The scanner may respond and close the connection before it has read everything.
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
  // Sends each length together with its chunk.
  socket.cork();
  socket.write('zINSTREAM\0');
  for await (const chunk of chunks) {
    // A length of zero ends the stream, so the rest would not be scanned.
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
  // The stream exceeds the scanner's limit, or the scanner is reloading: a response, but no verdict.
  throw new ScannerUnavailable(`The virus scanner gave no verdict: ${answer.slice(0, 100)}`);
}
