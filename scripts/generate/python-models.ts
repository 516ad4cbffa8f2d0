// The Python SDK's types: one TypedDict for each object of the Partner API and the sandbox, with the names used in JSON, so
// that bodies and responses are plain dicts and nothing is converted at run time.
import { type JsonSchema, mapped, nameIn } from './json-schema-type.ts';
import { VOCABULARIES, type Vocabulary } from './vocabularies.ts';

const LINE = 120;
const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** Objects that occur in many others, and their name; the rest are named after where they occur. */
const SHARED: Readonly<Record<string, string>> = { correlation: 'EventCorrelation' };

/** Any event. An open union could not be narrowed by type checkers. */
const ANY_EVENT = 'WebhookEvent';

/** Where a type is used: unnamed objects and lists of words get their name from it. */
interface Place {
  parent: string;
  property: string;
}

/** The declarations so far, by name. */
interface Declared {
  words: Map<string, string>;
  objects: Map<string, string>;
}

/** The text of models.py. */
export function pythonModels(schemas: Readonly<Record<string, JsonSchema>>): string {
  const declared: Declared = { words: new Map(), objects: new Map() };
  const aliases: string[] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    if (name === ANY_EVENT) continue;
    if (schema.properties !== undefined) declareObject(declared, name, schema);
    else
      aliases.push(
        alias(
          name,
          (schema.anyOf ?? schema.oneOf ?? [schema]).map((one) =>
            typeOf(declared, one, { parent: name, property: '' }),
          ),
        ),
      );
  }
  const events = Object.entries(schemas).filter(([, { properties }]) => properties?.eventType?.const !== undefined);
  return `# Made by npm run generate from the OpenAPI documents. Change packages/contract.
"""The bodies and answers of the API, as typed dicts under the names of the wire.

An open list of words is \`\`Literal[...] | str\`\`: it may grow, so keep a branch for a word that you do not know.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, get_args

${[...declared.words].map(([name, list]) => `${name}: TypeAlias = Literal[\n${list}\n]`).join('\n\n')}


${VOCABULARIES.map((one) => vocabulary(declared, one)).join('\n\n')}


${[...declared.objects.values()].join('\n\n')}

${aliases.join('\n')}

${ANY_EVENT}: TypeAlias = KnownEvent
"""Distinguished by eventType. Its type can also be newer than this package (UnknownEvent). Type checkers narrow only unions of
types that they know, so they take a branch for it as unreachable: cast the event there."""

EVENT_TYPES = (
${events.map(([, { properties }]) => `    ${JSON.stringify(properties?.eventType?.const)},`).join('\n')}
)
"""The event types that this version knows."""
`;
}

/** The values of one list: the type under its public name, and a tuple. */
function vocabulary({ words }: Declared, { type, constant, values, description }: Vocabulary): string {
  const text = wordsText(values);
  const name = [...words].find(([, known]) => known === text)?.[0];
  if (name === undefined) throw new Error(`No field has the values of ${type}`);
  return `${type}: TypeAlias = ${name}\n${docstring(description, '')}\n${constant}: tuple[${type}, ...] = get_args(${name})`;
}

/** The Python type of a schema that is a model, a list of models or simple. */
export const pythonType = (schema: JsonSchema) =>
  typeOf({ words: new Map(), objects: new Map() }, schema, { parent: '', property: '' });

/** The Python type of a schema; declares whatever it names. */
function typeOf(declared: Declared, schema: JsonSchema, place: Place): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  if (schema.const !== undefined) return `Literal[${pythonValue(schema.const)}]`;
  if (schema.enum !== undefined) return declareWords(declared, schema.enum, place);
  const open = schema['x-extensible-enum'];
  if (open !== undefined) return `${declareWords(declared, open, place)} | str`;
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeOf(declared, one, place)).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => typeOf(declared, { ...schema, type }, place)).join(' | ');
  if (schema.type === 'array') return `list[${typeOf(declared, schema.items ?? {}, place)}]`;
  if (schema.type !== 'object') return SIMPLE[String(schema.type)] ?? 'Any';
  if (schema.properties === undefined) {
    const value = mapped(schema);
    return `dict[str, ${value === undefined ? 'Any' : typeOf(declared, value, place)}]`;
  }
  const own = `${place.parent}${capital(singular(place.property))}`;
  const shared = SHARED[place.property];
  if (shared === undefined) return declareObject(declared, own, schema);
  // Under its own name if it differs from the others.
  const before = declared.objects.get(shared);
  declareObject(declared, shared, schema);
  if (before === undefined || before === declared.objects.get(shared)) return shared;
  declared.objects.set(shared, before);
  return declareObject(declared, own, schema);
}

const wordsText = (list: readonly string[]) => list.map((word) => `    ${JSON.stringify(word)},`).join('\n');

/** Equal lists share a name. */
function declareWords({ words }: Declared, list: readonly string[], { parent, property }: Place): string {
  const text = wordsText(list);
  for (const [name, known] of words) if (known === text) return name;
  const short = `${capital(singular(property))}Word`;
  const name = words.has(short) ? `${parent}${short}` : short;
  words.set(name, text);
  return name;
}

function declareObject(
  declared: Declared,
  name: string,
  { description, properties = {}, required = [] }: JsonSchema,
): string {
  const fields = Object.entries(properties).map(([property, schema]) => {
    const type = typeOf(declared, schema, { parent: name, property });
    return { property, type: required.includes(property) ? type : `NotRequired[${type}]`, about: schema.description };
  });
  if (fields.some(({ property }) => !/^[A-Za-z_]\w*$/.test(property))) {
    const entries = fields.map(({ property, type }) => `${JSON.stringify(property)}: "${type}"`);
    declared.objects.set(name, `${name} = TypedDict("${name}", {${entries.join(', ')}})\n`);
    return name;
  }
  const lines = fields.flatMap(({ property, type, about }) => [
    `    ${property}: ${type}`,
    ...(about === undefined ? [] : [docstring(about, '    ')]),
  ]);
  const about = description === undefined ? [] : [docstring(description, '    '), ''];
  declared.objects.set(name, `class ${name}(TypedDict):\n${[...about, ...lines].join('\n')}\n`);
  return name;
}

const alias = (name: string, types: readonly string[]) =>
  types.length === 1 ? `${name}: TypeAlias = ${types[0]}` : `${name}: TypeAlias = (\n    ${types.join('\n    | ')}\n)`;

/** Wrapped like everything else. */
export function docstring(text: string, indent: string): string {
  const safe = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', "'''")
    .replaceAll(/\s*\n\s*/g, '\n');
  const lines = safe.split('\n').flatMap((line) => wrap(line, LINE - indent.length - 6));
  const end = lines.at(-1)?.endsWith('"') ? ' """' : '"""';
  return `${indent}"""${lines.join(`\n${indent}`)}${end}`;
}

function wrap(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + word.length + 1 > width) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
}

const pythonValue = (value: string | boolean) =>
  typeof value === 'boolean' ? capital(String(value)) : JSON.stringify(value);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const singular = (text: string) => (/[us]s$/.test(text) ? text : text.replace(/ies$/, 'y').replace(/s$/, ''));
