import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readEntries } from './requirement.ts';

const REFERENCE: Record<string, Record<string, unknown>[]> = JSON.parse(
  readFileSync('database/reference/identity-requirements.json', 'utf8'),
);
const GENERAL = JSON.parse(readFileSync('database/reference/general-passport-rule.json', 'utf8')).entry;
const [nin = {}, bvn = {}] = REFERENCE.NGA ?? [];
const faultsOf = (written: unknown) => {
  const read = readEntries(written);
  return 'faults' in read ? read.faults : [];
};

test.each([...Object.entries(REFERENCE), ['the general rule', [GENERAL]]])(
  'accepts the shipped entries for %s unchanged',
  (_, entries) => {
    expect(readEntries(entries)).toEqual({ entries });
  },
);

test.each(['Document', 'Input', 'Select'])('accepts the input type %s', { tags: ['S-158'] }, (inputType) => {
  expect(faultsOf([{ ...nin, inputType }])).toEqual([]);
});

test('removes white space around the texts that people read', () => {
  const padded = { ...nin, label: ` ${nin.label}\n`, placeholder: `\t${nin.placeholder} `, source: ` ${nin.source} ` };
  expect(readEntries([padded])).toEqual({ entries: [nin] });
});

const rules = (change: object) => ({ validationRules: { ...(nin.validationRules as object), ...change } });

test.each([
  ['an object instead of a list', {}, 'the file: '],
  ['an empty list', [], 'the file: must have at least one entry'],
  ['an unknown document', [{ ...nin, identityTypeCode: 'LIBRARY_CARD' }], '0.identityTypeCode: '],
  ['the alias of a document', [{ ...nin, identityTypeCode: 'NATIONAL_ID' }], '0.identityTypeCode: '],
  ['an unknown field', [{ ...nin, note: 'x' }], '0: '],
  ['a missing field', [{ ...nin, label: undefined }], '0.label: '],
  ['an unknown input type', [{ ...nin, inputType: 'Photo' }], '0.inputType: '],
  ['a general rule with general set to false', [{ ...GENERAL, general: false }], '0.general: '],
  ['a blank label', [{ ...nin, label: ' ' }], '0.label: '],
  ['a blank source', [{ ...nin, source: ' ' }], '0.source: must say where the rule comes from'],
  [
    'an invalid regular expression',
    [{ ...nin, ...rules({ regex: '^[0-9$' }) }],
    '0.validationRules.regex: is not a regular',
  ],
  [
    'an unanchored regular expression',
    [{ ...nin, ...rules({ regex: '\\d{11}' }) }],
    '0.validationRules.regex: must start with ^',
  ],
  [
    'a minimum length above the maximum',
    [{ ...nin, ...rules({ minLength: 12 }) }],
    '0.validationRules.maxLength: must be at least',
  ],
  ['an example that violates its own rule', [{ ...nin, placeholder: '123' }], '0.placeholder: is the example'],
  [
    'foreign documents without a regular expression',
    [{ ...nin, foreignIssued: { accepted: true } }],
    '0.foreignIssued.regex: ',
  ],
  [
    'a foreign rule with a minimum length above the maximum',
    [{ ...nin, foreignIssued: { accepted: true, regex: '^x$', minLength: 3, maxLength: 2 } }],
    '0.foreignIssued.maxLength: must be at least',
  ],
  [
    'a duplicate document',
    [nin, { ...bvn, identityTypeCode: 'NATIOANL_ID' }],
    '1.identityTypeCode: is a duplicate: each entry needs a different value',
  ],
  [
    'a duplicate field name',
    [nin, { ...bvn, fieldName: 'nationalIdNumber' }],
    '1.fieldName: is a duplicate: each entry needs a different value',
  ],
  [
    'a duplicate display order',
    [nin, { ...bvn, displayOrder: 1 }],
    '1.displayOrder: is a duplicate: each entry needs a different value',
  ],
])('rejects %s and names its position', { tags: ['S-158'] }, (_what, written, fault) => {
  expect(
    faultsOf(written).some((line) => line.startsWith(fault)),
    faultsOf(written).join('\n'),
  ).toBe(true);
});
