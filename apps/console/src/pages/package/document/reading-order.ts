// Which documents of a package can be opened, and which are before and after the open one.
import type { PackageRecord } from '@onboarding/contract';

type Row = PackageRecord['documents'][number];

/** Only confirmed files can be opened. */
export const isReadable = ({ status }: Pick<Row, 'status'>): boolean => status === 'Confirmed';

export interface ReadingPlace {
  readable: Row[];
  /** Index of the open document; -1 if none is open. */
  at: number;
  /** Index of the previous document, from the list the last one; -1 if none. */
  previous: number;
  hasPrevious: boolean;
  hasNext: boolean;
}

export function placeOf(documents: readonly Row[], documentId: string | undefined): ReadingPlace {
  const readable = documents.filter(isReadable);
  const at = readable.findIndex((one) => one.documentId === documentId);
  const previous = at === -1 ? readable.length - 1 : at - 1;
  return { readable, at, previous, hasPrevious: previous >= 0, hasNext: at + 1 < readable.length };
}
