// From a document to its first bytes, before anything of the response is sent: a storage that is away is an error like every other.
import type { ServerResponse } from 'node:http';
import type { ErrorCode } from '@onboarding/contract';
import { type Context, DomainError } from '@onboarding/domain';
import { type DocumentFile, openFile } from '@onboarding/domain/documents';
import type { BytePart, OpenedVersion } from '@onboarding/platform/s3';
import type { FastifyRequest } from 'fastify';
import { type ByteSource, startReading } from './send-file.ts';

interface Opening {
  storage: Context['storage'];
  openingMs: number;
  missing: ErrorCode;
  request: FastifyRequest;
  /** The storage is left when it closes, whoever closes it. */
  raw: ServerResponse;
}

export async function openFirstBytes(
  file: DocumentFile,
  part: BytePart | undefined,
  { storage, openingMs, missing, request, raw }: Opening,
): Promise<ByteSource> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  // The storage client itself only warns of a server that does not answer.
  const late = setTimeout(stop, openingMs);
  raw.once('close', stop);
  const { signal } = stopping;
  try {
    const opened = await openFile(storage, file, { part, signal });
    if (opened?.sizeBytes !== file.sizeBytes) throw unlikeRecord(opened, missing, file, request);
    const leave = () => opened.close();
    raw.once('close', leave);
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    const length = part === undefined ? file.sizeBytes : part.end - part.start + 1;
    const source = await startReading(opened.bytes, length);
    signal.removeEventListener('abort', leave);
    return source;
  } finally {
    clearTimeout(late);
    raw.off('close', stop);
  }
}

/** What was confirmed is neither removed nor changed by anything of ours, so an operator has to look. */
function unlikeRecord(
  opened: OpenedVersion | undefined,
  missing: ErrorCode,
  { documentId }: DocumentFile,
  request: FastifyRequest,
): DomainError {
  opened?.close();
  request.log.error({ documentId }, opened === undefined ? 'kept file missing' : 'kept file has another size');
  return new DomainError(missing, {
    message:
      'The file of this document is missing from the storage, or differs from the one that was checked. An operator has to look into it.',
  });
}
