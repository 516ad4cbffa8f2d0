// The part of a file that a Range header selects (RFC 9110, section 14). Only a single range is supported: several ranges,
// another unit or an invalid header select the whole file, as the RFC allows.
import type { BytePart } from '@onboarding/platform/s3';

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
