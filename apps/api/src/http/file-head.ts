// The headers of a file response, and the requested part of the file.

import { DomainError } from '@onboarding/domain';
import type { DocumentFile } from '@onboarding/domain/documents';
import type { BytePart } from '@onboarding/platform/s3';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileRoute } from './route.ts';

// The part of a file that a Range header selects (RFC 9110, section 14). Only a single range is supported: several ranges,
// another unit or an invalid header select the whole file, as the RFC allows.

interface Asked {
  range: string | undefined;
  /** The ETag that the range applies to. If it differs, the caller needs the whole file. */
  ifRange: string | undefined;
}

/** 'whole', a part with inclusive ends, or 'beyond' if the range starts after the end of the file. */
export function partOf({ range, ifRange }: Asked, size: number, etag: string): BytePart | 'whole' | 'beyond' {
  // A date never matches, because responses have no Last-Modified.
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return 'whole';
  const [, from, to] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range.trim()) ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole';
  if (from === '') return lastOf(Number(to), size);
  const start = Number(from);
  const end = to === '' ? Number.POSITIVE_INFINITY : Number(to);
  if (end < start) return 'whole';
  return start >= size ? 'beyond' : { start, end: Math.min(end, size - 1) };
}

function lastOf(count: number, size: number): BytePart | 'beyond' {
  return count === 0 ? 'beyond' : { start: Math.max(0, size - count), end: size - 1 };
}

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
