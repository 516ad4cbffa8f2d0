-- outside a transaction
-- Operators read partners by their names and our own people by their ids, in pages.
create index concurrently if not exists partners_by_name on partners ((lower(name) collate "C"), partner_id);
create index concurrently if not exists accounts_of_staff on accounts (account_id) where realm = 'staff';
