// The documents of a business with many: in groups, with their states, and which of them the reader wants to see. Pure.
import type { PackageRecord } from '@onboarding/contract';
import { spelled } from '@onboarding/ui/words';
import { isReadable, isReplaced } from './documents.ts';
import { openingBy } from './openings.ts';
import { SHOWN_STATES, type ShownState } from './shown-states.ts';

type Row = PackageRecord['documents'][number];

/** More documents are listed in groups. */
const MOST_UNGROUPED = 12;

export const isGrouped = ({ documents }: Pick<PackageRecord, 'documents'>): boolean =>
  documents.length > MOST_UNGROUPED;

/** From the point of view of the reader, who has to open each confirmed document. */
export function stateOf(found: PackageRecord, row: Row, accountId: string): ShownState {
  if (row.status === 'Rejected' || row.status === 'Quarantined') return 'refused';
  if (row.status === 'Superseded') return 'replaced';
  if (!isReadable(row)) return 'missing';
  if (openingBy(row, accountId) === undefined) return 'unopened';
  return isReplaced(found, row.documentId) ? 'replaced' : 'opened';
}

export interface DocumentGroup {
  key: string;
  title: string;
  rows: Row[];
}

export type GroupedBy = 'person' | 'category';

/** The business first, then its people in their order, then former people; or the categories by name. */
export function groupsOf(found: PackageRecord, by: GroupedBy): DocumentGroup[] {
  const groups = new Map<string, DocumentGroup>();
  const add = (key: string, title: string) => {
    const group = groups.get(key) ?? { key, title, rows: [] };
    groups.set(key, group);
    return group;
  };
  if (by === 'person') {
    add('business', 'Business');
    for (const { uboId } of found.business.businessPersonList) add(uboId, subjectName(found, { uboId }));
    for (const row of found.documents) {
      add(row.uboId ?? 'business', subjectName(found, row)).rows.push(row);
    }
    return [...groups.values()].filter(({ rows }) => rows.length > 0);
  }
  for (const row of found.documents) add(row.documentCategory, spelled(row.documentCategory)).rows.push(row);
  return [...groups.values()].toSorted((one, other) => one.title.localeCompare(other.title));
}

function subjectName({ business }: PackageRecord, { uboId }: Pick<Row, 'uboId'>): string {
  if (uboId === null) return 'Business';
  const person = business.businessPersonList.find((one) => one.uboId === uboId);
  return person === undefined ? 'A person who is no longer named' : `${person.firstName} ${person.lastName}`;
}

export interface DocumentFilter {
  state?: ShownState | undefined;
  /** Part of the category or of the name of the person. */
  text: string;
}

export function matches(found: PackageRecord, row: Row, { state, text }: DocumentFilter, accountId: string): boolean {
  if (state !== undefined && stateOf(found, row, accountId) !== state) return false;
  const words = `${spelled(row.documentCategory)} ${subjectName(found, row)}`;
  return words.toLowerCase().includes(text.trim().toLowerCase());
}

const NAMES: Record<ShownState, string> = {
  unopened: 'not opened',
  opened: 'opened',
  replaced: 'replaced',
  refused: 'refused',
  missing: 'without a file',
};

export const stateName = (state: ShownState): string => NAMES[state];

/** [["unopened", 2], ["refused", 1]]; states without a document are omitted. */
export function countsOf(
  found: PackageRecord,
  rows: readonly Row[],
  accountId: string,
): (readonly [state: ShownState, count: number])[] {
  const states = rows.map((row) => stateOf(found, row, accountId));
  return SHOWN_STATES.map((state) => [state, states.filter((one) => one === state).length] as const).filter(
    ([, count]) => count > 0,
  );
}

/** "4 documents: 2 not opened, 1 opened, 1 refused". */
export function groupWords(counts: ReturnType<typeof countsOf>): string {
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const states = counts.map(([state, count]) => `${count} ${NAMES[state]}`).join(', ');
  return `${all === 1 ? '1 document' : `${all} documents`}: ${states}`;
}
