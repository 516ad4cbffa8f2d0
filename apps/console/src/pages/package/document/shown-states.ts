/** States by which many documents are filtered, in the order in which they are counted; separate, because the URL has them. */
export const SHOWN_STATES = ['unopened', 'opened', 'replaced', 'refused', 'missing'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];
