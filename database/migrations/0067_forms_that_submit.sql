-- A document can contain a form that sends what is entered to an address; analysts learn of it. All earlier values remain, so
-- the rows are not read again.
alter table documents
  drop constraint documents_findings,
  add constraint documents_findings
    check (findings <@ array['EmbeddedFile', 'Encrypted', 'JavaScript', 'Launch', 'SubmitForm', 'Unchecked', 'Xfa']) not valid;
