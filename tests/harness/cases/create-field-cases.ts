// Turns the table of fields into test cases. Pure: a case says how to change a valid body and what the API must answer.
import {
  type BusinessTypeField,
  CREATE_FIELDS,
  type DateField,
  type Fault,
  type Field,
  type IdentityTypeField,
  type ListField,
  type ObjectField,
  type OwnershipField,
  type TextField,
} from './create-fields.ts';
import { withoutValue, withValue } from './json-pointer.ts';

export interface FieldCase {
  name: string;
  change(body: unknown): unknown;
  /** Every problem that must be reported, in order; none means that the body is accepted. */
  faults: readonly Fault[];
  /** What a read must show. */
  shown?: { pointer: string; value: unknown };
}

const BLANK = '   ';
const shortly = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 40)}... (${text.length} characters of JSON)` : text;
};

/** What was sent is stored, unless the case says otherwise. */
function accepted(field: Field, value: unknown, why: string, ...stored: [] | [unknown]): FieldCase {
  return {
    name: `${field.pointer} ${why} is accepted: ${shortly(value)}`,
    change: (body) => withValue(body, field.pointer, value),
    faults: [],
    shown: { pointer: field.pointer, value: stored.length === 0 ? value : stored[0] },
  };
}

function refused(field: Field, value: unknown, why: string, code: string, pointer = field.pointer): FieldCase {
  return {
    name: `${field.pointer} ${why} is ${code}: ${shortly(value)}`,
    change: (body) => withValue(body, field.pointer, value),
    faults: [{ pointer, code }],
  };
}

const each = <T>(values: readonly T[], make: (value: T) => FieldCase): FieldCase[] => values.map(make);

/** Absent, null and values of another JSON type, for every field. */
function presenceCases(field: Field): FieldCase[] {
  const missing = field.codes?.missing ?? 'Validation';
  const nothing = field.kind === 'list' ? [] : field.kind === 'ignoredDocumentId' ? undefined : null;
  const absent: FieldCase = {
    name: `${field.pointer} absent is ${field.required ? missing : 'accepted'}`,
    change: (body) => withoutValue(body, field.pointer),
    faults: field.required ? [{ pointer: field.pointer, code: missing }] : [],
    ...(field.required ? {} : { shown: { pointer: field.pointer, value: nothing } }),
  };
  return [
    absent,
    field.required ? refused(field, null, 'null', missing) : accepted(field, null, 'null', nothing),
    ...each(wrongTypesOf(field), (value) =>
      refused(field, value, 'of another type', field.codes?.wrongType ?? 'Validation'),
    ),
  ];
}

export function wrongTypesOf(field: Field): unknown[] {
  if (field.kind === 'list') return ['NGA', 7, true, { 0: 'NGA' }];
  if (field.kind === 'object') return ['NGA', 7, true, ['NGA']];
  if (field.kind === 'share') return ['20', 33.5, true, [20], { value: 20 }];
  // Values that also have a length, but are not text.
  return [7, true, [], ['NGA'], { value: 'NGA' }, { length: 0 }];
}

function textCases(field: TextField): FieldCase[] {
  const { min = 1, max, required, hidden = false } = field;
  const blanks = each(['', BLANK], (value) =>
    required ? refused(field, value, 'blank', 'Validation') : accepted(field, value, 'blank', null),
  );
  // Fields that reads hide have their own format rule: a value of the right length still fails that rule.
  const fits = (value: string, why: string) =>
    hidden ? refused(field, value, why, 'ValidationControl.Error') : accepted(field, value, why);
  return [
    ...blanks,
    fits('x'.repeat(max), 'at the limit'),
    fits('𐐷'.repeat(max), 'at the limit in characters of two code units'),
    refused(field, 'x'.repeat(max + 1), 'over the limit', 'Validation'),
    refused(field, 'x'.repeat(max * 40), 'far over the limit', 'Validation'),
    ...(min > 1
      ? [
          fits('x'.repeat(min), 'at the lower limit'),
          refused(field, 'x'.repeat(min - 1), 'under the lower limit', 'Validation'),
        ]
      : []),
    ...each(['ab\u0000cd', 'ab\u001bcd', 'ab\u007fcd'], (value) =>
      refused(field, value, 'with a control character', 'Validation'),
    ),
    ...each(['ab\u200bcd', 'ab\u202ecd', 'ab\u00adcd', 'ab\ue000cd', 'ab\u2028cd', 'ab\u0378cd'], (value) =>
      refused(field, value, 'with a character that nobody sees', 'Validation'),
    ),
    ...each(['ab\ud800', '\udc00cd'], (value) => refused(field, value, 'with half a character', 'Validation')),
  ];
}

function emailCases(field: Field): FieldCase[] {
  const domain = `${'d'.repeat(63)}.${'o'.repeat(63)}.${'m'.repeat(54)}.example`;
  const longest = `${'l'.repeat(64)}@${domain}`;
  const wrong = ['office', 'office@company', '@company.example', 'office@', 'two words@company.example'];
  return [
    ...each(['', BLANK], (value) => refused(field, value, 'blank', 'Validation')),
    accepted(field, longest, 'at the limit'),
    refused(field, longest.replace('.example', 'm.example'), 'over the limit', 'Validation'),
    accepted(field, ' Office+Kyb@Company.example ', 'in outer blanks', 'Office+Kyb@Company.example'),
    ...each([...wrong, 'a@@company.example', 'a@company..example', 'a@.example', 'a\u0000@company.example'], (value) =>
      refused(field, value, 'of no form of an e-mail address', 'Validation'),
    ),
  ];
}

const NO_E164 = [
  '2348031234567',
  '+234803',
  '+2348031234567890',
  '002348031234567',
  '+234 803 123 4567',
  '+234-803-1234567',
  '+23480312E4567',
  '++2348031234567',
  '+٢٣٤٨٠٣١٢٣٤',
  ' +2348031234567',
  '+2348031234567\n',
  '',
  BLANK,
];

const phoneCases = (field: Field): FieldCase[] => [
  accepted(field, '+1234567', 'of seven digits'),
  accepted(field, '+123456789012345', 'of fifteen digits'),
  accepted(field, '+442079460000', 'in E.164 form'),
  ...each(NO_E164, (value) => refused(field, value, 'not in E.164 form', 'PhoneNumber.Invalid')),
];

function websiteCases(field: Field): FieldCase[] {
  const longest = `https://company.example/${'p'.repeat(255 - 24)}`;
  return [
    ...each(['', BLANK], (value) => refused(field, value, 'blank', 'Validation')),
    accepted(field, longest, 'at the limit'),
    refused(field, `${longest}p`, 'over the limit', 'Validation'),
    ...each(['http://company.example', 'https://company.example:8443/a/b?c=d#e', 'https://bücher.example'], (value) =>
      accepted(field, value, 'that is absolute'),
    ),
    ...each(['company.example', 'www.company.example', '/about', '//company.example', 'https://', 'https'], (value) =>
      refused(field, value, 'that is not absolute', 'Validation'),
    ),
    ...each(['ftp://company.example', 'mailto:a@company.example', 'javascript:alert(1)', 'file:///x'], (value) =>
      refused(field, value, 'of another scheme', 'Validation'),
    ),
    ...each(['https://user@company.example', 'https://user:pass@company.example'], (value) =>
      refused(field, value, 'with user info', 'Validation'),
    ),
    ...each(['https://company example', 'https://company.example/a\u0000b', 'https://[::1'], (value) =>
      refused(field, value, 'that is malformed', 'Validation'),
    ),
  ];
}

