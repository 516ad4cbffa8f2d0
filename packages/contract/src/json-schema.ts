// How schemas are written down for others. What we send is open: fields and words are added at any time, and whoever built a
// client yesterday must bear them. What we are sent is as strict as the schema.
import { z } from 'zod';

type Written = Record<string, unknown>;

/** Zod's own patterns for formats, and its bounds of whole numbers, tell a reader nothing. */
const TOLD_BY_FORMAT = ['uuid', 'date-time'];

export function plainly({ jsonSchema }: { jsonSchema: Written }): void {
  if (TOLD_BY_FORMAT.includes(String(jsonSchema.format))) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** For answers and events. The known words of a list stand in x-extensible-enum, so that no client refuses a new one. */
export function openly({ jsonSchema }: { jsonSchema: Written }): void {
  plainly({ jsonSchema });
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (Array.isArray(jsonSchema.enum)) {
    jsonSchema['x-extensible-enum'] = jsonSchema.enum;
    delete jsonSchema.enum;
  }
}

/** The JSON Schema of something that we send. */
export function sentSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { override: openly });
  return rest;
}
