// Merges the pairs of a request into the stored ones. Pure.
import type { Metadata } from '@onboarding/contract';
import type { MetadataKey, MetadataRow } from './metadata-store.ts';

/** The pairs that a request sends for a business or one of its people. Null removes all; undefined keeps them. */
export interface SentMetadata {
  subjectId: string;
  sent: Readonly<Record<string, string | null | undefined>> | null | undefined;
}

export interface MetadataChanges {
  added: MetadataRow[];
  removed: MetadataKey[];
  /** Ids of the business and the people whose pairs differ now. */
  subjects: ReadonlySet<string>;
}

type Sent = SentMetadata['sent'];

/** What a request sends; `people` are those of `list`, in the same order. */
export const sentMetadata = (
  customerId: string,
  sent: Sent,
  people: readonly { uboId: string }[],
  list: readonly ({ metadata?: Sent } | undefined)[],
): SentMetadata[] => [
  { subjectId: customerId, sent },
  ...people.map(({ uboId }, index) => ({ subjectId: uboId, sent: list[index]?.metadata })),
];

/** The pairs of each business and person that has any, by its id. */
export type PairsBySubject = ReadonlyMap<string, Metadata>;

export function pairsBySubject(rows: readonly MetadataRow[]): PairsBySubject {
  const grouped = [...Map.groupBy(rows, ({ subjectId }) => subjectId)];
  return new Map(
    grouped.map(([subjectId, own]) => [subjectId, Object.fromEntries(own.map(({ key, value }) => [key, value]))]),
  );
}

function merged(stored: Metadata, sent: Sent): Metadata {
  if (sent === undefined) return stored;
  if (sent === null) return {};
  const kept = Object.entries({ ...stored, ...sent }).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(kept) as Metadata;
}

/** How many pairs there would be. */
export const wouldHold = (stored: PairsBySubject, { subjectId, sent }: SentMetadata) =>
  Object.keys(merged(stored.get(subjectId) ?? {}, sent)).length;

export function compareMetadata(stored: PairsBySubject, request: readonly SentMetadata[]): MetadataChanges {
  const added: MetadataRow[] = [];
  const removed: MetadataKey[] = [];
  for (const { subjectId, sent } of request) {
    const before = stored.get(subjectId) ?? {};
    const after = merged(before, sent);
    for (const [key, value] of Object.entries(after)) {
      if (before[key] !== value) added.push({ subjectId, key, value });
    }
    for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) removed.push({ subjectId, key });
  }
  return { added, removed, subjects: new Set([...added, ...removed].map(({ subjectId }) => subjectId)) };
}
