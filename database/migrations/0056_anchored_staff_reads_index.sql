-- In a file of its own, so that reads go on while it is built; only recording them waits, for about a second per million rows. A
-- partitioned table has no "concurrently".
create index staff_reads_transaction on staff_reads (transaction_id, read_id);
