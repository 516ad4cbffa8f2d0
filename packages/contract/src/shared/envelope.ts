// The envelopes of all responses: one for the Partner API, one for the dashboard.
import { z } from 'zod';
import { ERROR_CODES, WARNING_CODES } from './errors.ts';

const pointer = z.string().meta({
  description:
    'A JSON pointer to the field in the body, or ?name for a query parameter. Empty for the body as a whole.',
  example: '/businessPersonList/0/nationality',
});

const problemSchema = z
  .object({ pointer, code: z.enum(ERROR_CODES), message: z.string() })
  .meta({ id: 'Problem', description: 'One thing that is wrong with a request.' });
export type Problem = z.infer<typeof problemSchema>;

const warningSchema = z
  .object({ pointer, code: z.enum(WARNING_CODES), message: z.string() })
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

export const failureSchema = z
  .object({
    isSuccess: z.literal(false),
    error: z.object({
      code: z.enum(ERROR_CODES).meta({ description: 'The code of the first problem.' }),
      message: z.string().meta({ description: 'What is wrong and what to do next.' }),
      details,
      current: currentSchema.optional(),
      requestId: z.string().meta({ description: 'Also in the X-Request-Id header. Quote it when you contact us.' }),
    }),
  })
  .meta({ id: 'Failure' });

export function successSchema<T extends z.ZodType>(value: T) {
  return z.object({ isSuccess: z.literal(true), value, warnings: z.array(warningSchema).optional() });
}

export const dashboardFailureSchema = z
  .object({
    value: z.null(),
    isSuccess: z.literal(false),
    error: z.object({
      code: z.enum(ERROR_CODES).meta({ description: 'The code of the first problem.' }),
      description: z.string().meta({ description: 'What is wrong and what to do next.' }),
      details,
      requestId: z.string().meta({ description: 'Also in the X-Request-Id header. Quote it when you contact us.' }),
    }),
  })
  .meta({ id: 'DashboardFailure' });

export function dashboardSuccessSchema<T extends z.ZodType>(value: T) {
  return z.object({ value, isSuccess: z.literal(true), error: z.null(), warnings: z.array(warningSchema).optional() });
}
