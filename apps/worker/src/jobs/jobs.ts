// What the worker does, by role: the queues it serves and its schedules.
import { NOTICE_MAIL_HOUR } from '@onboarding/contract';
import type { Context } from '@onboarding/domain';
import { NOTICE_MAILS_QUEUE, tellAnalysts } from '@onboarding/domain/analyst-notices';
import { ANCHOR_QUEUE } from '@onboarding/domain/anchors';
import { warnOfExpiry } from '@onboarding/domain/credentials';
import { COUNTRY_LOOKS_QUEUE, FLAGS_QUEUE } from '@onboarding/domain/flags';
import { MAIL_QUEUE, openMail } from '@onboarding/domain/mails';
import { DISCARD_QUEUE, deadLetterIn, RETRY_QUEUE } from '@onboarding/domain/operations';
import { REVIEW_MAILS_QUEUE, SENT_BACK_QUEUE, tellOfReviews, tellSentBack } from '@onboarding/domain/review-mails';
import { RELEASE_QUEUE, STATISTICS_QUEUE } from '@onboarding/domain/review-work';
import { SCREENING_QUEUE } from '@onboarding/domain/screening';
import { CONFIRM_QUEUE, RECONCILE_QUEUE } from '@onboarding/domain/uploads';
import { REPLAY_QUEUE, RESUME_QUEUE, resumeDeliveries } from '@onboarding/domain/webhooks';
import type { JobHandler, JobRunner } from '@onboarding/platform/jobs';
import type { Mailer } from '@onboarding/platform/mail';
import type { Polls } from '@onboarding/platform/service';
import type { Retention } from '@onboarding/settings';
import type { AnchorWork } from '../anchors/anchors.ts';
import type { Role } from '../config.ts';
import type { DocumentWork } from '../documents/documents.ts';
import { keepHouse } from '../housekeeping/housekeeping.ts';
import type { RetentionMetrics } from '../housekeeping/retention-metrics.ts';
import { checkCountries, countReviews, type ReviewWork, releaseStale } from '../reviews/reviews.ts';
import type { ScreeningWork } from '../screening/screening.ts';
import { continueReplays } from './replay-job.ts';

export interface WorkerParts {
  context: Pick<Context, 'clock' | 'db' | 'jobs' | 'keys' | 'logger'>;
  /** Missing when the process does not have the role `mail`. */
  mailer: Mailer | undefined;
  /** Missing when the process does not have the role `documents`. */
  documents: Pick<DocumentWork, 'run' | 'report'> | undefined;
  /** Missing when the process does not have the role `reviews`. */
  reviews: ReviewWork | undefined;
  /** Missing when the process does not have the role `screening`. */
  screening: Pick<ScreeningWork, 'run'> | undefined;
  /** Anchors of the audit trail. Missing when the process does not have the role `housekeeping`. */
  anchors?: AnchorWork | undefined;
  /** The retention periods and their metrics. Missing when the process does not have the role `housekeeping`. */
  house: { retention: Retention; metrics: RetentionMetrics } | undefined;
  portalUrl: string;
  /** Missing where our staff have no console. */
  consoleUrl?: string | undefined;
  /** Returns a dead letter to its queue; false if there is none. */
  retryDeadLetter(jobId: string): Promise<boolean>;
  /** Deletes a dead letter, if it still exists. */
  discardDeadLetter(jobId: string): Promise<void>;
}

export interface QueueHandler {
  queue: string;
  role: Role;
  concurrency: number;
  /** How many jobs one worker of the queue runs at a time; defaults to one. */
  atATime?: number;
  /** Whether the jobs of one partner run one by one, so that other partners are not blocked; defaults to no. */
  oneOfEach?: true;
  /** When to create a job: a cron expression, in UTC. */
  cron?: string | ((parts: WorkerParts) => string);
  handle(parts: WorkerParts): JobHandler;
}

const CERTIFICATES_AT_A_TIME = 50;

