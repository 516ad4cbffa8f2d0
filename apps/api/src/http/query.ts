import type { Problem, RuleParams, Warning } from '@onboarding/contract';
import { validationError } from '@onboarding/domain';
import type { z } from 'zod';

/** Parses the query of a URL. Throws all problems at once. */
export function readQuery<S extends z.ZodObject>(schema: S, query: unknown): z.output<S> {
  const result = schema.safeParse(query);
  if (result.success) return result.data;
  const problems = new Map<string, Problem>();
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? '');
    // One problem per parameter is enough to correct it.
    if (problems.has(name)) continue;
    const rule = issue.code === 'custom' ? (issue.params as RuleParams | undefined) : undefined;
    const code = rule?.code ?? 'ValidationControl.Error';
    problems.set(name, { pointer: `?${name}`, code, message: `${name} ${issue.message}.` });
  }
  const [first, ...others] = problems.values();
  if (first === undefined) throw new Error('A query was refused without an issue');
  throw validationError([first, ...others]);
}

/** Warnings about unknown parameters, which are ignored. Limited in number like those about body fields. */
export function unknownParameters(schema: z.ZodObject, query: unknown): Warning[] {
  return Object.keys(query ?? {})
    .filter((name) => !Object.hasOwn(schema.shape, name))
    .slice(0, 50)
    .map((name) => {
      const told = name.length > 200 ? `${name.slice(0, 200)}...` : name;
      return {
        pointer: `?${told}`,
        code: 'Field.Unknown',
        message: `The parameter ${told} is unknown and was ignored.`,
      };
    });
}