const NO_DATES = [
  '2019-3-28',
  '28-03-2019',
  '2019/03/28',
  '20190328',
  '2019-03-28T00:00:00Z',
  '2019-02-29',
  '2019-02-30',
  '2019-04-31',
  '2019-13-01',
  '2019-00-10',
  '2019-03-00',
  '0000-01-01',
  '-2019-03-28',
  ' 2019-03-28',
  'yesterday',
  '',
  BLANK,
];

const dateCases = (field: DateField): FieldCase[] => [
  ...each(field.fitting, (value) => accepted(field, value, 'of the calendar')),
  ...each(NO_DATES, (value) => refused(field, value, 'that is no date', 'Validation')),
];

const countryCases = (field: Field, fitting: readonly string[]): FieldCase[] => [
  ...each(fitting, (value) => accepted(field, value, 'that exists')),
  ...each(['nga', 'Nga', 'NG', 'NGAA', 'N1A', '566', ' NGA', 'NGA\n'], (value) =>
    refused(field, value, 'that is not three upper-case letters', 'Validation'),
  ),
  ...each(['', BLANK], (value) => refused(field, value, 'blank', field.codes?.blank ?? 'Validation')),
  ...each(['ZZZ', 'XXX', 'QQQ'], (value) => refused(field, value, 'that nobody has', 'Country.NotFound')),
];