export const QUEUE_HANDLERS: readonly QueueHandler[] = [
  {
    queue: MAIL_QUEUE,
    role: 'mail',
    concurrency: 4,
    oneOfEach: true,
    handle:
      ({ context, mailer }) =>
      async ({ payload }) => {
        if (mailer === undefined) throw new Error('There is no mail server to send this to');
        const { mailId, ...mail } = openMail(context.keys, payload);
        await mailer.send({ id: mailId, ...mail });
      },
  },
  {
    queue: 'certificates.warn',
    role: 'housekeeping',
    concurrency: 1,
    cron: '11 6 * * *',
    handle:
      ({ context, portalUrl }) =>
      async ({ signal }) => {
        while (!signal.aborted) {
          const warned = await context.db.transaction((tx) =>
            warnOfExpiry(tx, context, { portalUrl, limit: CERTIFICATES_AT_A_TIME }),
          );
          if (warned.certificates > 0) context.logger.info(warned, 'certificate expiry warnings sent');
          if (warned.certificates < CERTIFICATES_AT_A_TIME) return;
        }
      },
  },
  {
    queue: RESUME_QUEUE,
    role: 'webhooks',
    concurrency: 2,
    oneOfEach: true,
    handle:
      ({ context }) =>
      ({ payload, signal }) =>
        resumeDeliveries(context, payload, signal),
  },
  {
    queue: REPLAY_QUEUE,
    role: 'webhooks',
    concurrency: 2,
    oneOfEach: true,
    handle: ({ context }) => continueReplays(context),
  },
  {
    queue: CONFIRM_QUEUE,
    role: 'documents',
    concurrency: 1,
    atATime: 8,
    handle: ({ documents }) => present(documents, 'storage to look for documents in').report,
  },
  {
    queue: RECONCILE_QUEUE,
    role: 'documents',
    concurrency: 1,
    cron: '* * * * *',
    handle:
      ({ documents }) =>
      () =>
        present(documents, 'storage to look for documents in').run(),
  },
  {
    queue: FLAGS_QUEUE,
    role: 'reviews',
    concurrency: 1,
    cron: '* * * * *',
    handle:
      ({ reviews }) =>
      () =>
        present(reviews, 'work on packages').flags.run(),
  },
  {
    queue: RELEASE_QUEUE,
    role: 'reviews',
    concurrency: 1,
    cron: '* * * * *',
    handle: releaseStale,
  },
  {
    queue: COUNTRY_LOOKS_QUEUE,
    role: 'reviews',
    concurrency: 1,
    cron: '* * * * *',
    handle: checkCountries,
  },
  {
    queue: STATISTICS_QUEUE,
    role: 'reviews',
    concurrency: 1,
    cron: '* * * * *',
    handle: countReviews,
  },
  {
    queue: REVIEW_MAILS_QUEUE,
    role: 'reviews',
    concurrency: 1,
    cron: '* * * * *',
    handle:
      ({ context, portalUrl }) =>
      async ({ signal }) => {
        const mails = await tellOfReviews(context, portalUrl, signal);
        if (mails > 0) context.logger.info({ mails }, 'mails about reviews sent');
      },
  },
  {
    queue: NOTICE_MAILS_QUEUE,
    role: 'reviews',
    concurrency: 1,
    // Later runs cover for one that no worker has started or finished; analysts who have been told are skipped.
    cron: `7 ${NOTICE_MAIL_HOUR}-${NOTICE_MAIL_HOUR + 5} * * *`,
    handle:
      ({ context, consoleUrl }) =>
      async ({ signal }) => {
        if (consoleUrl === undefined) return;
        const mails = await tellAnalysts(context, consoleUrl, signal);
        if (mails > 0) context.logger.info({ mails }, 'mails about notices sent');
      },
  },
  {
    queue: SENT_BACK_QUEUE,
    role: 'reviews',
    concurrency: 1,
    handle:
      ({ context }) =>
      ({ payload }) =>
        context.db.transaction((tx) => tellSentBack(tx, context, payload)),
  },
  {
    queue: SCREENING_QUEUE,
    role: 'screening',
    concurrency: 1,
    cron: '* * * * *',
    handle:
      ({ screening }) =>
      () =>
        present(screening, 'provider to screen with').run(),
  },
  {
    queue: ANCHOR_QUEUE,
    role: 'housekeeping',
    concurrency: 1,
    cron: ({ anchors }) => `*/${present(anchors, 'work on statements').minutes} * * * *`,
    handle:
      ({ anchors }) =>
      () =>
        present(anchors, 'work on statements').run(),
  },
  {
    queue: RETRY_QUEUE,
    role: 'housekeeping',
    concurrency: 1,
    handle:
      ({ context, retryDeadLetter }) =>
      async ({ payload }) => {
        const jobId = deadLetterIn(payload);
        if (await retryDeadLetter(jobId)) context.logger.info({ jobId }, 'dead letter returned to its queue');
      },
  },
  {
    queue: DISCARD_QUEUE,
    role: 'housekeeping',
    concurrency: 1,
    handle:
      ({ context, discardDeadLetter }) =>
      async ({ payload }) => {
        const jobId = deadLetterIn(payload);
        await discardDeadLetter(jobId);
        context.logger.info({ jobId }, 'dead letter discarded');
      },
  },
  {
    queue: 'housekeeping',
    role: 'housekeeping',
    concurrency: 1,
    cron: '17 * * * *',
    handle:
      ({ context, house }) =>
      ({ signal }) => {
        const { retention, metrics } = present(house, 'retention to keep to');
        return keepHouse(context, retention, metrics, signal);
      },
  },
];

/** Throws if the process lacks the parts of the role. */
function present<Part>(part: Part | undefined, what: string): Part {
  if (part === undefined) throw new Error(`There is no ${what}`);
  return part;
}

export async function takeUpDuties(
  runner: JobRunner,
  roles: readonly Role[],
  parts: WorkerParts,
  polls: Pick<Polls, 'watch'>,
): Promise<void> {
  for (const { queue, role, concurrency, atATime = 1, oneOfEach = false, cron, handle } of QUEUE_HANDLERS) {
    if (!roles.includes(role)) continue;
    if (cron !== undefined) await runner.schedule(queue, typeof cron === 'string' ? cron : cron(parts));
    await runner.work(queue, handle(parts), { concurrency, atATime, oneOfEach });
    polls.watch({
      queue,
      role,
      lastPollAt: () => runner.lastPollAt(queue),
      busy: () => runner.isBusy(queue),
    });
  }
}
