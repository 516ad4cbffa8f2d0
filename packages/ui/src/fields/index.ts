export { Choice } from './choice.tsx';
export { IdField } from './id-field.tsx';
export { useSearchText } from './search-text.ts';
