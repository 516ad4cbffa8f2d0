-- Supervisors list reads of one kind, of which some are rare. Reads go on while it is built; only recording them waits, for about a
-- second per million rows: a partitioned table has no "concurrently".
create index staff_reads_by_kind on staff_reads (kind, read_id);
