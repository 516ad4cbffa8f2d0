export { Choice } from './choice.tsx';
export { IdField } from './id-field.tsx';
export { withValue } from './options.ts';
export { useSearchText } from './search-text.ts';
