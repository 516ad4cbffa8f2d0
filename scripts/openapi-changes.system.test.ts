import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breakingChanges, PRESENT, RELEASED } from './openapi-changes.ts';

interface Schema {
  properties: Record<string, object>;
  required: string[];
}
interface Document {
  paths: Record<string, unknown>;
  components: { schemas: Record<string, Schema> };
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'openapi-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the Partner API has no breaking change since the last release', async () => {
  expect(await breakingChanges(RELEASED, PRESENT)).toBe('');
});

const schemaOf = ({ components }: Document, name: string): Schema => {
  const schema = components.schemas[name];
  if (schema === undefined) throw new Error(`There is no schema ${name}`);
  return schema;
};

test.each<[what: string, code: string, change: (document: Document) => void]>([
  [
    'a new required field of a request',
    'new-required-request-property',
    (document) => {
      const body = schemaOf(document, 'BusinessProfileCreate');
      body.properties.motto = { type: 'string' };
      body.required.push('motto');
    },
  ],
  [
    'a removed field of a response',
    'response-required-property-removed',
    (document) => {
      const record = schemaOf(document, 'BusinessProfile');
      delete record.properties.version;
      record.required = record.required.filter((name) => name !== 'version');
    },
  ],
  [
    'a removed operation',
    'api-path-removed-without-deprecation',
    ({ paths }) => {
      delete paths['/api/partner/v1/changes'];
    },
  ],
])('%s is a breaking change', async (_what, code, change) => {
  const document = JSON.parse(readFileSync(PRESENT, 'utf8')) as Document;
  change(document);
  const changed = join(folder, `${code}.json`);
  writeFileSync(changed, JSON.stringify(document));
  expect(await breakingChanges(PRESENT, changed)).toContain(code);
});

test('a new optional field and a new operation are no breaking changes', async () => {
  const document = JSON.parse(readFileSync(PRESENT, 'utf8')) as Document;
  schemaOf(document, 'BusinessProfileCreate').properties.motto = { type: 'string' };
  schemaOf(document, 'BusinessProfile').properties.motto = { type: 'string' };
  document.paths['/api/partner/v1/mottos'] = { get: { responses: { 200: { description: 'Mottos' } } } };
  const changed = join(folder, 'additions.json');
  writeFileSync(changed, JSON.stringify(document));
  expect(await breakingChanges(PRESENT, changed)).toBe('');
});
