import {
  type OperatedPartner,
  type OperatedPartnerPage,
  type OperatedPartnerQuery,
  PARTNERS_PER_PAGE,
} from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import { LOWEST_ID, markOf, openPosition, sealPosition } from '../cursors.ts';
import { findByIdOrClient, listPartnerRows, type PartnerRow } from './partner-store.ts';

const SLUG_LENGTH = 40;

/**
 * The client id of a partner's systems, at the token endpoint and in assertions: a recognisable slug of the business name,
 * and the partner's id, to make it unique. Derived once; renaming the partner does not change it.
 */
export function clientIdOf(name: string, partnerId: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SLUG_LENGTH)
    .replace(/-$/, '');
  // A name may contain no Latin letters at all.
  return `${slug === '' ? 'partner' : slug}-${partnerId.replaceAll('-', '')}`;
}

// The list of all partners for operators, searched by the beginning of a name or by an id.

const LIST = 'operators partners';
/** Sorts after every name. */
const END = '\u{10FFFF}';
/** Names need not be unique; the list shows more than a few partners of the same name. */
const MOST_NAMESAKES = 10;

export async function listPartners(
  tx: Tx,
  { keys }: Pick<Context, 'keys'>,
  { q = '', status, onboardingStatus, limit = PARTNERS_PER_PAGE, cursor }: OperatedPartnerQuery,
): Promise<OperatedPartnerPage> {
  const named = q === '' ? undefined : await findByIdOrClient(tx, { partnerId: isUuid(q) ? q : null, clientId: q });
  if (named !== undefined) return { items: [toPartner(named)], nextCursor: null };
  const mark = markOf([q, status, onboardingStatus]);
  const [nameKey = '', partnerId = LOWEST_ID] = cursor === undefined ? [] : openPosition(keys, LIST, mark, cursor);
  const from = q.toLowerCase();
  const rows = await listPartnerRows(tx, {
    from,
    to: from + END,
    after: { nameKey, partnerId },
    status: status ?? null,
    onboardingStatus: onboardingStatus ?? null,
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toPartner),
    nextCursor:
      rows.length > limit && last !== undefined ? sealPosition(keys, LIST, mark, [last.nameKey, last.partnerId]) : null,
  };
}

/** Finds the partners that an operator may mean, by id, client id or full name, ignoring case. */
export async function findPartnersCalled(tx: Tx, called: string): Promise<OperatedPartner[]> {
  const named = await findByIdOrClient(tx, { partnerId: isUuid(called) ? called : null, clientId: called });
  if (named !== undefined) return [toPartner(named)];
  const from = called.toLowerCase();
  const after = { nameKey: '', partnerId: LOWEST_ID };
  const range = { from, to: from + END, after, status: null, onboardingStatus: null, limit: MOST_NAMESAKES };
  const rows = await listPartnerRows(tx, range);
  return rows.filter(({ nameKey }) => nameKey === from).map(toPartner);
}

export function toPartner(row: PartnerRow): OperatedPartner {
  const { partnerId, name, clientId, status, onboardingStatus, createdAt } = row;
  return { partnerId, name, clientId, status, onboardingStatus, createdAt: createdAt.toISOString() };
}
