export { Copied, Copy, Snippet } from './copy.tsx';
export { type Fact, Facts } from './facts.tsx';
export { relative } from './relative.ts';
export { sizeOf } from './size.ts';
export { StatusBadge } from './status-badge.tsx';
export { Tile } from './tile.tsx';
export { When } from './when.tsx';
