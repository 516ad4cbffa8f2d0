// A month of reviews, inserted directly: waiting packages, decisions with reasons, and the work of analysts.
import { takeStatistics } from '@onboarding/domain/review-work';
import { openTestDb } from '../../harness/connecting.ts';
import { storeCustomers } from '../../harness/customers.ts';
import type { TestDatabase } from '../../harness/database.ts';

const COUNT = 900;
const DAY_MS = 86_400_000;

/** The analysts share the work. Resolves when its statistics are computed. */
export async function storePastReviews(database: TestDatabase, analysts: readonly string[]): Promise<void> {
  const { owner } = database;
  const { partnerId } = await database.addPartner();
  const everyMs = Math.floor((30 * DAY_MS) / COUNT);
  const from = new Date(Date.now() - 30 * DAY_MS);
  await storeCustomers(owner, { partnerIds: [partnerId], count: COUNT, from, everyMs });
  // The number varies by day but is never zero; the most recent packages are still waiting.
  await owner.query(
    `insert into reviews (partner_id, customer_id, priority, queued_at, entered_at, country, business_type_code, flag_codes)
     select partner_id, customer_id, n % 3, case when n > ${COUNT - 90} then created_at end, created_at, incorporation_country,
       business_type_code, case when n % 4 = 0 then array['SimilarName'] when n % 7 = 0 then array['ScreeningHit', 'NoOwner']
         else '{}' end
     from (select *, row_number() over (order by customer_id) as n from customers where partner_id = $1) numbered`,
    [partnerId],
  );
  await owner.query(
    `update customers c set submitted_at = created_at from reviews r
     where r.partner_id = $1 and c.partner_id = r.partner_id and c.customer_id = r.customer_id`,
    [partnerId],
  );
  await owner.query(
    `with decided as (
       insert into review_decisions (partner_id, customer_id, decision_id, outcome, state, attempt, proposed_by, proposed_at,
         settled_at, within_target)
       select partner_id, customer_id, gen_random_uuid(),
         case n % 9 when 0 then 'Reject' when 1 then 'RequestChanges' when 2 then 'RequestChanges' else 'Approve' end, 'Confirmed',
         1, ($2::uuid[])[1 + n % cardinality($2::uuid[])], at, at, at < created_at + interval '27 hours'
       from (select *, row_number() over (order by customer_id)::int as n,
           created_at + (3 + abs(hashtext(customer_id::text)) % 30) * interval '1 hour' as at
         from customers where partner_id = $1) numbered
       where at < now() and not exists (select from reviews r where r.customer_id = numbered.customer_id and queued_at is not null)
       returning partner_id, customer_id, decision_id, outcome
     )
     insert into review_reasons (partner_id, customer_id, decision_id, reason_id, code)
     select partner_id, customer_id, decision_id, gen_random_uuid(), (array['Document.Unreadable', 'Document.Unreadable',
       'Person.DetailsMismatch', 'Ownership.Incomplete', 'Business.NameMismatch'])[1 + abs(hashtext(decision_id::text)) % 5]
     from decided where outcome <> 'Approve'`,
    [partnerId, analysts],
  );
  await owner.query(
    `insert into analyst_days (day, account_id, claims, proposals, confirmations, changes_requested)
     select (now() at time zone 'utc')::date - d, account_id, 9 + d % 4 + n::int, 6 + d % 3, 5 + n::int, 2 + d % 2
     from generate_series(0, 29) d, unnest($1::uuid[]) with ordinality as a (account_id, n)
     on conflict do nothing`,
    [analysts],
  );
  const db = openTestDb(database.workerUrl);
  try {
    // Replaces earlier statistics of the worker, including the days that it considered complete.
    await owner.query('delete from review_statistics');
    await takeStatistics({ db, clock: { now: () => new Date() } });
  } finally {
    await db.close();
  }
}
