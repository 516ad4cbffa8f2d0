// Which pages of a document an analyst has seen: those that could be read for about a second without a break.

const SEEN_MS = 1_000;
/** Between two reports of the pages seen. */
const REPORT_MS = 4_000;

/** Since when each page can be read. */
export type Sight = ReadonlyMap<number, number>;

export function sightAfter(before: Sight, inSight: readonly number[], now: number): Sight {
  return new Map(inSight.map((page) => [page, before.get(page) ?? now]));
}

export function seenBy(sight: Sight, now: number): number[] {
  return [...sight].filter(([, since]) => now - since >= SEEN_MS).map(([page]) => page);
}

/** How long to wait before the next report. */
export const pauseBefore = (reportedAt: number | undefined, now: number): number =>
  reportedAt === undefined ? 0 : Math.max(0, reportedAt + REPORT_MS - now);

export const pagesWords = (seen: number, total: number): string =>
  `${seen} of ${total} ${total === 1 ? 'page' : 'pages'}`;
