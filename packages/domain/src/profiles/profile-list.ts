// The list of a partner's businesses, from what was asked to a page of summaries.
import {
  type BusinessProfileList,
  type BusinessProfileListQuery,
  LIST_LIMITS,
  VERIFICATION_STATUSES,
} from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import { uuidFloor } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { ClientActor } from '../context.ts';
import type { Catalogue } from '../requirements/index.ts';
import { markOf } from '../sealed-cursor.ts';
import { findBusinessType } from './profile.ts';
import { type ListPosition, openCursor, sealCursor } from './profile-list-cursor.ts';
import {
  countSummaries,
  type ListQuestion,
  listSummaries,
  planByValues,
  type SummaryRow,
} from './profile-list-store.ts';
import { toProfileSummary } from './profile-representation.ts';

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export async function listProfiles(
  tx: Tx,
  keys: KeyRing,
  actor: ClientActor,
  catalogue: Catalogue,
  query: BusinessProfileListQuery,
): Promise<BusinessProfileList> {
  const question = toQuestion(query, catalogue);
  const { page, pageSize } = query;
  if (page !== undefined || pageSize !== undefined) {
    return numberedPage(tx, actor.partnerId, question, page ?? 1, pageSize ?? LIST_LIMITS.itemsUnasked);
  }
  const mark = markOf(Object.values(question));
  const limit = query.limit ?? LIST_LIMITS.itemsUnasked;
  const from =
    query.cursor === undefined ? question : continued(question, openCursor(keys, actor.partnerId, mark, query.cursor));
  // One more than asked for tells whether there is another page.
  const [, rows] = await settled<[unknown, SummaryRow[]]>([
    planByValues(tx),
    listSummaries(tx, actor.partnerId, from, { limit: limit + 1, offset: 0 }),
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor =
    rows.length > limit && last !== undefined ? sealCursor(keys, actor.partnerId, mark, positionOf(last)) : null;
  return { items: shown.map(toProfileSummary), nextCursor };
}

async function numberedPage(
  tx: Tx,
  partnerId: string,
  question: ListQuestion,
  page: number,
  pageSize: number,
): Promise<BusinessProfileList> {
  const [, rows, found] = await settled<[unknown, SummaryRow[], number]>([
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

function toQuestion(query: BusinessProfileListQuery, catalogue: Catalogue): ListQuestion {
  const { createdFrom, createdTo, updatedFrom, updatedTo, businessTypeCode } = query;
  // In one order and each once, so that the same question is recognised; all of them together are no filter.
  const statuses = VERIFICATION_STATUSES.filter((status) => query.verificationStatus?.includes(status));
  const filtered = statuses.length > 0 && statuses.length < VERIFICATION_STATUSES.length;
  return {
    order: updatedFrom === undefined && updatedTo === undefined ? 'created' : 'updated',
    // An id begins with the moment of creation.
    ids: [
      createdFrom === undefined ? LOWEST_ID : uuidFloor(possible(createdFrom)),
      createdTo === undefined ? HIGHEST_ID : uuidFloor(possible(createdTo)),
    ],
    changes: {
      from: updatedFrom === undefined ? '-infinity' : possible(updatedFrom).toISOString(),
      before: [updatedTo === undefined ? 'infinity' : possible(updatedTo).toISOString(), LOWEST_ID],
    },
    statuses: filtered ? statuses : undefined,
    // An unknown type is nobody's, which an empty page says well enough.
    type:
      businessTypeCode === undefined ? undefined : (findBusinessType(catalogue, businessTypeCode) ?? businessTypeCode),
    country: query.incorporationCountryIso3Code,
    registration: query.registrationNumber,
  };
}

const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** The nearest moment that an id can have. */
function possible(moment: Date): Date {
  return new Date(Math.min(Math.max(moment.getTime(), 0), LATEST));
}

function continued(question: ListQuestion, { customerId, updatedAt }: ListPosition): ListQuestion {
  const { ids, changes } = question;
  return question.order === 'created'
    ? { ...question, ids: [ids[0], customerId] }
    : { ...question, changes: { from: changes.from, before: [updatedAt, customerId] } };
}

function positionOf(row: SummaryRow): ListPosition {
  return { customerId: row.customer_id, updatedAt: row.updated_position };
}