const vocabularyCases = (field: Field, values: readonly string[]): FieldCase[] => [
  ...each(values, (value) => accepted(field, value, 'of the vocabulary')),
  ...each(
    values.flatMap((value) => [value.toLowerCase(), value.toUpperCase()]),
    (value) => refused(field, value, 'in another case', 'ValidationControl.Error'),
  ),
  ...each(['Other', 'constructor', '__proto__', `${values[0]} `, values.join(','), '', BLANK], (value) =>
    refused(field, value, 'outside the vocabulary', 'ValidationControl.Error'),
  ),
];

const businessTypeCases = (field: BusinessTypeField): FieldCase[] => [
  ...field.values.flatMap((name) => [
    accepted(field, name, 'as it is written'),
    accepted(field, name.toLowerCase(), 'in lower case', name),
    accepted(field, `  ${name.toUpperCase()} `, 'in upper case and outer blanks', name),
    refused(field, `${name.slice(0, 2)}_${name.slice(2)}`, 'with an underscore', 'BusinessType.NotFound'),
    refused(field, `${name}s`, 'that nobody knows', 'BusinessType.NotFound'),
  ]),
  accepted(field, 'Llc', 'in mixed case', 'LLC'),
  ...each(['LLC_', '_LLC', 'SOLE_PROPRIETOR', 'Sole Proprietor', 'Bank', 'constructor', '__proto__'], (value) =>
    refused(field, value, 'that nobody knows', 'BusinessType.NotFound'),
  ),
  ...each(['', BLANK], (value) => refused(field, value, 'blank', 'Validation')),
];

const referenceCases = (field: Field): FieldCase[] => [
  ...each(['', BLANK], (value) => refused(field, value, 'blank', 'Customer.PartnerCustomerIdRequired')),
  ...each(['a', 'A', '9', 'Az09._~:@+-', `r${'0'.repeat(99)}`], (value) => accepted(field, value, 'within its form')),
  accepted(field, '\t in-outer-blanks  ', 'in outer blanks', 'in-outer-blanks'),
  ...each(['-a', '.a', '_a', 'a b', 'a/b', 'a?b', 'a#b', 'a,b', 'é', 'a\u0000', `r${'0'.repeat(100)}`], (value) =>
    refused(field, value, 'outside its form', 'Customer.PartnerCustomerIdInvalid'),
  ),
];

const shareCases = (field: Field): FieldCase[] => [
  ...each([1, 50, 100], (value) => accepted(field, value, 'within 1 to 100')),
  ...each([0, 101, -1, 1000, 1e9, 1e20, -1e20], (value) =>
    refused(field, value, 'out of 1 to 100', 'ValidationControl.Error'),
  ),
];

const NO_UUIDS = ['x', '0197b2c49d2b7a118e550b6f0c5d7e21', '{0197b2c4-9d2b-7a11-8e55-0b6f0c5d7e21}', '', BLANK];
const SOME_UUID = '0197b2c4-9d2b-7a11-8e55-0b6f0c5d7e21';

const documentIdCases = (field: Field): FieldCase[] => [
  ...each(NO_UUIDS, (value) => refused(field, value, 'that is no UUID', 'Validation')),
  field.kind === 'documentId'
    ? refused(field, SOME_UUID, 'that names no document', 'Document.NotFound')
    : accepted(field, SOME_UUID, 'that is a UUID', undefined),
];

