import { statement, type Tx } from '@onboarding/platform/postgres';

interface QueueCount {
  waiting: number;
  mine: number;
  confirm: number;
  claimed: number;
}

const upTo = (rows: string) => `(select count(*)::int from (select ${rows} limit :most) counted)`;

const COUNT = statement<QueueCount, { person: string; most: number }>(
  'review_count_queue',
  // In index order: otherwise the planner would search the table for waiting packages, which may be at its end.
  `select ${upTo('from reviews where queued_at is not null and claimed_by is null order by country')} as waiting,
     ${upTo('from reviews where claimed_by = :person')} as mine,
     ${upTo(`from review_decisions where state = 'Proposed' and proposed_by <> :person`)} as confirm,
     ${upTo('from reviews where claimed_by <> :person')} as claimed`,
);

/** The counts of the queue for one person, each from a partial index and up to a bound. */
export async function countQueue(tx: Tx, person: string, most: number): Promise<QueueCount> {
  const [counted] = await tx.rows(COUNT, { person, most });
  return counted ?? { waiting: 0, mine: 0, confirm: 0, claimed: 0 };
}
