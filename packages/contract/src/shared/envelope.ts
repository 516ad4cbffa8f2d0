// The envelopes of all responses: one for the Partner API, one for the dashboard.
import { z } from 'zod';
import { ERROR_CODES, WARNING_CODES } from './errors.ts';

const pointer = z.string().meta({
  description:
    'A JSON pointer to the field in the body, or ?name for a query parameter. Empty for the body as a whole.',
  example: '/businessPersonList/0/nationality',
});

const problemSchema = z
  .object({
    pointer,
    code: z.enum(ERROR_CODES).describe('What is wrong, as in the list of errors.'),
    message: z.string().describe('What is wrong with this field, and what it must be.'),
  })
  .meta({ id: 'Problem', description: 'One thing that is wrong with a request.' });
export type Problem = z.infer<typeof problemSchema>;

const warningSchema = z
  .object({
    pointer,
    code: z.enum(WARNING_CODES).describe('What was noticed; new codes may be added at any time.'),
    message: z.string().describe('What was noticed, and what to check.'),
  })
  .meta({ id: 'Warning', description: 'Something worth checking that did not stop the request.' });
export type Warning = z.infer<typeof warningSchema>;

const details = z.array(problemSchema).optional().meta({
  description:
    'All problems, in the order of the fields. If there are more than 100: the first 100, and one that says that there are more.',
});

const currentSchema = z
  .object({
    customerId: z
      .uuid()
      .optional()
      .meta({ description: 'The business that already has this partnerCustomerId, or whose version differs.' }),
    version: z.int().optional().meta({ description: 'Its version now, which If-Match did not allow.' }),
  })
  .meta({ id: 'CurrentState', description: 'What is stored now, if a request was refused because of it.' });
export type CurrentState = z.infer<typeof currentSchema>;

const succeeded = z.literal(true).describe('Always true in a response with status 200.');
const failed = z.literal(false).describe('Always false in a response with a status of 400 or higher.');
const warnings = z
  .array(warningSchema)
  .optional()
  .describe('Findings that did not stop the request; absent if there are none.');

export const failureSchema = z
  .object({
    isSuccess: failed,
    error: z
      .object({
        code: z.enum(ERROR_CODES).meta({ description: 'The code of the first problem.' }),
        message: z.string().meta({ description: 'What is wrong and what to do next.' }),
        details,
        current: currentSchema.optional(),
        requestId: z.string().meta({ description: 'Also in the X-Request-Id header. Quote it when you contact us.' }),
      })
      .describe('Why the request was refused, and what to do next.'),
  })
  .meta({ id: 'Failure', description: 'The body of every response with a status of 400 or higher.' });

export function successSchema<T extends z.ZodType>(value: T) {
  return z.object({ isSuccess: succeeded, value, warnings });
}

export const dashboardFailureSchema = z
  .object({
    value: z.null(),
    isSuccess: failed,
    error: z.object({
      code: z.enum(ERROR_CODES).meta({ description: 'The code of the first problem.' }),
      description: z.string().meta({ description: 'What is wrong and what to do next.' }),
      details,
      requestId: z.string().meta({ description: 'Also in the X-Request-Id header. Quote it when you contact us.' }),
    }),
  })
  .meta({ id: 'DashboardFailure' });

export function dashboardSuccessSchema<T extends z.ZodType>(value: T) {
  return z.object({ value, isSuccess: succeeded, error: z.null(), warnings });
}
