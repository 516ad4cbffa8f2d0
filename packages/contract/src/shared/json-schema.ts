// Publishes schemas as JSON Schema. Responses and events are open: we may add fields and enum values at any time, and clients
// must accept them. Requests are as strict as the schema.
import { z } from 'zod';

type Written = Record<string, unknown>;

/** Formats whose zod patterns are omitted: these patterns, like zod's integer bounds, do not help readers. */
const TOLD_BY_FORMAT = ['uuid', 'date-time'];

export function plainly({ jsonSchema }: { jsonSchema: Written }): void {
  if (TOLD_BY_FORMAT.includes(String(jsonSchema.format))) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** For responses and events. Known values are in x-extensible-enum, so that no client refuses a new one. */
export function openly({ jsonSchema }: { jsonSchema: Written }): void {
  plainly({ jsonSchema });
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (Array.isArray(jsonSchema.enum)) {
    jsonSchema['x-extensible-enum'] = jsonSchema.enum;
    delete jsonSchema.enum;
  }
}

/** The JSON Schema of a response or event. */
export function sentSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { override: openly });
  return rest;
}
