// Asks a virus scanner (clamd) about bytes, over its own protocol: INSTREAM, chunks behind their length, a zero, one line
// of answer.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { integerSetting } from '../config/index.ts';

/** The settings of whoever asks the scanner. */
export const scannerSettings = {
  CLAMD_HOST: z.string().min(1),
  CLAMD_PORT: integerSetting(1, 65535).default(3310),
};

export type Verdict = { clean: true } | { clean: false; signature: string };

export interface Scanner {
  /** Throws ScannerAway unless the scanner has said for certain what it is: nothing unscanned ever counts as clean. */
  scan(chunks: AsyncIterable<Uint8Array>): Promise<Verdict>;
}

export class ScannerAway extends Error {
  override name = 'ScannerAway';
}

/** Where there is none: nothing is ever found clean. */
export const noScanner: Scanner = {
  async scan() {
    throw new ScannerAway('There is no virus scanner here');
  },
};

export interface ScannerOptions {
  host: string;
  port: number;
  /** For the whole scan. */
  timeoutMs?: number;
}

export function createScanner({ host, port, timeoutMs = 30_000 }: ScannerOptions): Scanner {
  return {
    async scan(chunks) {
      const signal = AbortSignal.timeout(timeoutMs);
      const socket = connect({ host, port });
      // Every failure also reaches whoever waits below; an error that nobody listens for would end the process.
      socket.on('error', () => {});
      const abort = () => socket.destroy(new ScannerAway('The virus scanner did not answer in time'));
      signal.addEventListener('abort', abort);
      try {
        await once(socket, 'connect');
        const answer = readAnswer(socket);
        // The scanner may answer, and hang up, before it has taken everything.
        await Promise.race([sendStream(socket, chunks), answer]);
        return understand(await answer);
      } catch (error) {
        throw error instanceof ScannerAway ? error : new ScannerAway('The virus scanner is away', { cause: error });
      } finally {
        signal.removeEventListener('abort', abort);
        socket.destroy();
      }
    },
  };
}

async function sendStream(socket: Socket, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  // Small writes travel with the chunk that follows them.
  socket.cork();
  socket.write('zINSTREAM\0');
  for await (const chunk of chunks) {
    // A length of zero says that nothing more comes: what follows would be taken for clean unseen.
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
  // A stream over its limit, a scanner that is reloading: an answer, but no verdict.
  throw new ScannerAway(`The virus scanner gave no verdict: ${answer.slice(0, 100)}`);
}
