// The log of API requests as a partner reads it.
import {
  type ApiProblem,
  type ApiRequest,
  type ApiRequestPage,
  type ApiRequestQuery,
  ERRORS,
  type Problem,
} from '@onboarding/contract';
import { uuidFloor, uuidTime } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { fromIdCursor, HIGHEST_ID, LOWEST_ID, pageOf } from '../cursors.ts';
import { type LogRow, listLogRows } from './api-request-store.ts';

const UNASKED = 50;

export async function listApiRequests(
  tx: Tx,
  partnerId: string,
  { requestId, outcome, occurredFrom, occurredTo, limit = UNASKED, cursor }: ApiRequestQuery,
): Promise<ApiRequestPage> {
  const end = occurredTo === undefined ? HIGHEST_ID : uuidFloor(occurredTo);
  const position = cursor === undefined ? end : fromIdCursor(cursor);
  const range = {
    partnerId,
    first: occurredFrom === undefined ? LOWEST_ID : uuidFloor(occurredFrom),
    below: position < end ? position : end,
    limit: limit + 1,
  };
  const rows = await listLogRows(tx, range, {
    requestId,
    failed: outcome === undefined ? undefined : outcome === 'Failed',
  });
  const { items, nextCursor } = pageOf(rows, limit, (row) => row.entryId);
  return { items: items.map(toApiRequest), nextCursor };
}

/** By any code: an entry of an earlier release may have one that is no longer in the list. */
const EXPLAINED: Readonly<Record<string, { cause: string; remedy: string } | undefined>> = ERRORS;

function toApiRequest(row: LogRow): ApiRequest {
  const error = EXPLAINED[row.code ?? ''];
  return {
    ...row,
    cause: error?.cause ?? null,
    remedy: error?.remedy ?? null,
    occurredAt: (uuidTime(row.entryId) ?? new Date(0)).toISOString(),
    problems: row.problems as ApiProblem[],
  };
}

const MOST_PROBLEMS = 20;

/** The problems of an error without anything that the caller sent. `parameters`: the query parameters of its operation. */
export function toProblems(
  details: readonly Pick<Problem, 'pointer' | 'code'>[],
  parameters: readonly string[],
): ApiProblem[] {
  return details
    .slice(0, MOST_PROBLEMS)
    .map(({ pointer, code }) => ({ pointer: withoutNamesOfCallers(pointer, parameters), code }));
}

const OUR_NAME = /^(?:[A-Za-z][A-Za-z0-9]{0,59}|\d{1,6})$/;

/** Below metadata, every name is the partner's own. */
function withoutNamesOfCallers(pointer: string, parameters: readonly string[]): string {
  if (pointer.startsWith('?')) return parameters.includes(pointer.slice(1)) ? pointer : '?*';
  const names = pointer.split('/');
  const own = names.indexOf('metadata');
  const isOurs = (name: string, index: number) => OUR_NAME.test(name) && (own === -1 || index <= own);
  return names.map((name, index) => (name === '' || isOurs(name, index) ? name : '*')).join('/');
}
