// Derived from the event catalogue: the SDK's types, and the catalogue for people and for machines.
import { EVENT_BODIES, EVENT_SCHEMAS, type EventBody, eventSchemaName } from '@onboarding/contract';
import { type JsonSchema, typeOf } from './json-schema-type.ts';
import { usedVocabularies } from './sdk.ts';
import { vocabularyType } from './vocabularies.ts';

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

/** The envelope of any event, and those of events about a customer and of others. */
const ENVELOPES = {
  CustomerEnvelope: 'The body of an event about a customer.',
  PartnerEnvelope: 'The body of an event that is not about a customer.',
};

const envelopeOf = ({ schema }: CatalogueEntry): keyof typeof ENVELOPES =>
  schema.properties?.sequence?.type === 'null' ? 'PartnerEnvelope' : 'CustomerEnvelope';

/** These fields of a body, and the names of its type and data. */
function envelopeType(schema: JsonSchema | undefined, fields: (name: string) => boolean): string {
  const shared = Object.entries(schema?.properties ?? {}).filter(
    ([name]) => !['eventType', 'data'].includes(name) && fields(name),
  );
  const properties = Object.fromEntries(shared);
  return typeOf({ type: 'object', properties, required: Object.keys(properties) }, vocabularyType).slice(0, -1);
}

function sdkTypes(catalogue: readonly CatalogueEntry[]): string {
  const types = catalogue.map((entry) => {
    const data = typeOf(entry.schema.properties?.data ?? {}, vocabularyType);
    const type = `${envelopeOf(entry)}<'${entry.name}', ${data}>`;
    return `/** ${entry.description} */\nexport type ${eventSchemaName(entry.name)} = ${type};\n`;
  });
  const own = Object.entries(ENVELOPES).map(([name, about]) => {
    const entry = catalogue.find((one) => envelopeOf(one) === name);
    const fields = envelopeType(entry?.schema, (field) => ['sequence', 'correlation'].includes(field));
    return `/** ${about} */
export interface ${name}<Type extends string, Data> extends WebhookEnvelope<Type, Data> ${fields}}
`;
  });
  // As the OpenAPI document names them.
  const names = catalogue.map(({ name }) => eventSchemaName(name));
  return `// Made by npm run generate from packages/contract/src/events/events.ts. Change it there.
import type {
${usedVocabularies(types.join('\n'))}
} from './vocabularies.gen.ts';

/** The fields of every body. Times are ISO 8601. */
export interface WebhookEnvelope<Type extends string, Data> ${envelopeType(EVENT_SCHEMAS.UnknownEvent, () => true)}  eventType: Type;
  data: Data;
}

${own.join('\n')}
${types.join('\n')}
/** An event of a type that this version knows. */
export type KnownEvent =
${names.map((name) => `  | ${name}`).join('\n')};

/** A type that this version knows. */
export type EventType = KnownEvent['eventType'];

/**
 * A type that was added after this version. It is a string, marked as such, so that comparing eventType with a known type narrows
 * the event. To compare it with other texts, assign it to a variable of type string.
 */
export type UnknownEventType = \`\${string & { readonly isUnknownEventType: true }}\`;

/** An event of a type that was added after this version. Ignore it. */
export type UnknownEvent = WebhookEnvelope<UnknownEventType, Record<string, unknown>>;

/** Any event, distinguished by eventType. */
export type WebhookEvent = KnownEvent | UnknownEvent;

/** The event types that this version knows. */
export const EVENT_TYPES = [
${catalogue.map(({ name }) => `  '${name}',`).join('\n')}
] as const satisfies readonly EventType[];
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

/** More would not fit a table. */
const MOST_WORDS = 20;

function fieldType(schema: JsonSchema): string {
  if (schema.type === 'array') return `list of ${fieldType(schema.items ?? {})}`;
  const words = schema['x-extensible-enum'];
  if (words !== undefined && words.length > MOST_WORDS) return 'string; known values in the [JSON Schema](events.json)';
  if (words !== undefined) return words.map((value) => `\`${value}\``).join(', ');
  return 'format' in schema ? String(schema.format) : String(schema.type ?? 'anything');
}
