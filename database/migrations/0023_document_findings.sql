-- What an analyst should know of a document that was confirmed: it holds scripts or other files, or could not be looked into.
alter table documents add column findings text[] not null default '{}'
  constraint documents_findings
    check (findings <@ array['EmbeddedFile', 'Encrypted', 'JavaScript', 'Launch', 'Unchecked', 'Xfa']);
