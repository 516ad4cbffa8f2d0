import { expect, test } from 'vitest';
import { docsOf, faultsOf, typedRequestId } from './request-words.ts';

test.each([
  [' 0193a2b4-8f1e-7b42-8d1c-2f3a4b5c6d7e\n', '0193a2b4-8f1e-7b42-8d1c-2f3a4b5c6d7e'],
  ['Order_1.2', 'Order_1.2'],
  ['', undefined],
  ['a b', undefined],
  ['a'.repeat(65), undefined],
])('reads %j as the request id %j', (text, id) => {
  expect(typedRequestId(text)).toBe(id);
});

test('links to the heading of an error in the documentation', () => {
  expect(docsOf('Customer.NotFound')).toBe('/docs/errors#customernotfound');
});

const problem = (pointer: string, code: string) => ({ pointer, code });

test.each([
  ['of a success', null, [], []],
  ['without problems', 'Customer.NotFound', [], [{ code: 'Customer.NotFound', fields: [] }]],
  ['about the whole body', 'Validation', [problem('', 'Validation')], [{ code: 'Validation', fields: [] }]],
  [
    'about several fields',
    'Validation',
    [
      problem('/a', 'Validation'),
      problem('/b', 'Country.NotFound'),
      problem('/c', 'Validation'),
      problem('/c', 'Validation'),
    ],
    [
      { code: 'Validation', fields: ['/a', '/c'] },
      { code: 'Country.NotFound', fields: ['/b'] },
    ],
  ],
])('groups the fields at fault by code: an entry %s', (_what, code, problems, faults) => {
  expect(faultsOf({ code, problems })).toEqual(faults);
});
