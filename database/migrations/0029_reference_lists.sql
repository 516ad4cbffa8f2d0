-- Which documents are usually asked for from a business of the type; null until somebody has said so.
alter table business_types add column document_categories text[];
