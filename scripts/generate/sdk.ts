// The SDK's types and one method for each operation, from the same route tables as the OpenAPI documents.
import { readFileSync } from 'node:fs';
import { createOpenApi } from '../../apps/api/src/docs/openapi.ts';
import { partnerRoutes } from '../../apps/api/src/partner/routes.ts';
import { sandboxRoutes } from '../../apps/api/src/sandbox/routes.ts';
import { comment, type JsonSchema, nameIn, typeOf } from './json-schema-type.ts';
import { VOCABULARIES, vocabularyFile, vocabularyType } from './vocabularies.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

interface Content {
  content?: Record<string, { schema: JsonSchema }>;
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

interface Described extends Operation {
  method: string;
  path: string;
}

/** What partners call: the operations of the Partner API and the sandbox, and their schemas by name. */
export function partnerOperations(): { operations: Described[]; schemas: Record<string, JsonSchema> } {
  const { paths, components } = JSON.parse(
    JSON.stringify(createOpenApi([...partnerRoutes, ...sandboxRoutes])),
  ) as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
  return { operations, schemas: components.schemas };
}

/** The SDK's files, and their texts. */
export function sdkFiles(): [file: string, text: string][] {
  const { operations, schemas: all } = partnerOperations();
  // Webhook bodies have their own types, and a failure is thrown as an error.
  const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => !/Event$|^Failure$/.test(name)));
  return [
    ['packages/sdk/src/api.gen.ts', typesFile(operations, schemas)],
    vocabularyFile(),
    ['packages/sdk/src/operations.gen.ts', operationsFile(operations, Object.keys(schemas))],
  ];
}

const HEAD = '// Made by npm run generate from the route tables of the Partner API and the sandbox. Change it there.';

function typesFile(operations: readonly Described[], schemas: Record<string, JsonSchema>): string {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const types = Object.entries(schemas).map(schemaType).join('\n\n');
  const queries = operations.map(queryType).filter(Boolean).join('\n\n');
  return `${HEAD}
import type { WebhookEvent } from './events.gen.ts';
import type {
${usedVocabularies(types + queries)}
} from './vocabularies.gen.ts';

/** The version of this package. */
export const SDK_VERSION = '${version}';

${types}

/** A code of the catalogue of errors. New ones may be added. */
export type ErrorCode = Problem['code'];

${queries}
`;
}

/** The lines that import the names of this text. */
export const usedVocabularies = (text: string) =>
  ['Extensible', ...VOCABULARIES.map(({ type }) => type)]
    .filter((name) => new RegExp(`\\b${name}\\b`).test(text.replaceAll(/\/\*\*.*?\*\//gs, '')))
    .sort()
    .map((name) => `  ${name},`)
    .join('\n');

function operationsFile(operations: readonly Described[], names: readonly string[]): string {
  const methods = operations.map(methodOf).join('\n\n');
  const queries = operations.filter((operation) => queryOf(operation).length > 0).map(queryName);
  const used = [...names, ...queries].filter((name) => new RegExp(`\\b${name}\\b`).test(methods)).sort();
  return `${HEAD}
import type {
${used.map((name) => `  ${name},`).join('\n')}
} from './api.gen.ts';
import type { CallOptions, NotModified, ReadOptions, UpdateOptions, WriteOptions } from './call-options.ts';
import { type Sending, segment } from './sending.ts';

/** One method for each operation. Each resolves with the value of the answer, or rejects with an OnboardingError. */
export abstract class ApiOperations {
  protected abstract send<T>(sending: Sending): Promise<T>;

${methods}
}
`;
}

function schemaType([name, schema]: [string, JsonSchema]): string {
  const said = comment(schema, '');
  const type = typeOf(schema, vocabularyType);
  return type.startsWith('{') ? `${said}export interface ${name} ${type}` : `${said}export type ${name} = ${type};`;
}

const queryOf = ({ parameters = [] }: Operation) => parameters.filter((one) => one.in === 'query');
const queryName = ({ operationId }: Operation) => `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;

function queryType(operation: Operation): string {
  const query = queryOf(operation);
  if (query.length === 0) return '';
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(query.map((one) => [one.name, withoutForms(one)])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  };
  return `export interface ${queryName(operation)} ${typeOf(schema, vocabularyType)}`;
}

/** A date and a time are both strings. */
function withoutForms({ schema, description }: Parameter): JsonSchema {
  const { anyOf: _, ...plain } = schema;
  return { ...(schema.type === undefined ? schema : plain), ...(description !== undefined && { description }) };
}

const takes = ({ parameters = [] }: Operation, header: string) => parameters.some(({ name }) => name === header);

function optionsOf(operation: Operation): string {
  if (takes(operation, 'If-None-Match')) return 'ReadOptions';
  if (takes(operation, 'If-Match')) return 'UpdateOptions';
  return takes(operation, 'Idempotency-Key') ? 'WriteOptions' : 'CallOptions';
}

function methodOf(operation: Described): string {
  const { operationId, method, path, parameters = [], requestBody, responses, summary } = operation;
  const query = queryOf(operation);
  const needsQuery = query.some(({ required }) => required);
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const options = optionsOf(operation);
  const isRead = options === 'ReadOptions';
  const value = Object.values(responses['200']?.content ?? {})[0]?.schema.properties?.value;
  const answer = typeOf(value ?? {}, vocabularyType);
  const given = [
    ...parameters.filter((one) => one.in === 'path').map(({ name }) => `${name}: string`),
    ...(body?.$ref === undefined ? [] : [`body: ${nameIn(body.$ref)}`]),
    ...(query.length === 0 ? [] : [needsQuery ? `query: ${queryName(operation)}` : `query?: ${queryName(operation)}`]),
    isRead ? 'options?: Options' : `options?: ${options}`,
  ];
  const sent = [
    `operation: '${operationId}'`,
    `method: '${method}'`,
    `path: \`${path.replaceAll(/\{(\w+)\}/g, (_, name) => `\${segment(${name})}`)}\``,
    ...(takes(operation, 'Idempotency-Key') ? ['keyed: true'] : []),
    // A POST that only validates may be repeated like a GET.
    ...(method === 'GET' || operationId.startsWith('validate') ? ['safe: true'] : []),
    ...(body === undefined ? [] : ['body']),
    ...(query.length === 0 ? [] : ['query: { ...query }']),
    'options',
  ];
  return `  /** ${summary}. */
  async ${operationId}${isRead ? '<Options extends ReadOptions>' : ''}(${given.join(', ')}): Promise<${answer}${isRead ? ' | NotModified<Options>' : ''}> {
    return this.send({ ${sent.join(', ')} });
  }`;
}
