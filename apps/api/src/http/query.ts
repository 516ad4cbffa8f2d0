import type { Problem, RuleParams } from '@onboarding/contract';
import { validationError } from '@onboarding/domain';
import type { z } from 'zod';

/**
 * Parses the query of a URL. Throws all problems at once. An unknown parameter is a problem, because a list without a misspelt
 * filter would return everything.
 */
export function readQuery<S extends z.ZodObject>(schema: S, query: unknown): z.output<S> {
  const result = schema.safeParse(query);
  const problems = new Map<string, Problem>();
  for (const issue of result.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '');
    // One problem per parameter is enough to correct it.
    if (problems.has(name)) continue;
    const rule = issue.code === 'custom' ? (issue.params as RuleParams | undefined) : undefined;
    const code = rule?.code ?? 'ValidationControl.Error';
    problems.set(name, { pointer: `?${name}`, code, message: `${name} ${issue.message}.` });
  }
  const [first, ...others] = [...problems.values(), ...unknownParameters(schema, query)];
  if (first !== undefined) throw validationError([first, ...others]);
  if (!result.success) throw new Error('A query was refused without an issue');
  return result.data;
}

function unknownParameters({ shape }: z.ZodObject, query: unknown): Problem[] {
  const known = Object.keys(shape).join(', ') || 'none';
  return Object.keys(query ?? {})
    .filter((name) => !Object.hasOwn(shape, name))
    .map((name) => {
      const told = name.length > 200 ? `${name.slice(0, 200)}...` : name;
      return {
        pointer: `?${told}`,
        code: 'ValidationControl.Error',
        message: `${told} is not a parameter of this request, which has ${known}.`,
      };
    });
}
