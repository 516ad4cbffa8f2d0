/** Whether the package has entered another review since the documents were opened. A package outside the queue is in none. */
export const isNewReview = (queuedAt: string | null, since: string | null): boolean =>
  queuedAt !== null && queuedAt !== since;
