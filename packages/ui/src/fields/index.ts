export { IdField } from './id-field.tsx';
export { useSearchText } from './search-text.ts';
