// Derived from the event catalogue: the SDK's types, and the catalogue for people and for machines.
import { EVENT_BODIES, type EventBody, eventTypeName } from '@onboarding/contract';
import { type JsonSchema, typeOf } from './json-schema-type.ts';

type CatalogueEntry = Omit<EventBody, 'schema'> & { schema: JsonSchema };

const JSON_SCHEMA = 'https://json-schema.org/draft/2020-12/schema';

export function eventFiles(): Map<string, string> {
  const catalogue = EVENT_BODIES.map((body): CatalogueEntry => {
    return { ...body, schema: { $schema: JSON_SCHEMA, title: body.name, ...body.schema } as JsonSchema };
  });
  return new Map([
    ['packages/sdk/src/events.gen.ts', sdkTypes(catalogue)],
    ['docs/events.json', `${JSON.stringify({ events: catalogue }, null, 2)}\n`],
    ['docs/events.md', eventPage(catalogue)],
  ]);
}

function sdkTypes(catalogue: readonly CatalogueEntry[]): string {
  const [first] = catalogue;
  if (first === undefined) throw new Error('there are no event types');
  const { eventType: _, data: __, ...shared } = first.schema.properties ?? {};
  const base = typeOf({ type: 'object', properties: shared, required: Object.keys(shared) }).slice(0, -1);
  const types = catalogue.map(({ name, description, schema }) => {
    const data = typeOf(schema.properties?.data ?? {});
    return `/** ${description} */\nexport type ${eventTypeName(name)}Event = WebhookEnvelope<'${name}', ${data}>;\n`;
  });
  // As the OpenAPI document names them.
  const names = catalogue.map(({ name }) => `${eventTypeName(name)}Event`);
  return `// Made by npm run generate from packages/contract/src/events/events.ts. Change it there.

/** The fields of every body. Times are ISO 8601; sequence numbers the events of one customer without gaps. */
export interface WebhookEnvelope<Type extends string, Data> ${base}  eventType: Type;
  data: Data;
}

${types.join('\n')}
/** Distinguished by eventType. */
export type WebhookEvent =
${names.map((name) => `  | ${name}`).join('\n')};

/** The event types that this version knows. */
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
    return `## \`${name}\`

${description}

| Field of \`data\` | Present | Type or values |
| --- | --- | --- |
${fields.join('\n')}

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`
`;
  });
  return `# Events

<!-- Made by npm run generate from packages/contract/src/events/events.ts. -->

This page lists every event that we send, with its data and an example. [Webhooks](webhooks.md) explains how to receive them. The JSON
Schemas of all bodies are in [one file](events.json).

| Event type | Version | When |
| --- | --- | --- |
${rows.join('\n')}

We add new event types, fields and list values without a new version. Ignore those that you do not know.

${sections.join('\n')}`;
}

function fieldType(schema: JsonSchema): string {
  if (schema.type === 'array') return `list of ${fieldType(schema.items ?? {})}`;
  const words = schema['x-extensible-enum'];
  if (words !== undefined) return words.map((value) => `\`${value}\``).join(', ');
  return 'format' in schema ? String(schema.format) : String(schema.type ?? 'anything');
}
