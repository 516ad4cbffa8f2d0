// Opens a document and reads its first bytes before the response starts, so that an unavailable storage is an ordinary error.
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
  /** Reading from the storage stops when this closes. */
  raw: ServerResponse;
}

export async function openFirstBytes(
  file: DocumentFile,
  part: BytePart | undefined,
  { storage, openingMs, missing, request, raw }: Opening,
): Promise<ByteSource> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  // The storage client itself only logs a warning if the server does not respond.
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

/** The service never removes or changes a confirmed file, so an operator must investigate. */
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
