// Owns: what analysts read and do, from the queue to the four-eyes decision. Refuses: work on a package claimed by another
// analyst, decisions without reasons, and a confirmation by the proposer.

export { readChanges } from './changes/changes-service.ts';
export { erasingSnapshots } from './changes/snapshot-store.ts';
export { claimPackage, reassignPackage, releasePackage, reopenPackage } from './claims/claim-service.ts';
export { listColleagues } from './claims/colleague-service.ts';
export { readQueueChoices } from './claims/queue-choices-service.ts';
export { claimNext, listQueue, readQueueCounts } from './claims/queue-service.ts';
export { RELEASE_QUEUE, releaseStaleClaims } from './claims/stale-claim-service.ts';
export { compareNumber } from './comparison/comparison-service.ts';
export { listMissingDocuments } from './decisions/blockers.ts';
export { confirmDecision, decideOnPackage, previewDecision, withdrawDecision } from './decisions/decision-service.ts';
export { lockEvidence } from './decisions/evidence-service.ts';
export { judgeDocument, judgePerson } from './decisions/verdict-service.ts';
export { dismissOpenHits, judgeHit } from './findings/finding-service.ts';
export { erasingFindings } from './findings/finding-store.ts';
export { screenAgain } from './findings/screen-again-service.ts';
export { writeNote } from './notes/note-service.ts';
export { erasingNotes } from './notes/note-store.ts';
export { searchBusinesses } from './package/business-search-service.ts';
export { findReviewedFile, recordFileSent } from './package/document-file-service.ts';
export { readPackage } from './package/package-service.ts';
export { readPackageState } from './package/package-state-service.ts';
export { readReviewTrail } from './package/review-trail-service.ts';
export { listNamedReads } from './reads/named-reads-service.ts';
export { listAnalystWork } from './statistics/analyst-work-service.ts';
export { readStatistics, STATISTICS_QUEUE, takeStatistics } from './statistics/statistics-service.ts';
