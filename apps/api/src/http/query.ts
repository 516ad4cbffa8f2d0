import type { Problem, RuleParams, Warning } from '@onboarding/contract';
import { refuse } from '@onboarding/domain';
import type { z } from 'zod';

/** Reads the query of a URL; everything that is wrong with it is told at once. */
export function readQuery<S extends z.ZodObject>(schema: S, query: unknown): z.output<S> {
  const result = schema.safeParse(query);
  if (result.success) return result.data;
  const problems = new Map<string, Problem>();
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? '');
    // One problem of a parameter is enough to correct it.
    if (problems.has(name)) continue;
    const rule = issue.code === 'custom' ? (issue.params as RuleParams | undefined) : undefined;
    const code = rule?.code ?? 'ValidationControl.Error';
    problems.set(name, { pointer: `?${name}`, code, message: `${name} ${issue.message}.` });
  }
  const [first, ...others] = problems.values();
  // A schema that refuses says at least one reason.
  if (first === undefined) throw new Error('A query was refused for no reason');
  throw refuse([first, ...others]);
}

/** Parameters that the schema does not name, which change nothing. As many are told as fields of a body are. */
export function unknownParameters(schema: z.ZodObject, query: unknown): Warning[] {
  return Object.keys(query ?? {})
    .filter((name) => !Object.hasOwn(schema.shape, name))
    .slice(0, 50)
    .map((name) => {
      const told = name.length > 200 ? `${name.slice(0, 200)}...` : name;
      return {
        pointer: `?${told}`,
        code: 'Field.Unknown',
        message: `The parameter ${told} is not known here and was ignored.`,
      };
    });
}
