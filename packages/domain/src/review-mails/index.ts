// Owns: the mails that tell a partner's people that reviews have ended or ask for changes: one for each person and round, not
// one for each review.

export { REVIEW_MAILS_QUEUE, tellOfReviews } from './review-mails-service.ts';
export { isReviewOutcome, noteOutcome } from './review-notice-store.ts';
