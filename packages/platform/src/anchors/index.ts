// Where statements about the audit trail are kept, out of reach of whoever owns the database.

export { prepareAnchors } from './object-lock.ts';
export { type AnchorSettings, anchorSetting, openAnchors, readAnchorSettings } from './settings.ts';
export type { AnchorTarget } from './target.ts';
