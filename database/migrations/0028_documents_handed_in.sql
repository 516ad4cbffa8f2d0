-- When a PATCH first named the document: from then on it is part of what the partner has handed in. To name it again changes
-- nothing. Documents from before count as handed in when they are named next.
alter table documents add column handed_in_at timestamptz;
