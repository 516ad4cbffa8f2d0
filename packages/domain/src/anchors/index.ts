// Owns: signed statements about the audit trail and the reads of our staff, and what they are compared with. Refuses: to sign
// over a database that no longer holds what was stated outside.

export { latenessOf } from './anchor.ts';
export { type AnchorFault, AnchorRefusal, describeFault } from './anchor-fault.ts';
export { askOutside, type Outside, refuseDifference } from './anchor-outside.ts';
export { ANCHOR_QUEUE, anchorTrails, findLastMade } from './anchor-service.ts';
export { verifyAnchors } from './anchor-verification.ts';
