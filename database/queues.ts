// The queues of background jobs. They are part of the schema: migrating makes them, and processes only use them.

export interface QueueDeclaration {
  name: string;
  /** `short`: while a job of a queue waits, another with the same singleton key is not added. */
  policy?: 'standard' | 'short';
  retryLimit: number;
  /** Seconds before the first retry; each further one waits about twice as long, up to `retryDelayMax`. */
  retryDelay: number;
  retryDelayMax: number;
  /** A job that takes longer, or whose worker died, is given to another worker. */
  expireInSeconds: number;
  /** How long a finished job stays to be looked at. */
  deleteAfterSeconds: number;
  /** Of a job that is given up nothing is left, because something else sees to it that its work is done. */
  dropped?: true;
}

/**
 * A worker shows this often at least that it is still at a job; one that does not is taken for dead, and the job given to another
 * long before its time is over. That is also how a job comes back whose worker never heard that it was given it.
 */
export const HEARTBEAT_SECONDS = 20;

/** Where jobs go that failed for the last time; they wait there for a person. */
export const DEAD_LETTERS = 'dead-letters';

const HOUR = 3_600;

export const QUEUES: readonly QueueDeclaration[] = [
  // Twenty tries over half a day: longer than most outages of a mail server, shorter than most mails are of use.
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
  // For an endpoint that works again: while one waits, another of the same endpoint would find nothing more to do.
  {
    name: 'webhooks.resume',
    policy: 'short',
    retryLimit: 10,
    retryDelay: 5,
    retryDelayMax: 600,
    expireInSeconds: 300,
    deleteAfterSeconds: 24 * HOUR,
  },
  // What a replay still has to do waits in tables of its own, so a job that is given up can be sent again by hand.
  {
    name: 'webhooks.replay',
    retryLimit: 20,
    retryDelay: 2,
    retryDelayMax: 600,
    expireInSeconds: 120,
    deleteAfterSeconds: 7 * 24 * HOUR,
  },
  // While one waits for a document, another of the same document would find nothing more. Tried for a minute or two, which is
  // longer than most restarts of a scanner take; what is still open then is looked for by the next kind.
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
  // Comes every minute anyway.
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
  // These come every minute anyway; what is due waits in rows of its own.
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
    name: 'reviews.statistics',
    policy: 'short',
    retryLimit: 0,
    retryDelay: 1,
    retryDelayMax: 60,
    expireInSeconds: 120,
    deleteAfterSeconds: HOUR,
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
  // The next statement takes in what this one missed, and hands on what was not handed on.
  {
    name: 'audit.anchor',
    policy: 'short',
    retryLimit: 5,
    retryDelay: 30,
    retryDelayMax: 600,
    expireInSeconds: 1800,
    deleteAfterSeconds: 24 * HOUR,
  },
  // Its next round comes within the hour anyway.
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
