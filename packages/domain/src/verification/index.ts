// Owns: what analysts do with a package, from the claim to the decision that two of them make. Refuses: work on a package
// that another analyst has, decisions without reasons, and a confirmation by whoever proposed.
export { claimPackage, reassignPackage, releasePackage, reopenPackage } from './claim-service.ts';
export { confirmDecision, decideOnPackage, withdrawDecision } from './decision-service.ts';
export { viewDocument } from './document-view-service.ts';
export { unsealNote } from './note.ts';
export { writeNote } from './note-service.ts';
export { erasingNotes, listNotes, type NoteRow } from './note-store.ts';
export { getReview } from './package-access.ts';
export { claimNext, listQueue } from './queue-service.ts';
export { RELEASE_QUEUE, releaseStaleClaims, type StaleClaims } from './stale-claim-service.ts';
export { readStatistics, STATISTICS_QUEUE, takeStatistics } from './statistics-service.ts';
export { performTransition } from './transition-service.ts';
export { judgeDocument, judgePerson } from './verdict-service.ts';
export { listVerdicts, type VerdictRow } from './verdict-store.ts';
