// Background work as operators see it: queues, processes, dispatchers and dead letters. Never the content of a job.
import { z } from 'zod';
import { CURSOR, nextCursor, saying, wholeNumber } from '../shared/query-fields.ts';

const time = z.iso.datetime();

export const jobHealthSchema = z
  .object({
    queues: z
      .array(
        z.object({
          queue: z.string(),
          waiting: z.int().meta({ description: 'Jobs that a worker could take now.' }),
          delayed: z.int().meta({ description: 'Jobs that are scheduled for later, usually for a retry.' }),
          running: z.int(),
          oldestWaitingSince: time.nullable().meta({ description: 'When the oldest waiting job was added.' }),
          countedAt: time
            .nullable()
            .meta({ description: 'When a worker last counted the queue, which it does several times a minute.' }),
        }),
      )
      .meta({ description: 'Sorted by name, without the dead letters.' }),
    deadLetters: z.int().meta({ description: 'Jobs that have used all retries and are waiting for an operator.' }),
    processes: z
      .array(
        z.object({
          service: z.string(),
          processes: z.int().meta({ description: 'How many were ready within the last few minutes.' }),
          lastReadyAt: time.meta({ description: 'When one of them was last ready.' }),
        }),
      )
      .meta({ description: 'Processes whose health was checked within the last day.' }),
    dispatchers: z
      .array(z.object({ dispatcherId: z.uuid(), startedAt: time, lastSeenAt: time, alive: z.boolean() }))
      .meta({ description: 'The dispatchers that send webhooks, longest-running first.' }),
    webhooks: z.object({
      due: z.int().meta({ description: 'Receivers for which something is due right now, counted up to 1000.' }),
      oldestDueSince: time.nullable(),
    }),
  })
  .meta({ id: 'JobHealth' });
export type JobHealth = z.infer<typeof jobHealthSchema>;

export const deadLetterSchema = z
  .object({
    jobId: z.uuid(),
    queue: z.string().nullable().meta({ description: 'The queue that a retry returns it to.' }),
    failedAt: time.meta({ description: 'When the last attempt failed.' }),
    createdAt: time.nullable().meta({ description: 'When the job was first added.' }),
    attempts: z.int().nullable(),
    error: z.string().meta({ description: 'The kind of the last failure and its code, without values.' }),
    retryAskedAt: time.nullable().meta({ description: 'When an operator last requested a retry.' }),
  })
  .meta({ id: 'DeadLetter' });
export type DeadLetter = z.infer<typeof deadLetterSchema>;

export const deadLetterPageSchema = z
  .object({
    items: z.array(deadLetterSchema).meta({ description: 'Latest failure first.' }),
    nextCursor,
  })
  .meta({ id: 'DeadLetterPage' });
export type DeadLetterPage = z.infer<typeof deadLetterPageSchema>;

export const LETTERS_PER_PAGE = 50;

export const deadLetterQuerySchema = z.object({
  limit: wholeNumber(LETTERS_PER_PAGE, LETTERS_PER_PAGE, { description: 'Maximum number of items.' }),
  cursor: z
    .string(saying(CURSOR))
    .max(1_000, { error: CURSOR })
    .optional()
    .meta({ description: 'nextCursor of the previous page.' }),
});
export type DeadLetterQuery = z.infer<typeof deadLetterQuerySchema>;

export const retryAskedSchema = z
  .object({
    jobId: z.uuid().meta({ description: 'The dead letter, which a worker will return to its queue shortly.' }),
  })
  .meta({ id: 'RetryAsked' });
