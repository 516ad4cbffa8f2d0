// A read-only storage inside the test's own process: it answers a GET for a version of an object as an S3 server does,
// including ranges, and can be made to fail. It closes the connection of any other request, as if it were down. The system
// tests read the same from a real server.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StorageOptions } from '@onboarding/platform/s3';
import { NO_STORAGE } from '../no-storage.ts';

/** The file of every document that `setDocument` has confirmed. */
export const CONFIRMED_FILE = Buffer.from('%PDF-');
/** The versions that scenes give to documents without a file. */
const VERSIONS = /^v\d$/;

/** How the next responses fail. stalled: never answers. refused: 503. cut: breaks off in the middle. */
type StorageFault = 'stalled' | 'refused' | 'cut';

export interface KeptFiles {
  options: StorageOptions & { accessKey: string; secretKey: string };
  /** The bytes of one document, by any part of its key; undefined: missing from the storage. */
  put(document: string, bytes: Buffer | undefined): void;
  setFault(fault: StorageFault | undefined): void;
  /** How many GETs arrived, and how many of them are still open. */
  asked(): number;
  open(): number;
  close(): Promise<void>;
}

export async function startKeptFiles(): Promise<KeptFiles> {
  const files = new Map<string, Buffer | undefined>();
  let fault: StorageFault | undefined;
  let asked = 0;
  let open = 0;

  function fileAt(url: URL): Buffer | undefined {
    const own = [...files.keys()].find((document) => url.pathname.includes(document));
    return own === undefined ? CONFIRMED_FILE : files.get(own);
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://storage');
    if (request.method !== 'GET' || !VERSIONS.test(url.searchParams.get('versionId') ?? '')) {
      request.socket.destroy();
      return;
    }
    asked += 1;
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    if (fault === 'stalled') return;
    const bytes = fileAt(url);
    if (fault === 'refused') sendError(response, 503, 'SlowDown');
    else if (bytes === undefined) sendError(response, 404, 'NoSuchVersion');
    else sendFile(response, bytes, request.headers.range, fault === 'cut');
  }

  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    // Upload links are unchanged.
    options: { ...NO_STORAGE, endpoint: `http://127.0.0.1:${port}`, publicEndpoint: NO_STORAGE.endpoint },
    put: (document, bytes) => void files.set(document, bytes),
    setFault(next) {
      fault = next;
    },
    asked: () => asked,
    open: () => open,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function sendError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}

function sendFile(response: ServerResponse, bytes: Buffer, range: string | undefined, isCut: boolean): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const [start, end] = from === undefined ? [0, bytes.length - 1] : [Number(from), Number(to)];
  const part = bytes.subarray(start, end + 1);
  response.writeHead(from === undefined ? 200 : 206, {
    'content-type': 'application/octet-stream',
    'content-length': part.length,
    etag: '"0"',
    ...(from === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${bytes.length}` }),
  });
  if (!isCut) response.end(part);
  else response.write(part.subarray(0, Math.ceil(part.length / 2)), () => response.destroy());
}
