// The list of a partner's businesses, from the query to a page.
import {
  type BusinessProfileList,
  type BusinessProfileListQuery,
  LIST_LIMITS,
  VERIFICATION_STATUSES,
} from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import { uuidFloor } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { HIGHEST_ID, LOWEST_ID, markOf, openPosition, sealPosition } from '../../cursors.ts';
import type { Catalogue } from '../../requirements/index.ts';
import { findBusinessType, toProfileSummary } from '../record/profile.ts';
import {
  countSummaries,
  type ListedRow,
  type ListQuestion,
  listSummaries,
  planByValues,
} from './profile-list-store.ts';

type ListFilters = Omit<BusinessProfileListQuery, 'q' | 'metadata' | 'limit' | 'cursor' | 'page' | 'pageSize'>;

export interface RowPage {
  rows: ListedRow[];
  nextCursor: string | null;
}

export async function cursorPage(
  tx: Tx,
  keys: KeyRing,
  partnerId: string,
  question: ListQuestion,
  query: Pick<BusinessProfileListQuery, 'limit' | 'cursor'>,
): Promise<RowPage> {
  const mark = markOf(Object.values(question));
  const limit = query.limit ?? LIST_LIMITS.itemsUnasked;
  const from =
    query.cursor === undefined ? question : continued(question, openCursor(keys, partnerId, mark, query.cursor));
  // Fetches one more than requested, to detect another page.
  const [, found] = await settled<[unknown, ListedRow[]]>([
    planByValues(tx),
    listSummaries(tx, partnerId, from, { limit: limit + 1, offset: 0 }),
  ]);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const nextCursor =
    found.length > limit && last !== undefined ? sealCursor(keys, partnerId, mark, positionOf(last)) : null;
  return { rows, nextCursor };
}

export async function numberedPage(
  tx: Tx,
  partnerId: string,
  question: ListQuestion,
  page: number,
  pageSize: number,
): Promise<BusinessProfileList> {
  const [, rows, found] = await settled<[unknown, ListedRow[], number]>([
    planByValues(tx),
    listSummaries(tx, partnerId, question, { limit: pageSize, offset: (page - 1) * pageSize }),
    countSummaries(tx, partnerId, question, LIST_LIMITS.depth + 1),
  ]);
  return {
    items: rows.map(toProfileSummary),
    page,
    pageSize,
    total: Math.min(found, LIST_LIMITS.depth),
    totalIsCapped: found > LIST_LIMITS.depth,
  };
}

/** Uses only the filters of the query, not `page` and the like. */
export function toQuestion(query: ListFilters, catalogue: Catalogue): ListQuestion {
  const { createdFrom, createdTo, updatedFrom, updatedTo, businessTypeCode } = query;
  // Sorted and without duplicates, so that equal queries have equal cursors; all statuses together are equivalent to no
  // filter.
  const statuses = VERIFICATION_STATUSES.filter((status) => query.verificationStatus?.includes(status));
  const filtered = statuses.length > 0 && statuses.length < VERIFICATION_STATUSES.length;
  return {
    order: updatedFrom === undefined && updatedTo === undefined ? 'created' : 'updated',
    // An id starts with the time of creation.
    ids: [
      createdFrom === undefined ? LOWEST_ID : uuidFloor(possible(createdFrom)),
      createdTo === undefined ? HIGHEST_ID : uuidFloor(possible(createdTo)),
    ],
    changes: {
      from: updatedFrom === undefined ? '-infinity' : possible(updatedFrom).toISOString(),
      before: [updatedTo === undefined ? 'infinity' : possible(updatedTo).toISOString(), LOWEST_ID],
    },
    statuses: filtered ? statuses : undefined,
    // No business has an unknown type, so the page will be empty.
    type:
      businessTypeCode === undefined ? undefined : (findBusinessType(catalogue, businessTypeCode) ?? businessTypeCode),
    country: query.incorporationCountryIso3Code,
    registration: query.registrationNumber,
  };
}

const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** Clamps to the times that an id can contain. */
function possible(moment: Date): Date {
  return new Date(Math.min(Math.max(moment.getTime(), 0), LATEST));
}

function continued(question: ListQuestion, { customerId, updatedAt }: ListPosition): ListQuestion {
  const { ids, changes } = question;
  return question.order === 'created'
    ? { ...question, ids: [ids[0], customerId] }
    : { ...question, changes: { from: changes.from, before: [updatedAt, customerId] } };
}

function positionOf(row: ListedRow): ListPosition {
  return { customerId: row.customerId, updatedAt: row.updatedPosition };
}

// The cursor of the list of businesses.

/** The last row of a page. */
interface ListPosition {
  customerId: string;
  updatedAt: string;
}

const listOf = (partnerId: string) => `business profile list of ${partnerId}`;

function sealCursor(keys: KeyRing, partnerId: string, mark: string, position: ListPosition): string {
  return sealPosition(keys, listOf(partnerId), mark, [position.customerId, position.updatedAt]);
}

function openCursor(keys: KeyRing, partnerId: string, mark: string, cursor: string): ListPosition {
  const [customerId = '', updatedAt = ''] = openPosition(keys, listOf(partnerId), mark, cursor);
  return { customerId, updatedAt };
}
