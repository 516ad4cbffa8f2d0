// Owns: signed anchors of the audit trail and the reads of our staff, and their verification. Refuses: to sign if the
// database no longer contains what an earlier anchor, stored outside, lists.

export { type AnchorFault, AnchorRefusal, describeFault, INTERVALS_UNTIL_HELD_BACK, latenessOf } from './anchor.ts';
export { askOutside, type Outside, refuseDifference } from './anchor-outside.ts';
export { ANCHOR_QUEUE, anchorTrails, findLastMade } from './anchor-service.ts';
export { type AnchorVerdict, verifyAnchors } from './anchor-verification.ts';
