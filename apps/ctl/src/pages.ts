// Lists are paged, and a page names the next one by its cursor.

import type { OperatorActionPage } from '@onboarding/contract';
import type { Command } from 'commander';
import { joined, type Laid, toTable, toTime } from './output.ts';

export interface PageOptions {
  all?: boolean;
  cursor?: string;
}

interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

export function withPages(command: Command): Command {
  return command
    .option('--all', 'all pages, not only the first')
    .option('--cursor <cursor>', 'the cursor printed below the previous page');
}

/** One page, or with --all the rest of the list. */
export async function readPages<T>(
  { all, cursor }: PageOptions,
  read: (query: { cursor?: string }) => Promise<Page<T>>,
): Promise<Page<T>> {
  const items: T[] = [];
  let next = cursor ?? null;
  do {
    const page = await read(next === null ? {} : { cursor: next });
    items.push(...page.items);
    next = page.nextCursor;
  } while (all === true && next !== null);
  return { items, nextCursor: next };
}

/** The line below a table that does not show the whole list. */
export function toMore(nextCursor: string | null): string {
  return nextCursor === null ? '' : `\nThere are more results: add --all, or --cursor ${nextCursor}`;
}

type Action = OperatorActionPage['items'][number];

/** The actions of operators, newest first; with their subject if it is not the same for all. */
export function toActionTable<A extends Action>(
  { items, nextCursor }: { items: readonly A[]; nextCursor: string | null },
  subjectOf?: (action: A) => string,
): Laid {
  const rows = items.map((one) => [
    toTime(one.occurredAt),
    one.actor.name,
    one.action,
    ...(subjectOf === undefined ? [] : [subjectOf(one)]),
    one.reason ?? '-',
  ]);
  const heads = ['TIME', 'OPERATOR', 'ACTION', ...(subjectOf === undefined ? [] : ['SUBJECT']), 'REASON'];
  return joined('', toTable(heads, rows), toMore(nextCursor));
}
