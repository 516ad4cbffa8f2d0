// Owns: the log of the lists that users of a partner saved as files. What it records of a filter is never the words of a search.
export { beginExport, endExport, type ListExportRow, listExportRows } from './list-export-store.ts';
export { toFilters } from './recorded-filters.ts';
