// The log of a partner's API requests, for its systems and its users.
import { z } from 'zod';
import { OWN_REQUEST_ID } from '../shared/durations-and-limits.ts';
import { idCursor, moment, nextCursor, ONCE, saying, sayingOneOf, wholeNumber } from '../shared/query-fields.ts';
import { API_REQUEST_OUTCOMES } from '../shared/vocabularies.ts';

/** What a request was refused for, without the values that it sent. */
const apiProblemSchema = z
  .object({
    pointer: z.string().meta({
      description:
        'The field in the body as a JSON pointer, or ?name for a query parameter. Names that are not ours, such as your metadata keys, are replaced by *.',
    }),
    code: z.string().describe('What is wrong, as in the list of errors.'),
  })
  .meta({ id: 'ApiProblem', description: 'One thing that was wrong with a request.' });
export type ApiProblem = z.infer<typeof apiProblemSchema>;

export const apiRequestSchema = z
  .object({
    entryId: z.uuid().describe('The id of the entry in the log.'),
    requestId: z.string().meta({
      description: 'What the caller received as X-Request-Id; if it sent an id of its own, that one.',
    }),
    occurredAt: z.iso.datetime().meta({ description: 'When the request was answered.' }),
    method: z.string().describe('The HTTP method.'),
    path: z.string().meta({ description: 'The path with the names of its parameters, without the query.' }),
    customerId: z.uuid().nullable().meta({ description: 'The business that it was about; null if there is none.' }),
    status: z.int().meta({ description: 'The HTTP status of the response.' }),
    code: z.string().nullable().meta({ description: 'The code of the error; null if the request succeeded.' }),
    cause: z
      .string()
      .nullable()
      .meta({ description: 'What the code means, as in the list of errors; null if it succeeded.' }),
    remedy: z.string().nullable().meta({ description: 'What to do about it, as in the list of errors.' }),
    problems: z.array(apiProblemSchema).meta({ description: 'The first problems of the error, at most 20.' }),
    durationMs: z.int().meta({ description: 'Milliseconds from its arrival to the end of the response.' }),
  })
  .meta({ id: 'ApiRequest', description: 'One request that you sent, and its outcome.' });
export type ApiRequest = z.infer<typeof apiRequestSchema>;

export const apiRequestPageSchema = z
  .object({
    items: z.array(apiRequestSchema).meta({ description: 'Newest first.' }),
    nextCursor,
  })
  .meta({ id: 'ApiRequestPage', description: 'A page of the log of your requests.' });
export type ApiRequestPage = z.infer<typeof apiRequestPageSchema>;

const REQUEST_ID = 'must be the X-Request-Id of a response: 1 to 64 letters, digits, dots, underscores and hyphens';

export const apiRequestQuerySchema = z
  .object({
    requestId: z
      .string(saying(ONCE))
      .regex(OWN_REQUEST_ID, { error: REQUEST_ID })
      .optional()
      .meta({ description: 'The X-Request-Id of the response. An unknown one returns an empty page.' }),
    outcome: z
      .enum(API_REQUEST_OUTCOMES, sayingOneOf(API_REQUEST_OUTCOMES))
      .optional()
      .meta({ description: 'Failed: with a status of 400 or higher.' }),
    occurredFrom: moment('Requests at or after this time. A date means its start in UTC.'),
    occurredTo: moment('Requests before this time.'),
    limit: wholeNumber(200, 50, { description: 'Maximum number of items.' }),
    cursor: idCursor,
  })
  .superRefine(({ occurredFrom, occurredTo }, context) => {
    if (occurredFrom !== undefined && occurredTo !== undefined && occurredTo <= occurredFrom) {
      context.addIssue({ code: 'custom', path: ['occurredTo'], message: 'must be later than occurredFrom' });
    }
  });
export type ApiRequestQuery = z.output<typeof apiRequestQuerySchema>;
