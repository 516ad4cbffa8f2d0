// The TypeScript type that a JSON Schema describes, for the few forms that the contract's events use.

export interface JsonSchema {
  type?: string | readonly string[];
  'x-extensible-enum'?: readonly string[];
  const?: string;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  additionalProperties?: unknown;
}

export function typeOf(schema: JsonSchema, indent = ''): string {
  const words = schema['x-extensible-enum'];
  if (words !== undefined) return words.map(quote).join(' | ');
  if (schema.const !== undefined) return quote(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeOf(one, indent)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array': {
      const item = typeOf(schema.items ?? {}, indent);
      return item.includes('|') ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return objectType(schema, indent);
    default:
      throw new Error(`say in json-schema-type.ts what ${JSON.stringify(schema)} is in TypeScript`);
  }
}

function objectType({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${indent}  ${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, `${indent}  `)};\n`,
  );
  return `{\n${fields.join('')}${indent}}`;
}

const quote = (text: string) => `'${text}'`;
