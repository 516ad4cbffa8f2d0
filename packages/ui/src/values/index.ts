export { Copied, Copy, Snippet } from './copy.tsx';
export { relative, sizeOf } from './value-words.ts';
export { type Fact, Facts, Instant, StatusBadge, Tile, When } from './values.tsx';
