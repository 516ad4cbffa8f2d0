// The headers of a file response, and the requested part of the file.
import { DomainError } from '@onboarding/domain';
import type { DocumentFile } from '@onboarding/domain/documents';
import type { BytePart } from '@onboarding/platform/s3';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { partOf } from './file-part.ts';
import type { FileRoute } from './route.ts';

/** For a browser that shows the file directly: no scripts, forms or loaded resources, and no framing. */
const FILE_POLICY = "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const etagOf = ({ sha256 }: DocumentFile) => `"${sha256}"`;

/** Undefined for the whole file. */
export function askedPart({ headers }: FastifyRequest, reply: FastifyReply, file: DocumentFile): BytePart | undefined {
  const { range, 'if-range': ifRange } = headers;
  const part = partOf({ range, ifRange: ifRange?.toString() }, file.sizeBytes, etagOf(file));
  if (part === 'whole') return undefined;
  if (part !== 'beyond') return part;
  reply.header('content-range', `bytes */${file.sizeBytes}`);
  throw new DomainError('Request.RangeNotSatisfiable');
}

export function headOf(file: DocumentFile, part: BytePart | undefined, disposition: FileRoute['file']['disposition']) {
  const { sizeBytes, contentType, fileName } = file;
  const length = part === undefined ? sizeBytes : part.end - part.start + 1;
  return {
    status: part === undefined ? 200 : 206,
    headers: {
      'content-type': contentType,
      'content-length': String(length),
      ...(part === undefined ? {} : { 'content-range': `bytes ${part.start}-${part.end}/${sizeBytes}` }),
      'accept-ranges': 'bytes',
      etag: etagOf(file),
      'content-disposition': `${disposition}; filename="${fileName.replaceAll(/[^A-Za-z0-9._-]/g, '_')}"`,
      'cache-control': 'no-store',
      'content-security-policy': FILE_POLICY,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  };
}
