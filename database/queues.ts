// The queues of background jobs. They are part of the schema: migrations create them, and processes only use them.

export interface QueueDeclaration {
  name: string;
  /** `short`: while a job is waiting, another with the same singleton key is not added. */
  policy?: 'standard' | 'short';
  retryLimit: number;
  /** Seconds before the first retry; each further delay is about twice as long, up to `retryDelayMax`. */
  retryDelay: number;
  retryDelayMax: number;
  /** If a job takes longer, or its worker died, another worker gets it. */
  expireInSeconds: number;
  /** How long a finished job is stored. */
  deleteAfterSeconds: number;
  /** An exhausted job is deleted, because something else makes sure that its work is done. */
  dropped?: true;
}

/**
 * The longest time between two heartbeats of a worker for a job; without them the worker counts as dead, and another gets
 * the job long before it expires. This also recovers a job whose worker never received it.
 */
export const HEARTBEAT_SECONDS = 20;

/** Where jobs go after their last retry; a person handles them. */
export const DEAD_LETTERS = 'dead-letters';

const HOUR = 3_600;

export const QUEUES: readonly QueueDeclaration[] = [
  // Twenty attempts over half a day: longer than most outages of a mail server, shorter than most mails are useful.
  {
    name: 'mail.send',
    retryLimit: 20,
    retryDelay: 5,
    retryDelayMax: HOUR,
    expireInSeconds: 60,
    deleteAfterSeconds: HOUR,
  },
  {
    name: 'certificates.warn',
    policy: 'short',
    retryLimit: 5,
    retryDelay: 30,
    retryDelayMax: HOUR,
    expireInSeconds: 600,
    deleteAfterSeconds: 7 * 24 * HOUR,
  },
  // For an endpoint that works again: while one is waiting, another for the same endpoint would find nothing to do.
  {
    name: 'webhooks.resume',
    policy: 'short',
    retryLimit: 10,
    retryDelay: 5,
    retryDelayMax: 600,
    expireInSeconds: 300,
    deleteAfterSeconds: 24 * HOUR,
  },
  // The progress of a replay is stored in its own tables, so an exhausted job can be sent again by hand.
  {
    name: 'webhooks.replay',
    retryLimit: 20,
    retryDelay: 2,
    retryDelayMax: 600,
    expireInSeconds: 120,
    deleteAfterSeconds: 7 * 24 * HOUR,
  },
  // While one is waiting, another for the same document would find nothing to do. Retried for a minute or two, longer
  // than most restarts of a scanner; the next queue handles what is still open then.
  {
    name: 'documents.confirm',
    policy: 'short',
    retryLimit: 6,
    retryDelay: 1,
    retryDelayMax: 60,
    expireInSeconds: 120,
    deleteAfterSeconds: HOUR,
    dropped: true,
  },
  // Runs every minute anyway.
  {
    name: 'documents.reconcile',
    policy: 'short',
    retryLimit: 0,
    retryDelay: 1,
    retryDelayMax: 60,
    expireInSeconds: 300,
    deleteAfterSeconds: HOUR,
    dropped: true,
  },
  // These run every minute anyway; due work is in its own rows.
  {
    name: 'reviews.release-stale',
    policy: 'short',
    retryLimit: 0,
    retryDelay: 1,
    retryDelayMax: 60,
    expireInSeconds: 300,
    deleteAfterSeconds: HOUR,
    dropped: true,
  },
  {
    name: 'reviews.flags',
    policy: 'short',
    retryLimit: 0,
    retryDelay: 1,
    retryDelayMax: 60,
    expireInSeconds: 600,
    deleteAfterSeconds: HOUR,
    dropped: true,
  },
  {
    name: 'reviews.countries',
    policy: 'short',
    retryLimit: 0,
    retryDelay: 1,
    retryDelayMax: 60,
    expireInSeconds: 600,
    deleteAfterSeconds: HOUR,
    dropped: true,
  },
  {
    name: 'reviews.statistics',
    policy: 'short',
    retryLimit: 0,
    retryDelay: 1,
    retryDelayMax: 60,
    expireInSeconds: 120,
    deleteAfterSeconds: HOUR,
    dropped: true,
  },
  // The note waits in the package in any case; the mail only makes it known sooner.
  {
    name: 'reviews.sent-back',
    retryLimit: 10,
    retryDelay: 5,
    retryDelayMax: 600,
    expireInSeconds: 60,
    deleteAfterSeconds: HOUR,
  },
  {
    name: 'reviews.tell',
    policy: 'short',
    retryLimit: 0,
    retryDelay: 1,
    retryDelayMax: 60,
    expireInSeconds: 300,
    deleteAfterSeconds: HOUR,
    dropped: true,
  },
  // Runs again within the hour, and skips those who have had their mail.
  {
    name: 'reviews.notices',
    policy: 'short',
    retryLimit: 2,
    retryDelay: 60,
    retryDelayMax: 600,
    expireInSeconds: 600,
    deleteAfterSeconds: 24 * HOUR,
    dropped: true,
  },
  {
    name: 'screening.run',
    policy: 'short',
    retryLimit: 0,
    retryDelay: 1,
    retryDelayMax: 60,
    expireInSeconds: 300,
    deleteAfterSeconds: HOUR,
    dropped: true,
  },
  // The next statement, minutes later, covers what this one missed and delivers what was not delivered; metrics and readiness tell.
  {
    name: 'audit.anchor',
    policy: 'short',
    retryLimit: 1,
    retryDelay: 30,
    retryDelayMax: 60,
    expireInSeconds: 1800,
    deleteAfterSeconds: HOUR,
    dropped: true,
  },
  // An operator asked for it; while one is waiting, another for the same dead letter would find nothing to do.
  ...['jobs.retry', 'jobs.discard'].map(
    (name): QueueDeclaration => ({
      name,
      policy: 'short',
      retryLimit: 10,
      retryDelay: 5,
      retryDelayMax: 600,
      expireInSeconds: 60,
      deleteAfterSeconds: HOUR,
      dropped: true,
    }),
  ),
  // Runs again within the hour anyway.
  {
    name: 'housekeeping',
    policy: 'short',
    retryLimit: 2,
    retryDelay: 60,
    retryDelayMax: 600,
    expireInSeconds: 1800,
    deleteAfterSeconds: 24 * HOUR,
  },
];
