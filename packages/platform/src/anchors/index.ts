// Stores signed anchors of the audit trail where the owner of the database cannot change them.
export { prepareAnchors } from './object-lock.ts';
export { type AnchorSettings, openAnchors } from './settings.ts';
export type { AnchorTarget } from './target.ts';
