-- outside a transaction
-- An analyst's proposals that a colleague sent back or that new evidence voided; see 0077.
create index concurrently if not exists review_decisions_undone on review_decisions (proposed_by, settled_at)
  where note_id is not null or voided_by in ('DocumentConfirmed', 'ScreeningHit');
-- The proposals that wait for a second analyst, newest first.
create index concurrently if not exists review_decisions_waiting on review_decisions (proposed_at) where state = 'Proposed';
