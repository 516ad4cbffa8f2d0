// The generated part of the Python SDK: models, operations and the version.
import { readFileSync } from 'node:fs';
import type { JsonSchema } from './json-schema-type.ts';
import { docstring, pythonModels, pythonType } from './python-models.ts';
import { partnerOperations } from './sdk.ts';

const PACKAGE = 'packages/sdk-python/src/onboarding_sdk';

export function pythonSdkFiles(): [file: string, text: string][] {
  const { operations, schemas } = partnerOperations();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  return [
    [`${PACKAGE}/models.py`, pythonModels(schemas)],
    [`${PACKAGE}/_operations.py`, pythonOperations(operations)],
    [`${PACKAGE}/_version.py`, `# Made by npm run generate from package.json.\n__version__ = "${version}"\n`],
  ];
}

// One method for each operation, in the synchronous and in the asynchronous client of the Python SDK, over one table.

interface Operation {
  operationId: string;
  method: string;
  path: string;
  summary: string;
  parameters?: readonly { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: { content?: Readonly<Record<string, { schema: JsonSchema }>> };
  responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: JsonSchema }>> }>>;
}

/** The text of _operations.py. */
function pythonOperations(operations: readonly Operation[]): string {
  const used = new Set(
    operations.flatMap((one) => [answerOf(one), bodyOf(one) ?? '']).map((type) => /\w+(?=]?$)/.exec(type)?.[0] ?? ''),
  );
  used.delete('');
  const imports = [...used].sort().map((name) => `    ${name},`);
  return `# Made by npm run generate from the OpenAPI documents. Change the route tables of the API.
"""One method for each operation of the Partner API and the sandbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, TypeVar, Unpack, overload

from ._core import Operation
from ._known import known
from .models import (
${imports.join('\n')}
)
from .options import CallOptions, LookupOptions, UpdateOptions, WriteOptions

Value = TypeVar("Value")

${operations.map(entryOf).join('\n')}


${classOf('Operations', 'def', operations)}


${classOf('AsyncOperations', 'async def', operations)}
`;
}

function classOf(name: string, define: string, operations: readonly Operation[]): string {
  return `class ${name}:
    """Each method returns the value of the answer, or raises an OnboardingError."""

    ${define} _call(
        self,
        operation: Operation[Value],
        path: Mapping[str, str],
        query: Mapping[str, object],
        body: object,
        options: Mapping[str, Any],
    ) -> Value:
        raise NotImplementedError

${operations.map((one) => methodOf(one, define)).join('\n\n')}`;
}

function entryOf(operation: Operation): string {
  const { operationId, method, path } = operation;
  const flags = [
    ...(takes(operation, 'Idempotency-Key') ? ['keyed=True'] : []),
    // A POST that only validates may be repeated like a GET.
    ...(method === 'GET' || operationId.startsWith('validate') ? ['safe=True'] : []),
  ];
  return `${tableName(operation)} = Operation[${answerOf(operation)}](
    ${[operationId, method, path].map((text) => JSON.stringify(text)).join(', ')}, ${flags.join(', ')}
)`;
}

function methodOf(operation: Operation, define: string): string {
  const { parameters = [], summary } = operation;
  const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const inQuery = parameters.filter((one) => one.in === 'query');
  const body = bodyOf(operation);
  const answer = answerOf(operation);
  const isRead = takes(operation, 'If-None-Match');
  const first = [
    'self',
    ...inPath.map((name) => `${snake(name)}: str`),
    ...(body === undefined ? [] : [`body: ${body}`]),
  ];
  const filters = inQuery.map(({ name, required, schema }) => {
    const type = queryType(schema);
    return required ? `${snake(name)}: ${type}` : `${snake(name)}: ${type} | None = None`;
  });
  const options = `**options: Unpack[${optionsOf(operation)}]`;
  // A required filter is an ordinary parameter.
  const needed = filters.filter((filter) => !filter.endsWith('= None'));
  const optional = filters.filter((filter) => filter.endsWith('= None'));
  const signature = (name: string, more: string[], result: string) => {
    const named = [...optional, ...more];
    const all = [...first, ...needed, ...(named.length === 0 ? [] : ['*', ...named]), options];
    return `    ${define} ${name}(\n        ${all.join(',\n        ')},\n    ) -> ${result}:`;
  };
  const name = snake(operation.operationId);
  const pairs = (names: readonly string[]) => {
    const all = names.map((one) => `"${one}": ${snake(one)}`);
    return all.length < 4 ? `{${all.join(', ')}}` : `{\n            ${all.join(',\n            ')},\n        }`;
  };
  const checked = `known(options, ${optionsOf(operation)})`;
  const given = isRead ? `{**${checked}, "if_none_match": if_none_match}` : checked;
  const call = `self._call(${[
    tableName(operation),
    pairs(inPath),
    pairs(inQuery.map((one) => one.name)),
    body === undefined ? 'None' : 'body',
    given,
  ].join(', ')})`;
  const said = docstring(
    isRead ? `${summary}. None if the ETag in if_none_match is still the current one.` : `${summary}.`,
    '        ',
  );
  const code = `${said}\n        return ${define === 'def' ? '' : 'await '}${call}`;
  if (!isRead) return `${signature(name, [], answer)}\n${code}`;
  return [
    `    @overload\n${signature(name, ['if_none_match: None = None'], answer)} ...`,
    `    @overload\n${signature(name, ['if_none_match: str'], `${answer} | None`)} ...`,
    `${signature(name, ['if_none_match: str | None = None'], `${answer} | None`)}\n${code}`,
  ].join('\n\n');
}

const takes = ({ parameters = [] }: Operation, header: string) => parameters.some(({ name }) => name === header);

function optionsOf(operation: Operation): string {
  // request_id could also be the option of that name; in a search, it means the filter.
  if (takes(operation, 'requestId')) return 'LookupOptions';
  if (takes(operation, 'If-Match')) return 'UpdateOptions';
  return takes(operation, 'Idempotency-Key') ? 'WriteOptions' : 'CallOptions';
}

function answerOf({ operationId, responses }: Operation): string {
  const value = Object.values(responses['200']?.content ?? {})[0]?.schema.properties?.value;
  if (value === undefined) throw new Error(`${operationId} has no value in its answer`);
  return pythonType(value);
}

function bodyOf({ requestBody }: Operation): string | undefined {
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
  return schema === undefined ? undefined : pythonType(schema);
}

/** The API checks the words of a filter, and lists the valid ones. */
function queryType(schema: JsonSchema): string {
  if (schema.type === 'array') return 'Sequence[str]';
  if (schema.anyOf?.some(({ format }) => format === 'date')) return 'str | date';
  if (schema.type === 'integer') return 'int';
  return schema.type === 'boolean' ? 'bool' : 'str';
}

const snake = (name: string) => name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
const tableName = ({ operationId }: Operation) => snake(operationId).toUpperCase();
