-- On which evidence a decision was proposed: a hash over what the analyst had seen, without any data of the customer. Null:
-- proposed before this column existed.
alter table review_decisions add column evidence_version text;
