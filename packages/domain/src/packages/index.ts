// Owns: nothing; puts together what the other modules know about a package, for those who review it. Refuses: nobody by itself;
// its callers let in our own people only.
export { readPackage } from './package-service.ts';
export { readReviewTrail } from './review-trail-service.ts';
