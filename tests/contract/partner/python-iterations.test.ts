// The iterations of the Python SDK are written by hand, its operations are generated.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = 'packages/sdk-python/src/onboarding_sdk';
const read = (file: string) => readFileSync(`${SOURCES}/${file}`, 'utf8');

/** The parameters of each definition of this method. */
function parametersOf(text: string, method: string): string[][] {
  const definitions = [...text.matchAll(new RegExp(`def ${method}\\((.*?)\\*\\*options`, 'gs'))];
  return definitions.map(([, list = '']) =>
    list
      .split(/,\s+/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  );
}

test.each([
  ['iterate_business_profiles', 'list_business_profiles'],
  ['iterate_audit_trail', 'read_audit_trail'],
  ['iterate_api_requests', 'list_api_requests'],
  ['iterate_changes', 'read_changes'],
])('%s takes the filters of %s, synchronously and not', (iterate, operation) => {
  const wanted = parametersOf(read('_operations.py'), operation).map((list) =>
    list.filter((one) => !/^page(_size)?:/.test(one)),
  );
  expect(wanted).toHaveLength(2);
  expect(wanted[0]?.length).toBeGreaterThan(2);
  expect(parametersOf(read('client.py'), iterate)).toEqual(wanted);
});
