import { z } from 'zod';

/** A setting is missing or wrong. The message lists every such setting, one a line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads settings from the environment, once, at the start of a process; all faults are told together. */
export function readConfig<S extends z.ZodType>(
  schema: S,
  environment: Record<string, string | undefined>,
): z.output<S> {
  const result = schema.safeParse(environment);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const name = issue.path.join('.');
    const missing = issue.path.length > 0 && environment[String(issue.path[0])] === undefined;
    return `  ${name === '' ? '(settings)' : name}: ${missing ? 'is not set' : issue.message}`;
  });
  throw new ConfigError(`The settings cannot be used:\n${lines.join('\n')}`);
}

export const integerSetting = (low: number, high: number) => z.coerce.number().int().min(low).max(high);

export const environmentSetting = z.enum(['development', 'sandbox', 'production']);
