// Owns: the mails that inform a partner's users that reviews have ended or that changes are requested: one per person and
// round, not one per review.

export { REVIEW_MAILS_QUEUE, tellOfReviews } from './review-mails-service.ts';
export { isReviewOutcome, noteOutcome } from './review-notice-store.ts';
