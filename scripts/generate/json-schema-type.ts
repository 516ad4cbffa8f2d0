// Converts a JSON Schema to a TypeScript type, for the few forms that the contract uses.

export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  'x-extensible-enum'?: readonly string[];
  enum?: readonly string[];
  const?: string | boolean;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
  description?: string;
  format?: string;
  deprecated?: boolean;
}

/** The type of a list of values in this field, if it has a name. */
export type NameOfValues = (values: readonly string[], field: string) => string | undefined;

/** Lists that may grow accept unknown values. */
export function typeOf(schema: JsonSchema, nameOf: NameOfValues, indent = '', field = ''): string {
  const named = (values: readonly string[]) => nameOf(values, field) ?? values.map(quote).join(' | ');
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  const open = schema['x-extensible-enum'];
  if (open !== undefined) return `Extensible<${named(open)}>`;
  if (schema.enum !== undefined) return named(schema.enum);
  if (schema.const !== undefined) return typeof schema.const === 'string' ? quote(schema.const) : String(schema.const);
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.map((one) => typeOf(one, nameOf, indent, field)))].join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, nameOf, indent, field)).join(' | ');
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
      const item = typeOf(schema.items ?? {}, nameOf, indent, field);
      return item.includes('|') ? `(${item})[]` : `${item}[]`;
    }
    case 'object': {
      if (schema.properties !== undefined) return objectType(schema, nameOf, indent);
      const value = mapped(schema);
      return `Record<string, ${value === undefined ? 'unknown' : typeOf(value, nameOf, indent, field)}>`;
    }
    case undefined:
      return 'unknown';
    default:
      throw new Error(`say in json-schema-type.ts what ${JSON.stringify(schema)} is in TypeScript`);
  }
}

/** What the values of a map are, if the schema is one and says so. */
export const mapped = ({ additionalProperties }: JsonSchema) =>
  typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
    ? additionalProperties
    : undefined;

export const nameIn = (ref: string) => ref.replace(/^.*\//, '');

/** A comment above the described field; empty without a description. */
export function comment({ description, deprecated }: JsonSchema, indent: string): string {
  const said = [description, deprecated ? '@deprecated' : undefined].filter((one) => one !== undefined).join(' ');
  return said === '' ? '' : `${indent}/** ${said.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /')} */\n`;
}

function objectType({ properties = {}, required = [] }: JsonSchema, nameOf: NameOfValues, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      // With exactOptionalPropertyTypes, a caller could otherwise not pass on a value that may be undefined; JSON omits it.
      `${comment(schema, inner)}${inner}${/^\w+$/.test(name) ? name : quote(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, nameOf, inner, name)}${required.includes(name) ? '' : ' | undefined'};\n`,
  );
  return `{\n${fields.join('')}${indent}}`;
}

const quote = (text: string) => `'${text}'`;
