// Which part of a file a request asks for (RFC 9110, section 14). One range or the whole: several in one request, another unit or
// a header that cannot be read get the whole, as the RFC allows.
import type { BytePart } from '@onboarding/platform/s3';

interface Asked {
  range: string | undefined;
  /** The ETag that the range is meant for. A caller whose earlier bytes are of another file needs the whole. */
  ifRange: string | undefined;
}

/** 'whole', one part with both ends included, or 'beyond': nothing of what is asked for exists. */
export function partOf({ range, ifRange }: Asked, size: number, etag: string): BytePart | 'whole' | 'beyond' {
  // A date never matches: the file has none that a caller could know.
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
