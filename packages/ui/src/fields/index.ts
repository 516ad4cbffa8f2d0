export { Choice, IdField } from './fields.tsx';
export { useSearchText } from './search-text.ts';
