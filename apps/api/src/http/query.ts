import type { Problem } from '@onboarding/contract';
import { refuse } from '@onboarding/domain';
import type { z } from 'zod';

/** Reads the query of a URL; everything that is wrong with it is told at once. */
export function readQuery<S extends z.ZodObject>(schema: S, query: unknown): z.output<S> {
  const result = schema.safeParse(query);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue): Problem => {
    const name = String(issue.path[0] ?? '');
    return { pointer: `?${name}`, code: 'ValidationControl.Error', message: `${name} ${issue.message}.` };
  });
  const [first, ...others] = problems;
  // A schema that refuses says at least one reason.
  if (first === undefined) throw new Error('A query was refused for no reason');
  throw refuse([first, ...others]);
}
