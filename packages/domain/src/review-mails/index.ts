// Owns: the mails that inform a partner's users about ended reviews and requested changes: one per person and round, not one
// per review.

export { REVIEW_MAILS_QUEUE, tellOfReviews } from './review-mails-service.ts';
export { isReviewOutcome, noteOutcome } from './review-notice-store.ts';
