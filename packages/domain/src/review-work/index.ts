// Owns: what analysts read and do, from the queue to the four-eyes decision. Refuses: work on a package claimed by another
// analyst, decisions without reasons, and a confirmation by the proposer.

export { readChanges } from './changes/changes-service.ts';
export { erasingSnapshots } from './changes/snapshot-store.ts';
export {
  claimPackage,
  RELEASE_QUEUE,
  reassignPackage,
  reassignPackages,
  releasePackage,
  releaseStaleClaims,
} from './claims/claim-service.ts';
export { claimNext, listColleagues, listQueue, readQueueChoices, readQueueCounts } from './claims/queue-service.ts';
export { compareNumber } from './comparison/comparison-service.ts';
export { listMissingDocuments } from './decisions/blockers.ts';
export {
  confirmDecision,
  decideOnPackage,
  previewDecision,
  sendDecisionBack,
  withdrawDecision,
} from './decisions/decision-service.ts';
export { lockEvidence } from './decisions/evidence.ts';
export { reopenPackage } from './decisions/reopen-service.ts';
export { judgeDocument, judgePerson } from './decisions/verdict-service.ts';
export { dismissOpenHits, judgeHit, screenAgain } from './findings/finding-service.ts';
export { erasingFindings } from './findings/finding-store.ts';
export { writeNote } from './notes/note-service.ts';
export { erasingNotes } from './notes/note-store.ts';
export { searchBusinesses } from './package/business-search-service.ts';
export {
  findReviewedFile,
  readPackage,
  readPackageState,
  readReviewTrail,
  recordFileSent,
} from './package/package-service.ts';
export { recordPagesSeen } from './pages/pages-service.ts';
export { listNamedReads } from './reads/named-reads-service.ts';
export { listAnalystWork, readStatistics, STATISTICS_QUEUE, takeStatistics } from './statistics/statistics-service.ts';