function listCases(field: ListField): FieldCase[] {
  const empty = field.mayBeEmpty
    ? accepted(field, [], 'without elements')
    : refused(field, [], 'without elements', 'Validation');
  if (field.elementLacks === undefined) return [empty];
  return [
    empty,
    { ...refused(field, [{}], 'with an empty element', 'refused'), faults: field.elementLacks },
    ...each([null, 'NGA', 7, ['NGA']], (value) =>
      refused(field, [value], 'with an element of another type', 'Validation', `${field.pointer}/0`),
    ),
  ];
}

const objectCases = (field: ObjectField): FieldCase[] => [
  { ...refused(field, {}, 'without fields', 'refused'), faults: field.lacks },
];

const ownershipCases = (field: OwnershipField): FieldCase[] => [
  ...each(field.values, (value) => accepted(field, [value], 'of the vocabulary')),
  accepted(field, field.values, 'with all values'),
  accepted(field, [...field.values, ...field.values], 'with repeated values', field.values),
  ...each([...field.values.map((value) => value.toLowerCase()), 'OWNER', ''], (value) =>
    refused(field, [value], 'outside the vocabulary', 'ValidationControl.Error', `${field.pointer}/0`),
  ),
  refused(field, ['UBO', 'Director'], 'with a bad second value', 'ValidationControl.Error', `${field.pointer}/1`),
  ...each([null, 7, {}], (value) =>
    refused(field, [value], 'with a value of another type', 'Validation', `${field.pointer}/0`),
  ),
];

function identityTypeCases(field: IdentityTypeField): FieldCase[] {
  const identity = field.pointer.slice(0, field.pointer.lastIndexOf('/'));
  const residence = '/businessPersonList/0/address/countryCode';
  const known = field.samples.map((sample): FieldCase => {
    const { identityTypeCode, identityValue, expires } = sample;
    const dates = expires ? { expiryDate: '2096-02-29' } : {};
    const whole = { identityTypeCode, issuingCountry: sample.residence, identityValue, ...dates };
    return {
      name: `${field.pointer} ${identityTypeCode} is accepted in ${sample.residence}`,
      change: (body) => withValue(withValue(body, residence, sample.residence), identity, whole),
      faults: [],
      shown: { pointer: field.pointer, value: identityTypeCode },
    };
  });
  const names = field.samples.map(({ identityTypeCode }) => identityTypeCode);
  return [
    ...known,
    ...each([...names.map((name) => name.toLowerCase()), 'DRIVERS_LICENSE', 'PASSPORT ', '', BLANK], (value) =>
      refused(field, value, 'outside the vocabulary', 'ValidationControl.Error'),
    ),
  ];
}

export function ownCases(field: Field): FieldCase[] {
  switch (field.kind) {
    case 'text':
      return textCases(field);
    case 'email':
      return emailCases(field);
    case 'phone':
      return phoneCases(field);
    case 'website':
      return websiteCases(field);
    case 'date':
      return dateCases(field);
    case 'country':
      return countryCases(field, field.fitting);
    case 'vocabulary':
      return vocabularyCases(field, field.values);
    case 'businessType':
      return businessTypeCases(field);
    case 'reference':
      return referenceCases(field);
    case 'share':
      return shareCases(field);
    case 'documentId':
    case 'ignoredDocumentId':
      return documentIdCases(field);
    case 'list':
      return listCases(field);
    case 'object':
      return objectCases(field);
    case 'identityType':
      return identityTypeCases(field);
    case 'ownership':
      return ownershipCases(field);
  }
}

export function casesOf(field: Field): FieldCase[] {
  // Ownership is in the table twice, as a list and by its values; the list has the presence cases.
  return field.kind === 'ownership' ? ownCases(field) : [...presenceCases(field), ...ownCases(field)];
}

export const FIELD_CASES: readonly FieldCase[] = CREATE_FIELDS.flatMap(casesOf);
