import type { OperatorActionPage } from '@onboarding/contract';
import { joined, type Laid, toTable, toTime } from './output.ts';
import { toMore } from './pages.ts';

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
