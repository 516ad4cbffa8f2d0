/** Whether the package has come into another review since the documents were opened. One that has left the queue is in none. */
export const isNewReview = (queuedAt: string | null, since: string | null): boolean =>
  queuedAt !== null && queuedAt !== since;
