import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkBody } from './body-check.ts';
import { deprecated } from './deprecation.ts';

const oldName = { fate: 'is the old name of uboId', replacement: 'uboId' };

const schema = z.object({
  documentCategory: z.string(),
  uboId: z.uuid().nullish(),
  ownershipDetailId: deprecated(z.uuid(), oldName).nullish(),
  fileName: deprecated(z.string().nullish(), { fate: 'is ignored' }),
  parts: z.array(z.object({ title: deprecated(z.string().optional(), { fate: 'is ignored' }) })).optional(),
});

const warningsOf = (body: unknown) => checkBody(schema, body, 'ValidationControl.Error').warnings;
const ID = crypto.randomUUID();

test('accepts a deprecated field, with a warning that says what to send instead', () => {
  const { value, warnings } = checkBody(
    schema,
    { documentCategory: 'Other', ownershipDetailId: ID, fileName: 'a.pdf' },
    'ValidationControl.Error',
  );
  expect(value).toMatchObject({ ownershipDetailId: ID, fileName: 'a.pdf' });
  expect(warnings).toEqual([
    {
      pointer: '/ownershipDetailId',
      code: 'Field.Deprecated',
      message: 'ownershipDetailId is the old name of uboId. Send uboId instead.',
    },
    { pointer: '/fileName', code: 'Field.Deprecated', message: 'fileName is ignored. Omit it.' },
  ]);
});

test('does not warn about a deprecated field that is absent or null', () => {
  expect(warningsOf({ documentCategory: 'Other', uboId: ID })).toEqual([]);
  expect(warningsOf({ documentCategory: 'Other', ownershipDetailId: null, fileName: null })).toEqual([]);
});

test('a warning about an item of a list has its index, and there are at most 50 warnings', () => {
  const parts = Array.from({ length: 60 }, () => ({ title: 'x' }));
  const warnings = warningsOf({ documentCategory: 'Other', parts: [{}, ...parts] });
  expect(warnings[0]).toMatchObject({ pointer: '/parts/1/title', code: 'Field.Deprecated' });
  expect(warnings).toHaveLength(50);
});

test('warns about unknown and deprecated fields together', () => {
  expect(warningsOf({ documentCategory: 'Other', fileName: 'a', colour: 'red' }).map(({ code }) => code)).toEqual([
    'Field.Unknown',
    'Field.Deprecated',
  ]);
});

test('an invalid body is still refused, and the JSON schema marks the field as deprecated', () => {
  const { problems, warnings } = checkBody(schema, { ownershipDetailId: 'x' }, 'ValidationControl.Error');
  expect([problems.map(({ pointer }) => pointer), warnings]).toEqual([['/documentCategory', '/ownershipDetailId'], []]);
  const { properties } = z.toJSONSchema(schema);
  expect(properties?.fileName).toMatchObject({ deprecated: true });
  expect(JSON.stringify(properties?.ownershipDetailId)).toContain('"deprecated":true');
  expect(JSON.stringify(properties?.uboId)).not.toContain('deprecated');
});
