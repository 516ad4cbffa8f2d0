export { Copied, Copy, Snippet } from './copy.tsx';
export { Monogram } from './monogram.tsx';
export { inUtc, lengthOf, relative, sizeOf } from './value-words.ts';
export { type Fact, Facts, FactsLoading, Instant, StatusBadge, Tile, When } from './values.tsx';
