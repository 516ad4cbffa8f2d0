// What is derived from the catalogue of events: the SDK's types, and the catalogue for people and for machines.
import { EVENT_TYPES, type EventType, eventEnvelopeSchema } from '@onboarding/contract';
import { z } from 'zod';
import { type JsonSchema, typeOf } from './json-schema-type.ts';

interface CatalogueEntry {
  name: string;
  version: number;
  owner: string;
  description: string;
  /** Of the whole body. */
  schema: JsonSchema;
  example: unknown;
}

const JSON_SCHEMA = 'https://json-schema.org/draft/2020-12/schema';

export function eventFiles(): Map<string, string> {
  const catalogue = Object.keys(EVENT_TYPES).map((name) => toEntry(name as EventType));
  return new Map([
    ['packages/sdk/src/events.gen.ts', sdkTypes(catalogue)],
    ['docs/events.json', `${JSON.stringify({ events: catalogue }, null, 2)}\n`],
    ['docs/events.md', eventPage(catalogue)],
  ]);
}

/** Zod's own remarks on patterns and bounds of numbers tell an integrator nothing, and fields may be added. */
function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      delete jsonSchema.additionalProperties;
    },
  });
  return rest as JsonSchema;
}

function toEntry(name: EventType): CatalogueEntry {
  const { version, owner, description, data, example } = EVENT_TYPES[name];
  const envelope = toJsonSchema(eventEnvelopeSchema);
  const properties = {
    ...envelope.properties,
    eventType: { type: 'string', const: name },
    data: toJsonSchema(data),
  };
  const schema = { $schema: JSON_SCHEMA, title: name, ...envelope, properties };
  return { name, version, owner, description, schema, example: exampleOf(name, version, example) };
}

function exampleOf(name: EventType, version: number, data: object): object {
  const customerId = 'customerId' in data ? data.customerId : null;
  return eventEnvelopeSchema.parse({
    eventId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f00',
    eventType: name,
    eventVersion: version,
    occurredAt: '2026-11-15T10:00:00.000Z',
    partnerId: '0193a2b4-7c11-7d3f-8a44-000000000001',
    sequence: customerId === null ? null : 1,
    correlation: {
      requestId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9fff',
      customerId,
      partnerCustomerId: customerId === null ? null : 'shop-4711',
    },
    data,
  });
}

/** BusinessProfileCreated for business.profile.created. */
function typeName(event: string): string {
  return event.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function sdkTypes(catalogue: readonly CatalogueEntry[]): string {
  const [first] = catalogue;
  if (first === undefined) throw new Error('there are no event types');
  const { eventType: _, data: __, ...shared } = first.schema.properties ?? {};
  const base = typeOf({ type: 'object', properties: shared, required: Object.keys(shared) }).slice(0, -1);
  const types = catalogue.map(({ name, description, schema }) => {
    const data = typeOf(schema.properties?.data ?? {});
    return `/** ${description} */\nexport type ${typeName(name)} = WebhookEnvelope<'${name}', ${data}>;\n`;
  });
  const names = catalogue.map(({ name }) => typeName(name));
  return `// Made by npm run generate from packages/contract/src/events.ts. Change it there.

/** What every body has. Times are ISO 8601; sequence counts per customer without gaps. */
export interface WebhookEnvelope<Type extends string, Data> ${base}  eventType: Type;
  data: Data;
}

${types.join('\n')}
/** Told apart by eventType. */
export type WebhookEvent =
${names.map((name) => `  | ${name}`).join('\n')};

/** The types that this version knows. */
export const EVENT_TYPES = [
${catalogue.map(({ name }) => `  '${name}',`).join('\n')}
] as const satisfies readonly WebhookEvent['eventType'][];
`;
}

function eventPage(catalogue: readonly CatalogueEntry[]): string {
  const rows = catalogue.map(
    ({ name, version, description }) => `| [\`${name}\`](#${name.replaceAll('.', '')}) | ${version} | ${description} |`,
  );
  const sections = catalogue.map(({ name, description, schema, example }) => {
    const { properties = {}, required = [] } = schema.properties?.data ?? {};
    const fields = Object.entries(properties).map(
      ([field, one]) => `| \`${field}\` | ${required.includes(field) ? 'always' : 'sometimes'} | ${fieldType(one)} |`,
    );
    return `## ${name}

${description}

| in \`data\` | there | what |
| --- | --- | --- |
${fields.join('\n')}

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`
`;
  });
  return `# Events

Made by \`npm run generate\` from packages/contract/src/events.ts. The same for machines, with a JSON Schema of each whole
body: [events.json](events.json). How to receive them: [webhooks.md](webhooks.md).

| Event type | Version | When |
| --- | --- | --- |
${rows.join('\n')}

New event types, new fields and new values of lists are added without a new version. Ignore what you do not know.

${sections.join('\n')}`;
}

function fieldType(schema: JsonSchema): string {
  if (schema.type === 'array') return `list of ${fieldType(schema.items ?? {})}`;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
  return 'format' in schema ? String(schema.format) : String(schema.type ?? 'anything');
}
