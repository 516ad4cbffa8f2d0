export { Copied, Copy, Snippet } from './copy.tsx';
export { lengthOf, relative, sizeOf } from './value-words.ts';
export { type Fact, Facts, StatusBadge, Tile, When } from './values.tsx';
