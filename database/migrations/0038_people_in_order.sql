-- outside a transaction
-- A partner's people are read in pages, in the order of their ids. It replaces accounts_of_partner, which a later release drops.
create index concurrently if not exists accounts_by_partner on accounts (partner_id, account_id) where partner_id is not null;
