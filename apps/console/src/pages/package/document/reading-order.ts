// Which documents of a package can be opened, and which comes before and after the open one.
import type { PackageRecord } from '@onboarding/contract';

type Row = PackageRecord['documents'][number];

/** Only files that have passed the check. */
export const isReadable = ({ status }: Pick<Row, 'status'>): boolean => status === 'Confirmed';

export interface ReadingPlace {
  readable: Row[];
  /** Of the open document; -1 while none is. */
  at: number;
  /** From the list, the key for the previous document leads to the last one. -1 is none. */
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
