// Owns: the mails about reviews. To a partner's users, about ended reviews and requested changes: one per person and round, not
// one per review. To an analyst, about a proposal that a colleague has sent back.

export { REVIEW_MAILS_QUEUE, tellOfReviews } from './review-mails-service.ts';
export { isReviewOutcome, noteOutcome } from './review-notice-store.ts';
export { SENT_BACK_QUEUE, tellSentBack } from './sent-back-service.ts';
