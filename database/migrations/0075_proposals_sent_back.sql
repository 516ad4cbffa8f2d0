-- A colleague who disagrees with a proposal sends it back: it is Withdrawn, and note_id names the note that says why. To a process
-- of the release before, it is like any other withdrawn proposal.
alter table review_decisions add column note_id uuid;
